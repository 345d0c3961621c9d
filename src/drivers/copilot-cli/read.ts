import type { NativeDocument, Observed, ObservedServer, Remark } from '../../driver.js';
import { defined, entriesOf, isTable, isTextList, literalsOf, serverShapeRemarks, tableAt, tableOf, textEntries, valueAt, type LiteralKeys, type Table } from '../../reading.js';

/** Keys that together say how Copilot CLI reaches a server. */
export const transportKeys = ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'cwd', 'url'] as const;

/** The servers of mcp-config.json. Approvals are flags of a run, so no file holds any: `tools` is exposure, not approval. */
export function read(documents: readonly NativeDocument[]): Observed {
  const roots = documents.filter((document) => document.part === 'mcp').map((document) => document.value);
  return { servers: roots.flatMap(serversOf), approvals: [], remarks: roots.flatMap((root) => [...serverShapeRemarks('mcp', root, ['mcpServers']), ...storedAnswers(root)]) };
}

/** permissions-config.json, which the client itself writes, in place of mcp-config.json. */
function storedAnswers(root: unknown): readonly Remark[] {
  const isStored = valueAt(root, 'mcpServers') === undefined && valueAt(root, 'locations') !== undefined;
  return isStored ? [{ code: 'MCP414', part: 'mcp', path: ['locations'], message: 'these are answers that Copilot CLI stored; they declare no servers, and approve tools beside any policy', fix: 'Name mcp-config.json, and review the stored answers by hand.' }] : [];
}

function serversOf(root: unknown): readonly ObservedServer[] {
  return entriesOf(tableAt(root, 'mcpServers')).flatMap(([name, server]) => (isTable(server) ? [observe(name, server)] : []));
}

const literalKeys: LiteralKeys = { text: ['command', 'cwd'], argument: ['args'], url: ['url'], named: ['env', 'headers'] };

function observe(name: string, server: Table): ObservedServer {
  const path = ['mcpServers', name];
  const literals = literalsOf(server, path, literalKeys, (text) => text.includes('$'));
  const { tools } = server;
  const exposure = isTextList(tools) && !tools.includes('*') ? { enabledTools: tools } : {};
  const spoken = server['command'] === undefined ? remote(server) : stdio(server);
  if (spoken === undefined) return { part: 'mcp', name, path, fields: exposure, literals, unsaid: 'a text is missing or holds a reference that a spec has no word for, or there is a command beside a url' };
  return { part: 'mcp', name, path, fields: { ...spoken, ...exposure }, literals };
}

function stdio(server: Table): Readonly<Record<string, unknown>> | undefined {
  const { command, args = [], cwd } = server;
  const env = textEntries(server['env']);
  if (server['url'] !== undefined) return undefined;
  if (typeof command !== 'string' || !isTextList(args) || env === undefined || (cwd !== undefined && typeof cwd !== 'string')) return undefined;
  if ([command, ...args, cwd ?? '', ...env.map(([, value]) => value)].some(isForeign)) return undefined;
  return defined({ command: neutral(command), args: args.length === 0 ? undefined : args.map(neutral), env: env.length === 0 ? undefined : neutralTable(env), cwd: cwd === undefined ? undefined : neutral(cwd) });
}

function remote(server: Table): Readonly<Record<string, unknown>> | undefined {
  const { type, url } = server;
  const headers = textEntries(server['headers']);
  if (typeof url !== 'string' || headers === undefined || [url, ...headers.map(([, value]) => value)].some(isForeign)) return undefined;
  return defined({ type: type === 'sse' ? type : undefined, url: neutral(url), headers: headers.length === 0 ? undefined : neutralTable(headers) });
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;

/** Copilot CLI expands `$NAME` and `${NAME}` (1.0.102, seen in runs); what else begins with `$` has no equal in a spec. */
function isForeign(text: string): boolean {
  return text.replace(reference, '').includes('$');
}

function neutral(text: string): string {
  return text.replace(reference, (_all, braced: string | undefined, bare: string | undefined) => `\${env:${braced ?? bare ?? ''}}`);
}

function neutralTable(entries: readonly (readonly [string, string])[]) {
  return tableOf(entries.map(([key, value]) => [key, neutral(value)] as const));
}
