import type { NativeDocument, Observed, ObservedApproval, ObservedServer, Remark } from '../../driver.js';
import { defined, entriesOf, isTable, isTextList, literalsOf, serverShapeRemarks, tableAt, tableOf, textEntries, valueAt, type LiteralKeys, type Table } from '../../reading.js';
import { fileRemarks } from './agent-file.js';
import { nameable } from './names.js';

/** Keys that together say how the client reaches a server. */
export const transportKeys = ['command', 'args', 'env', 'url', 'headers'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'url'] as const;

/** Everything that an agent file says about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const agents = documents.filter((document) => document.part === 'agent').map((document) => document.value);
  return { servers: agents.flatMap(serversOf), approvals: agents.flatMap(approvalsOf), remarks: agents.flatMap((root) => [...fileRemarks(root), ...serverShapeRemarks('agent', root, ['mcpServers']).map(asFatal), ...remarksOf(root)]) };
}

/** A server of a wrong shape is a value that the client cannot read. */
function asFatal(remark: Remark): Remark {
  return remark.code === 'MCP409' ? { ...remark, isFatal: true } : remark;
}

const literalKeys: LiteralKeys = { text: ['command'], argument: ['args'], url: ['url'], named: ['env', 'headers'] };

function serversOf(root: unknown): readonly ObservedServer[] {
  return entriesOf(tableAt(root, 'mcpServers')).flatMap(([name, server]) => (isTable(server) ? [observe(name, server)] : []));
}

function observe(name: string, server: Table): ObservedServer {
  const path = ['mcpServers', name];
  const literals = literalsOf(server, path, literalKeys, (text) => text.includes('${'));
  const { command, args = [], disabled } = server;
  const env = textEntries(server['env']);
  const switched = disabled === true ? { enabled: false } : {};
  if (typeof command !== 'string' || !isTextList(args) || env === undefined) return { part: 'agent', name, path, fields: switched, literals, unsaid: 'only local servers with plain texts were read in the source of this client' };
  return { part: 'agent', name, path, literals, fields: { ...defined({ command, args: args.length === 0 ? undefined : args, env: env.length === 0 ? undefined : tableOf(env) }), ...switched } };
}

function patternsOf(root: unknown): readonly string[] {
  const list = valueAt(root, 'allowedTools');
  return isTextList(list) ? list : [];
}

/** INVARIANT: inside the representable names the first `/` ends the server. */
function pairOf(pattern: string): { readonly server: string; readonly tool: string } | undefined {
  const match = /^@([^/]+)\/(.+)$/.exec(pattern);
  const [server, tool] = [match?.[1] ?? '', match?.[2] ?? ''];
  return match !== null && nameable(server, tool).ok ? { server, tool } : undefined;
}

function approvalsOf(root: unknown): readonly ObservedApproval[] {
  return patternsOf(root).flatMap((pattern): readonly ObservedApproval[] => {
    const pair = pairOf(pattern);
    return pair === undefined ? [] : [{ part: 'agent', ...pair, path: ['allowedTools'], removal: ['allowedTools'], element: pattern, approvalMode: 'approve' }];
  });
}

/** `@server`, wildcards and bare names approve more than one tool of one server. */
function remarksOf(root: unknown): readonly Remark[] {
  return patternsOf(root)
    .filter((pattern) => (pattern.startsWith('@') || /[*?]/.test(pattern)) && pairOf(pattern) === undefined && !isBuiltin(pattern))
    .map((pattern) => ({ code: 'MCP406', part: 'agent', path: ['allowedTools'], element: pattern, message: `${JSON.stringify(pattern)} approves more than one tool`, fix: 'Write one entry "@server/tool" for each tool.' }));
}

/** The client's own tools. With a wildcard the pattern also reaches servers whose names begin like that. */
function isBuiltin(pattern: string): boolean {
  return /^@builtin(?:\/|$)/.test(pattern) && !/[*?]/.test(pattern);
}
