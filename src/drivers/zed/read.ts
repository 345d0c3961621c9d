import type { Decision, NativeDocument, Observed, ObservedServer } from '../../driver.js';
import { defined, entriesOf, isTable, isTextList, literalsOf, serverShapeRemarks, tableAt, tableOf, textEntries, type LiteralKeys, type Table } from '../../reading.js';
import { overrideRemarks } from './overrides.js';
import { decidePermission, readPermissions } from './permissions.js';

/** Keys that together say how Zed reaches a server. */
export const transportKeys = ['source', 'command', 'args', 'env', 'url', 'headers'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'url'] as const;

/** Everything that a settings file says about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const roots = documents.filter((document) => document.part === 'settings').map((document) => document.value);
  const permissions = roots.map(readPermissions);
  return {
    servers: roots.flatMap(serversOf),
    approvals: permissions.flatMap(({ approvals }) => approvals),
    remarks: [...permissions.flatMap(({ remarks }) => remarks), ...roots.flatMap((root) => [...overrideRemarks(root), ...serverShapeRemarks('settings', root, ['context_servers'])])],
  };
}

/** A block that overrides the file may say anything about the tool. */
export function decide(documents: readonly NativeDocument[], server: string, tool: string): Decision | undefined {
  const [override] = documents.flatMap(({ value }) => overrideRemarks(value));
  return override === undefined ? decidePermission(documents, server, tool) : { happens: 'unknown', why: override.message, decidedBy: { part: override.part, path: override.path } };
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
