import type { NativeDocument, Observed, ObservedApproval, ObservedServer, Remark } from '../../driver.js';
import { defined, entriesOf, isStrange, isTable, isTextList, literalsOf, serverShapeRemarks, tableAt, tableOf, textEntries, valueAt, type LiteralKeys, type Table } from '../../reading.js';

/** Keys that together say how Zed reaches a server. */
export const transportKeys = ['source', 'command', 'args', 'env', 'url', 'headers'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'url'] as const;

/** Everything that a settings file says about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const roots = documents.filter((document) => document.part === 'settings').map((document) => document.value);
  const entries = roots.map((root) => entriesOf(tableAt(root, ...toolsPath)).map(readEntry));
  return {
    servers: roots.flatMap(serversOf),
    approvals: entries.flat().flatMap((entry) => entry.approvals),
    remarks: [...entries.flat().flatMap((entry) => entry.remarks), ...roots.flatMap(defaultRemarks), ...roots.flatMap(shapeRemarks)],
  };
}

const toolsPath = ['agent', 'tool_permissions', 'tools'] as const;
const modes = { allow: { approvalMode: 'approve' }, confirm: { approvalMode: 'prompt' }, deny: { isDenied: true } } as const;

interface ReadEntry {
  readonly approvals: readonly ObservedApproval[];
  readonly remarks: readonly Remark[];
}

/** INVARIANT: a server has no `:`, so the second colon of a key ends it. */
function readEntry([key, value]: readonly [string, unknown]): ReadEntry {
  const match = /^mcp:([^:]+):(.+)$/s.exec(key);
  const word = valueAt(value, 'default');
  if (match === null || !isTable(value) || word === undefined) return { approvals: [], remarks: [] };
  const who = { server: match[1] ?? '', tool: match[2] ?? '' };
  const path = [...toolsPath, key, 'default'];
  if (word !== 'allow' && word !== 'confirm' && word !== 'deny') return { approvals: [], remarks: [{ code: 'MCP409', part: 'settings', path, ...who, message: 'the permission is none of allow, confirm, deny' }] };
  const removal = Object.keys(value).length === 1 ? path.slice(0, -1) : path;
  return { approvals: [{ part: 'settings', ...who, path, removal, ...modes[word] }], remarks: [] };
}

const literalKeys: LiteralKeys = { text: ['command'], argument: ['args'], url: ['url'], named: ['env', 'headers'] };

function serversOf(root: unknown): readonly ObservedServer[] {
  return entriesOf(tableAt(root, 'context_servers')).flatMap(([name, server]) => (isTable(server) ? [observe(name, server)] : []));
}

function observe(name: string, server: Table): ObservedServer {
  const path = ['context_servers', name];
  const literals = literalsOf(server, path, literalKeys, () => false);
  const spoken = server['command'] === undefined ? remote(server) : stdio(server);
  const switched = server['enabled'] === false ? { enabled: false } : {};
  if (spoken === undefined) return { part: 'settings', name, path, fields: switched, literals, unsaid: 'a text is missing or holds "${", which begins a reference in a spec, or there is a command beside a url' };
  return { part: 'settings', name, path, fields: { ...spoken, ...switched }, literals };
}

function stdio(server: Table): Readonly<Record<string, unknown>> | undefined {
  const { command, args = [], url } = server;
  if (url !== undefined) return undefined;
  const env = textEntries(server['env']);
  if (typeof command !== 'string' || !isTextList(args) || env === undefined || [command, ...args, ...env.map(([, value]) => value)].some(holdsReference)) return undefined;
  return defined({ command, args: args.length === 0 ? undefined : args, env: env.length === 0 ? undefined : tableOf(env) });
}

function remote(server: Table): Readonly<Record<string, unknown>> | undefined {
  const { url } = server;
  const headers = textEntries(server['headers']);
  if (typeof url !== 'string' || headers === undefined || [url, ...headers.map(([, value]) => value)].some(holdsReference)) return undefined;
  return defined({ url, headers: headers.length === 0 ? undefined : tableOf(headers) });
}

/** Zed takes every text literally; in a spec "${" begins a reference. */
function holdsReference(text: string): boolean {
  return text.includes('${');
}

function shapeRemarks(root: unknown): readonly Remark[] {
  const strange = [toolsPath.slice(0, 1), toolsPath.slice(0, 2), toolsPath].filter((path) => isStrange(root, ...path));
  return [...serverShapeRemarks('settings', root, ['context_servers']), ...strange.map((path): Remark => ({ code: 'MCP409', part: 'settings', path, message: `${path.join('.')} is no object, so nothing is read from it` }))];
}

function defaultRemarks(root: unknown): readonly Remark[] {
  if (valueAt(root, 'agent', 'tool_permissions', 'default') !== 'allow') return [];
  return [{ code: 'MCP406', part: 'settings', path: ['agent', 'tool_permissions', 'default'], message: 'the default "allow" runs every tool that has no entry of its own', fix: 'Set it to "confirm".' }];
}
