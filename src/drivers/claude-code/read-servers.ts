import type { ObservedServer, Remark } from '../../driver.js';
import { entriesOf, isTable, isTextList, literalsOf, serverShapeRemarks, tableAt, tableOf, textEntries, type LiteralKeys, type Table } from '../../reading.js';

export interface Servers {
  readonly servers: readonly ObservedServer[];
  readonly remarks: readonly Remark[];
}

/** `mcpServers` in the words of a spec, as far as one can say it exactly. */
export function readServers(root: unknown): Servers {
  const tables = entriesOf(tableAt(root, 'mcpServers')).filter((entry): entry is readonly [string, Table] => isTable(entry[1]));
  return { servers: tables.map(([name, server]) => observe(name, server)), remarks: [...serverShapeRemarks('mcp', root, ['mcpServers']), ...tables.flatMap(([name, server]) => remarksOf(name, server))] };
}

function observe(name: string, server: Table): ObservedServer {
  const path = ['mcpServers', name];
  const spoken = server['command'] === undefined ? remote(server) : stdio(server);
  const literals = literalsOf(server, path, literalKeys, (text) => text.includes('${'));
  return typeof spoken === 'string' ? { part: 'mcp', name, path, fields: {}, literals, unsaid: spoken } : { part: 'mcp', name, path, fields: spoken, literals };
}

type Spoken = Readonly<Record<string, unknown>> | string;

function stdio(server: Table): Spoken {
  const { type = 'stdio', command, args = [] } = server;
  const env = textEntries(server['env']);
  if (type !== 'stdio') return 'it has a command, and its type is not "stdio"';
  if (server['url'] !== undefined) return 'it has a command and a url';
  if (typeof command !== 'string' || !isTextList(args) || env === undefined) return 'command, args or env is no text';
  const texts = [command, ...args, ...env.map(([, value]) => value)];
  if (texts.some(isForeign)) return 'a text holds a reference that a spec has no word for';
  return { command: neutral(command), ...(args.length === 0 ? {} : { args: args.map(neutral) }), ...(env.length === 0 ? {} : { env: neutralTable(env) }) };
}

function remote(server: Table): Spoken {
  const { type, url } = server;
  const headers = textEntries(server['headers']);
  if (typeof url !== 'string' || headers === undefined) return 'url or a header is no text';
  if (type !== 'http' && type !== 'sse') return 'its type is neither "http" nor "sse"';
  if (server['headersHelper'] !== undefined || server['oauth'] !== undefined) return 'a spec has no word for headersHelper and oauth';
  if ([url, ...headers.map(([, value]) => value)].some(isForeign)) return 'a text holds a reference that a spec has no word for';
  return { ...(type === 'sse' ? { type } : {}), url: neutral(url), ...(headers.length === 0 ? {} : { headers: neutralTable(headers) }) };
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** `${NAME}` is the client's own reference and `${env:NAME}` the spec's. Anything else behind `${` has no equal. */
function isForeign(text: string): boolean {
  return text.replace(reference, '').includes('${');
}

function neutral(text: string): string {
  return text.replace(reference, '${env:$1}');
}

function neutralTable(entries: readonly (readonly [string, string])[]) {
  return tableOf(entries.map(([key, value]) => [key, neutral(value)] as const));
}

/** A text with a reference of the client's own is none that stands for itself. */
const literalKeys: LiteralKeys = { text: ['command'], argument: ['args'], url: ['url'], named: ['env', 'headers'] };

/** Spellings of other clients that Claude Code passes on as text. */
const otherSpellings = /^\$[A-Za-z_]\w*$|\$\{(?:env|input):|\{env:|\$HOME\b/;

function remarksOf(name: string, server: Table): readonly Remark[] {
  return [...typeRemarks(name, server), ...spellingRemarks(name, server)];
}

/** 2.1.332 knows no server under such an entry (`claude mcp get`). */
function typeRemarks(name: string, { command, type, url }: Table): readonly Remark[] {
  if (command !== undefined || url === undefined || type !== undefined) return [];
  return [{ code: 'MCP409', part: 'mcp', path: ['mcpServers', name], server: name, message: 'the server has a url and no type, and Claude Code reads no such server', fix: 'Add "type": "http" or "sse".' }];
}

function spellingRemarks(name: string, server: Table): readonly Remark[] {
  return literalsOf(server, ['mcpServers', name], literalKeys, () => false)
    .filter(({ text }) => otherSpellings.test(text))
    .map(({ path }) => ({ code: 'MCP407', part: 'mcp', path, server: name, message: `${JSON.stringify(path.at(-1))} looks like a reference and is none here: Claude Code reads \${NAME}` }));
}
