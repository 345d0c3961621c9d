import type { NativeEdit } from './edit.js';
import { emptyTable, equal, isList, isTable, own, type ContentTable, type MutableTable, type NativeContent, type NativePath, type NativeValue } from './value.js';

/**
 * What a document should say after the edits. `hollow` holds the tables and lists that removals went through: where one of
 * them is left without content, the file may drop it (a TOML table that only its sub-tables implied goes with the last of them).
 */
export type Intent =
  | { readonly ok: true; readonly value: ContentTable; readonly hollow: ReadonlySet<object> }
  | { readonly ok: false; readonly fault: IntentFault };

export interface IntentFault {
  readonly path: NativePath;
  readonly message: string;
}

/** A copy of the document that the edits change, with what is known about it. */
interface Sketch {
  readonly root: MutableTable;
  readonly hollow: Set<object>;
  /** What long lists hold, so that ten thousand `include`s do not search one list ten thousand times. */
  readonly held: Map<object, Set<string>>;
}

/** The meaning of edits, on values alone: old value and edits in, new value out. The old value is not touched. */
export function intend(old: ContentTable, edits: readonly NativeEdit[]): Intent {
  const sketch: Sketch = { root: copyTable(old), hollow: new Set(), held: new Map() };
  for (const edit of edits) {
    const fault = applyOne(sketch, edit);
    if (fault !== undefined) return { ok: false, fault };
  }
  return { ok: true, value: sketch.root, hollow: sketch.hollow };
}

function applyOne(sketch: Sketch, edit: NativeEdit): IntentFault | undefined {
  const key = edit.path.at(-1);
  if (key === undefined) return { path: [], message: 'an edit needs a path of at least one key' };
  const creates = edit.op === 'set' || edit.op === 'include';
  const { tables, blocked } = walk(sketch.root, edit.path.slice(0, -1), creates);
  if (blocked !== undefined) return creates ? { path: blocked, message: 'this is not a table, so nothing can be entered below it' } : undefined;
  const parent = tables.at(-1);
  if (parent === undefined) return undefined;
  if (edit.op === 'set') parent[key] = copy(edit.value);
  else if (edit.op === 'remove') removeKey(sketch, tables, parent, key);
  else return changeList(sketch, tables, parent, key, edit);
  return undefined;
}

/** The tables along a path, the root first; none where the path leads nowhere. Edits that write create what is missing. */
function walk(root: MutableTable, path: NativePath, creates: boolean): { readonly tables: readonly MutableTable[]; readonly blocked?: NativePath } {
  const tables = [root];
  let table = root;
  for (const [depth, key] of path.entries()) {
    const next = own(table, key) ?? (creates ? emptyTable() : undefined);
    if (next === undefined) return { tables: [] };
    if (!isTable(next)) return { tables: [], blocked: path.slice(0, depth + 1) };
    table[key] = next;
    table = next as MutableTable;
    tables.push(table);
  }
  return { tables };
}

function removeKey({ hollow }: Sketch, tables: readonly MutableTable[], parent: MutableTable, key: string): void {
  if (!Object.hasOwn(parent, key)) return;
  Reflect.deleteProperty(parent, key);
  for (const table of tables) hollow.add(table);
}

type ListEdit = Extract<NativeEdit, { readonly op: 'include' | 'exclude' }>;

function changeList(sketch: Sketch, tables: readonly MutableTable[], parent: MutableTable, key: string, edit: ListEdit): IntentFault | undefined {
  const found = own(parent, key);
  if (found === undefined && edit.op === 'exclude') return undefined;
  if (found !== undefined && !isList(found)) return { path: edit.path, message: 'this is not a list' };
  const list = (found ?? (parent[key] = [])) as NativeContent[];
  const holds = holdsValue(sketch, list, edit.value);
  if (edit.op === 'include' && !holds) addItem(sketch, list, edit.value);
  if (edit.op === 'exclude' && holds) {
    removeItems(sketch, list, edit.value);
    for (const emptied of [...tables, list]) sketch.hollow.add(emptied);
  }
  return undefined;
}

function holdsValue({ held }: Sketch, list: NativeContent[], value: NativeValue): boolean {
  const identity = identityOf(value);
  if (identity === undefined) return list.some((item) => equal(item, value));
  const known = held.get(list) ?? new Set(list.flatMap((item) => identityOf(item) ?? []));
  held.set(list, known);
  return known.has(identity);
}

function addItem({ held }: Sketch, list: NativeContent[], value: NativeValue): void {
  list.push(copy(value));
  const identity = identityOf(value);
  if (identity !== undefined) held.get(list)?.add(identity);
}

function removeItems({ held }: Sketch, list: NativeContent[], value: NativeValue): void {
  const find = (from: number) => (typeof value === 'string' ? list.indexOf(value, from) : list.findIndex((item, index) => index >= from && equal(item, value)));
  for (let index = find(0); index !== -1; index = find(index)) list.splice(index, 1);
  held.get(list)?.delete(identityOf(value) ?? '');
}

/** A scalar as text that is equal exactly for equal scalars. */
function identityOf(value: NativeContent): string | undefined {
  if (typeof value === 'object') return undefined;
  return typeof value === 'bigint' || typeof value === 'number' ? `number ${String(value)}` : `${typeof value} ${String(value)}`;
}

function copy(value: NativeContent): NativeContent {
  if (isList(value)) return value.map(copy);
  return isTable(value) ? copyTable(value) : value;
}

function copyTable(table: ContentTable): MutableTable {
  const result = emptyTable();
  for (const [key, value] of Object.entries(table)) result[key] = copy(value);
  return result;
}

/** Whether a document says what was intended, nothing more and nothing less. */
export function says(actual: NativeContent, intended: NativeContent, hollow: ReadonlySet<object>): boolean {
  if (!isTable(actual) || !isTable(intended)) return equal(actual, intended);
  if (!Object.keys(actual).every((key) => Object.hasOwn(intended, key))) return false;
  return Object.entries(intended).every(([key, value]) => {
    const found = own(actual, key);
    return found === undefined ? mayVanish(value, hollow) : says(found, value, hollow);
  });
}

/** Whether nothing is left of a value but tables and lists that removals emptied. */
export function mayVanish(value: NativeContent, hollow: ReadonlySet<object>): boolean {
  if (typeof value !== 'object' || value === null || !hollow.has(value)) return false;
  return Object.values(value).every((item: NativeContent) => mayVanish(item, hollow));
}
