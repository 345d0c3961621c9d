import type { Entry, NativeDocument } from '../driver.js';
import { sameValue } from '../render/value-of.js';

/** Whether the document of an entry's part says what the entry says; `undefined` where there is no such document. */
export type Holds = (entry: Entry) => boolean | undefined;

/** Looks entries up in documents. Long lists are indexed once, so that ten thousand rules do not search one list ten thousand times. */
export function holding(documents: readonly NativeDocument[]): Holds {
  const walks = new Map(documents.map(({ part, value }) => [part, { value, walk: new Walk(value) }]));
  return (entry) => {
    const found = walks.get(entry.part);
    return found === undefined ? undefined : isSaid(entry, found.walk.to(entry.path)) || isUnderstood(entry, found.value);
  };
}

/** Finds values by their paths. Entries come server by server, so that most of a path was gone before. */
class Walk {
  private path: readonly string[] = [];
  /** The values on the way, the root first. */
  private readonly values: unknown[];

  constructor(root: unknown) {
    this.values = [root];
  }

  to(path: readonly string[]): unknown {
    let depth = 0;
    while (depth < path.length && depth < this.path.length && path[depth] === this.path[depth]) depth += 1;
    this.path = path;
    this.values.length = depth + 1;
    for (const key of path.slice(depth)) this.values.push(ownValue(this.values[this.values.length - 1], key));
    return this.values[path.length];
  }
}

function ownValue(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? (node as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** By own keys only. A loop, because it runs once for every entry of a policy. */
export function valueBelow(root: unknown, path: readonly string[]): unknown {
  let node = root;
  for (const key of path) node = ownValue(node, key);
  return node;
}

function isSaid(entry: Entry, found: unknown): boolean {
  if (typeof entry.value === 'string' && entry.op === 'set') return found === entry.value;
  if (entry.op === 'include') return Array.isArray(found) && positionsOf(found).has(identityOf(entry.value));
  return entry.isUnordered ? sameValue(sorted(found), sorted(entry.value)) : sameValue(found, entry.value);
}

function isUnderstood({ isImplied, path }: Entry, root: unknown): boolean {
  return isImplied === true && valueBelow(root, path) === undefined && valueBelow(root, path.slice(0, -1)) !== undefined;
}

/** A list of texts in one order, without repetitions. */
function sorted(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...new Set(value)].sort() : value;
}

const known = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>();

/** Where a value stands in a list, its first place; -1 where it does not. */
export function positionIn(list: readonly unknown[], value: unknown): number {
  return positionsOf(list).get(identityOf(value)) ?? -1;
}

function positionsOf(list: readonly unknown[]): ReadonlyMap<string, number> {
  const positions = known.get(list) ?? new Map(list.map((item, index) => [identityOf(item), index] as const).reverse());
  known.set(list, positions);
  return positions;
}

/** A value as text that is equal exactly for equal values, whatever the order of their keys. */
function identityOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(identityOf).join(',')}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${identityOf(Reflect.get(value, key))}`).join(',')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : `${typeof value} ${String(value)}`;
}
