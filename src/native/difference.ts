import { mayVanish } from './intent.js';
import { equal, isList, isTable, own, type ContentTable, type NativeContent } from './value.js';

/** What has to change in one table. Whatever is not mentioned stays, byte for byte. */
export interface TableChange {
  readonly removed: readonly string[];
  readonly replaced: readonly Replacement[];
  /** In the order in which the edits made them. */
  readonly inserted: readonly NewEntry[];
  readonly nested: readonly (readonly [key: string, change: TableChange, next: ContentTable])[];
}

export type NewEntry = readonly [key: string, value: NativeContent];

export interface Replacement {
  readonly key: string;
  readonly old: NativeContent;
  readonly next: NativeContent;
}

/**
 * The smallest change that makes one table the other: tables on both sides are compared key by key. What removals left
 * hollow (see `Intent`) is not entered.
 */
export function tableDifference(old: ContentTable, next: ContentTable, hollow: ReadonlySet<object>): TableChange {
  const replaced: Replacement[] = [];
  const inserted: NewEntry[] = [];
  const nested: [string, TableChange, ContentTable][] = [];
  for (const [key, value] of Object.entries(next)) {
    const before = own(old, key);
    if (before === undefined && !mayVanish(value, hollow)) inserted.push([key, value]);
    else if (before === undefined) continue;
    else if (isTable(before) && isTable(value)) nested.push([key, tableDifference(before, value, hollow), value]);
    else if (!equal(before, value)) replaced.push({ key, old: before, next: value });
  }
  const removed = Object.keys(old).filter((key) => !Object.hasOwn(next, key));
  return { removed, replaced, inserted, nested: nested.filter(([, change]) => !isNothing(change)) };
}

export function isNothing(change: TableChange): boolean {
  return change.removed.length + change.replaced.length + change.inserted.length + change.nested.length === 0;
}

/** What has to change in one list, item by item. `removed` and `replaced` hold indexes of the old list. */
export interface ListChange {
  readonly removed: ReadonlySet<number>;
  readonly replaced: readonly (readonly [index: number, next: NativeContent])[];
  readonly added: readonly NativeContent[];
}

/**
 * How one list becomes the other. Items of a list that was edited item by item come and go; a list that was set as a
 * whole changes in place where it keeps its length, so that comments beside an argument stay beside it.
 */
export function listDifference(old: NativeContent, next: NativeContent, isItemwise: boolean): ListChange | undefined {
  if (!isList(old) || !isList(next)) return undefined;
  const differing = next.flatMap((item, index) => (equal(old[index], item) ? [] : [[index, item] as const]));
  const kept = keptItems(old, next);
  const canStay = !isItemwise && old.length === next.length && differing.every(([index, item]) => !isTable(item) && !isTable(old[index]));
  if (canStay && differing.length <= old.length - kept.size) return { removed: new Set(), replaced: differing, added: [] };
  return { removed: new Set([...old.keys()].filter((index) => !kept.has(index))), replaced: [], added: next.slice(kept.size) };
}

/** Indexes of the old items that the new list begins with, in order. */
function keptItems(old: readonly NativeContent[], next: readonly NativeContent[]): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const [index, item] of old.entries()) {
    if (kept.size < next.length && equal(item, next[kept.size])) kept.add(index);
  }
  return kept;
}
