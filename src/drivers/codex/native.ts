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
