import type { Entry, NativeValue } from '../driver.js';
import { emptyTable, isNativeTable, setOwn } from './tables.js';

/** The document that a list of entries means. */
export function valueOf(entries: readonly Entry[]): Record<string, NativeValue> {
  const root = emptyTable();
  for (const entry of entries) {
    const parent = entry.path.slice(0, -1).reduce(childTable, root);
    const key = entry.path.at(-1) ?? '';
    const old = Object.hasOwn(parent, key) ? parent[key] : undefined;
    if (entry.op === 'set' && old !== undefined) throw new Error('two entries set one key');
    setOwn(parent, key, entry.op === 'set' ? entry.value : [...(Array.isArray(old) ? old : []), entry.value]);
  }
  return root;
}

function childTable(table: Record<string, NativeValue>, key: string): Record<string, NativeValue> {
  const old = Object.hasOwn(table, key) ? table[key] : undefined;
  if (old !== undefined && isNativeTable(old)) return old;
  if (old !== undefined) throw new Error('an entry goes through a value that is no table');
  const created = emptyTable();
  setOwn(table, key, created);
  return created;
}

/** Deep equality of two documents by own keys, whatever their prototypes and key order. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(Reflect.get(a, key), Reflect.get(b, key)));
}
