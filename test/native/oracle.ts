import type { NativeEdit } from '../../src/native/edit.js';
import type { TextSplice } from '../../src/native/splice.js';

/**
 * What edits mean, written a second time and in another way: documents as lists of paths and leaves. Empty tables and
 * lists do not count here, because a file may drop those that a removal emptied.
 */
export type Leaves = readonly string[];

export function leavesOf(value: unknown): Leaves {
  return leaves(value, [], false).sort();
}

function leaves(value: unknown, path: readonly string[], countsEmpty: boolean): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [`${JSON.stringify(path)} ${spell(value)}`];
  const entries = Array.isArray(value) ? [...value.entries()].map(([index, item]) => [`#${String(index)}`, item as unknown] as const) : Object.keys(value).map((key) => [key, Reflect.get(value, key) as unknown] as const);
  if (countsEmpty && entries.length === 0) return [`${JSON.stringify(path)} empty`];
  return entries.flatMap(([key, item]) => leaves(item, [...path, key], countsEmpty));
}

function spell(value: unknown): string {
  if (value instanceof Date) return `date ${value.toISOString()}`;
  return typeof value === 'number' || typeof value === 'bigint' ? `number ${String(Number(value))}` : JSON.stringify(value);
}

/** `undefined` where an edit has no meaning: it leads through something that is no table or no list. */
export function meaningOf(document: unknown, edits: readonly NativeEdit[]): Leaves | undefined {
  let value = document;
  for (const edit of edits) {
    value = change(value, edit.path, edit);
    if (value === impossible) return undefined;
  }
  return leavesOf(value);
}

const impossible = Symbol('impossible');
const absent = Symbol('absent');

function change(value: unknown, path: readonly string[], edit: NativeEdit): unknown {
  const [key, ...rest] = path;
  const writes = edit.op === 'set' || edit.op === 'include';
  if (key === undefined) return changeLeaf(value, edit);
  if (value !== absent && !isTable(value)) return writes ? impossible : value;
  if (value === absent && !writes) return absent;
  const table = new Map(value === absent ? [] : Object.keys(value as object).map((name) => [name, Reflect.get(value as object, name) as unknown]));
  const next = change(table.has(key) ? table.get(key) : absent, rest, edit);
  if (next === impossible) return impossible;
  if (next === absent) table.delete(key);
  else table.set(key, next);
  const result = Object.create(null) as object;
  for (const [name, item] of table) Object.defineProperty(result, name, { value: item, enumerable: true, configurable: true, writable: true });
  return result;
}

function changeLeaf(value: unknown, edit: NativeEdit): unknown {
  if (edit.op === 'set') return edit.value;
  if (edit.op === 'remove') return absent;
  if (value === absent) return edit.op === 'include' ? [edit.value] : absent;
  if (!Array.isArray(value)) return impossible;
  const whole = (item: unknown) => leaves(item, [], true).sort().join('\n');
  const wanted = whole(edit.value);
  const holds = (item: unknown) => whole(item) === wanted;
  if (edit.op === 'exclude') return value.filter((item) => !holds(item));
  return value.some(holds) ? value : [...(value as unknown[]), edit.value];
}

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Why these splices do not turn one text into the other and leave all else alone, or `undefined`. */
export function faultOfSplices(before: string, after: string, splices: readonly TextSplice[]): string | undefined {
  let old = 0;
  let made = 0;
  for (const { offset, length, content } of splices) {
    if (offset < old) return 'splices overlap or are not sorted';
    if (before.slice(old, offset) !== after.slice(made, made + offset - old)) return `bytes before offset ${String(offset)} differ`;
    made += offset - old + content.length;
    if (after.slice(made - content.length, made) !== content) return `the splice at ${String(offset)} is not in the new text`;
    old = offset + length;
  }
  return before.slice(old) === after.slice(made) ? undefined : 'bytes behind the last splice differ';
}

/** Whether an edit has to do with the entry at this path. */
export function concerns(edit: NativeEdit, path: readonly (string | number)[]): boolean {
  const length = Math.min(edit.path.length, path.length);
  return edit.path.slice(0, length).every((key, index) => key === path[index]);
}

/** Whether all items of one list stand in the other one, in the same order. */
export function isSubsequence(items: readonly string[], of: readonly string[]): boolean {
  let found = 0;
  for (const item of of) if (item === items[found]) found += 1;
  return found === items.length;
}
