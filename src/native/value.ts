/** Object keys from the document root. Elements of lists have no path: lists are edited by what they hold. */
export type NativePath = readonly string[];

export type NativeScalar = string | number | bigint | boolean;

/** What an edit can write. Keys are own keys, whatever they are called: `__proto__` is an ordinary one. */
export type NativeValue = NativeScalar | readonly NativeValue[] | NativeTable;
export interface NativeTable {
  readonly [key: string]: NativeValue;
}

/** What a file can hold: also `null` (JSON) and dates (TOML), which no edit writes. */
export type NativeContent = NativeScalar | null | Date | readonly NativeContent[] | ContentTable;
export interface ContentTable {
  readonly [key: string]: NativeContent;
}

/** A table under construction. */
export interface MutableTable {
  [key: string]: NativeContent;
}

export function isList(value: NativeContent): value is readonly NativeContent[] {
  return Array.isArray(value);
}

export function isTable(value: NativeContent | undefined): value is ContentTable {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

/** A table without any inherited key, so that assigning `__proto__` makes an entry like any other. */
export function emptyTable(): MutableTable {
  return Object.create(null) as MutableTable;
}

export function own(table: ContentTable, key: string): NativeContent | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Whether two documents say the same: key order and spelling do not count, so `30` and `30.0` are equal, and so are an
 * integer read as bigint and the same one as number.
 */
export function equal(a: NativeContent | undefined, b: NativeContent | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (isTable(a)) return isTable(b) && equalTables(a, b);
  if (a instanceof Date) return b instanceof Date && a.toISOString() === b.toISOString();
  return equalNumbers(a, b);
}

function equalNumbers(a: NativeContent, b: NativeContent): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Number.isNaN(a) && Number.isNaN(b);
  return isNumeric(a) && isNumeric(b) && a == b;
}

function isNumeric(value: NativeContent): value is number | bigint {
  return typeof value === 'bigint' || typeof value === 'number';
}

function equalTables(a: ContentTable, b: ContentTable): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}
