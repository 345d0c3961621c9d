import type { Entry, NativeValue } from '../driver.js';

/** One TOML table: its header and its keys. `isElement` marks an element of an array of tables (`[[rule]]`). */
export interface Table {
  readonly path: readonly string[];
  readonly isElement: boolean;
  readonly values: { readonly [key: string]: NativeValue };
}

/** Entries that stand next to each other and share their parent become one table; an included table becomes an element. */
export function tablesOf(entries: readonly Entry[]): readonly Table[] {
  const tables: { path: readonly string[]; isElement: boolean; values: Record<string, NativeValue> }[] = [];
  for (const entry of entries) {
    if (entry.op === 'include') {
      tables.push({ path: entry.path, isElement: true, values: tableValue(entry) });
      continue;
    }
    const path = entry.path.slice(0, -1);
    const last = tables.at(-1);
    const table = last !== undefined && !last.isElement && samePath(last.path, path) ? last : newTable(path);
    if (table !== last) tables.push(table);
    setOwn(table.values, entry.path.at(-1) ?? '', entry.value);
  }
  return tables;
}

function newTable(path: readonly string[]) {
  return { path, isElement: false, values: emptyTable() };
}

function tableValue(entry: Entry): Record<string, NativeValue> {
  if (!isNativeTable(entry.value)) throw new Error('an element of an array of tables must be a table');
  return entry.value;
}

export function isNativeTable(value: NativeValue): value is Record<string, NativeValue> {
  return typeof value === 'object' && !Array.isArray(value);
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** A table that has no keys at all, inherited ones included. */
export function emptyTable(): Record<string, NativeValue> {
  return Object.create(null) as Record<string, NativeValue>;
}

/** Sets an own key, `__proto__` included. */
export function setOwn(table: object, key: string, value: unknown): void {
  Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
}
