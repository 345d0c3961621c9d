import type { Literal, Remark } from './driver.js';

/** Total readers over a parsed config: anything that is not what was asked for reads as absent. */

export type Table = Readonly<Record<string, unknown>>;

export function tableAt(value: unknown, ...path: readonly string[]): Table | undefined {
  const found = valueAt(value, ...path);
  return isTable(found) ? found : undefined;
}

export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (isTable(node) && Object.hasOwn(node, key) ? node[key] : undefined), value);
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether there is something at a path where only a table is read. */
export function isStrange(value: unknown, ...path: readonly string[]): boolean {
  const found = valueAt(value, ...path);
  return found !== undefined && !isTable(found);
}

/** Servers, or the table of all of them, that are no tables: the client reads nothing from them, and nor do we. */
export function serverShapeRemarks(part: string, root: unknown, path: readonly string[]): readonly Remark[] {
  const strange = (at: readonly string[], server?: string): readonly Remark[] =>
    isStrange(root, ...at) ? [{ code: 'MCP409', part, path: at, ...(server === undefined ? {} : { server }), message: `${server === undefined ? at.join('.') : 'the server'} is no table, so nothing is read from it` }] : [];
  return [...foreignRoots(part, root, path), ...strange(path), ...Object.keys(tableAt(root, ...path) ?? {}).flatMap((name) => strange([...path, name], name))];
}

/** Under these keys other clients keep their servers. */
const serverRoots = ['mcpServers', 'mcp_servers', 'mcp-servers', 'servers', 'context_servers'] as const;

function foreignRoots(part: string, root: unknown, path: readonly string[]): readonly Remark[] {
  return serverRoots
    .filter((key) => key !== path[0] && tableAt(root, key) !== undefined)
    .map((key) => ({ code: 'MCP407', part, path: [key], message: `this client does not read ${JSON.stringify(key)}: its servers stand under ${JSON.stringify(path.join('.'))}` }));
}

export function entriesOf(table: Table | undefined): readonly (readonly [string, unknown])[] {
  return table === undefined ? [] : Object.keys(table).map((key) => [key, table[key]]);
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A table of texts, empty where there is none; `undefined` where a value is no text. */
export function textEntries(value: unknown): readonly (readonly [string, string])[] | undefined {
  if (value === undefined) return [];
  if (!isTable(value)) return undefined;
  const entries = entriesOf(value);
  return entries.every((entry): entry is readonly [string, string] => typeof entry[1] === 'string') ? entries : undefined;
}

/** A table with exactly these entries, whatever their names. */
export function tableOf<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const table = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
  return table;
}

/** Only the fields that have a value. */
export function defined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Which keys of a server hold texts of which kind. */
export interface LiteralKeys {
  readonly text: readonly string[];
  readonly argument: readonly string[];
  readonly url: readonly string[];
  /** Tables of named texts: environment variables, headers. */
  readonly named: readonly string[];
}

/** Every text of a server that stands for itself. `isReference` tells which do not. */
export function literalsOf(server: Table, path: readonly string[], keys: LiteralKeys, isReference: (text: string) => boolean): readonly Literal[] {
  const texts = (kind: 'text' | 'argument' | 'url') =>
    keys[kind].flatMap((key) => listOf(server[key]).map((text): Literal => ({ path: [...path, key], kind, text })));
  const named = keys.named.flatMap((key) => entriesOf(tableAt(server, key)).flatMap(([name, text]) => (typeof text === 'string' ? [{ path: [...path, key, name], kind: 'named' as const, name, text }] : [])));
  return [...texts('text'), ...texts('argument'), ...texts('url'), ...named].filter(({ text }) => !isReference(text));
}

function listOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}
