import type { NativeDocument, Observed, ObservedApproval, ObservedServer } from '../../driver.js';
import { entriesOf, isTable, literalsOf, tableAt, type LiteralKeys, type Table } from '../../reading.js';
import { remarksOf } from './remarks.js';
import { spokenTransport } from './spoken-transport.js';

/** Everything that a Codex config says about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const roots = documents.filter((document) => document.part === 'config').map((document) => document.value);
  const observed = roots.map(readConfig);
  return {
    servers: observed.flatMap((one) => one.servers),
    approvals: observed.flatMap((one) => one.approvals),
    remarks: observed.flatMap((one) => one.remarks),
  };
}

function readConfig(root: unknown): Observed {
  const tables = entriesOf(tableAt(root, 'mcp_servers')).filter((entry): entry is readonly [string, Table] => isTable(entry[1]));
  const servers = tables.filter(([, server]) => hasDeclaration(server)).map(([name, server]) => observeServer(name, server));
  const approvals = tables.flatMap(([name, server]) => observeApprovals(name, server));
  return { servers, approvals, remarks: remarksOf(root, tables) };
}

/** Anything but approvals: a table that holds only `tools` declares no server. */
function hasDeclaration(server: Table): boolean {
  return Object.keys(server).some((key) => key !== 'tools');
}

function observeServer(name: string, server: Table): ObservedServer {
  const transport = spokenTransport(server);
  const fields = {
    ...(transport.ok ? transport.fields : {}),
    ...(server['enabled'] === false ? { enabled: false } : {}),
    ...(server['required'] === true ? { required: true } : {}),
    ...(server['default_tools_approval_mode'] === 'prompt' ? { requiresApproval: true } : {}),
    ...(Array.isArray(server['enabled_tools']) ? { enabledTools: server['enabled_tools'] } : {}),
    ...(Array.isArray(server['disabled_tools']) && server['disabled_tools'].length > 0 ? { disabledTools: server['disabled_tools'] } : {}),
  };
  const path = ['mcp_servers', name];
  return { part: 'config', name, path, fields, literals: literalsOf(server, path, literalKeys, () => false), ...(transport.ok ? {} : { unsaid: transport.why }) };
}

/** Codex takes every text literally; keys that hold names of variables are not among these. */
const literalKeys: LiteralKeys = { text: ['command', 'bearer_token'], argument: ['args'], url: ['url'], named: ['env', 'http_headers'] };

/** The hot path: a loop, because files have tools by the ten thousand. */
function observeApprovals(server: string, table: Table): readonly ObservedApproval[] {
  const tools = tableAt(table, 'tools') ?? {};
  const approvals: ObservedApproval[] = [];
  for (const tool of Object.keys(tools)) {
    const value = tools[tool];
    if (isTable(value) && Object.hasOwn(value, 'approval_mode')) approvals.push(observeApproval(server, tool, value));
  }
  return approvals;
}

function observeApproval(server: string, tool: string, value: Table): ObservedApproval {
  const mode = value['approval_mode'];
  const path = ['mcp_servers', server, 'tools', tool, 'approval_mode'];
  const removal = Object.keys(value).length === 1 ? path.slice(0, -1) : path;
  return mode === 'approve' || mode === 'prompt' ? { part: 'config', server, tool, path, removal, approvalMode: mode } : { part: 'config', server, tool, path, removal };
}
