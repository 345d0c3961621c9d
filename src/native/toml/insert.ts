import type { NewEntry } from '../difference.js';
import { insertKeys, type KeyLines } from './keys.js';
import type { PlanStep } from './lists.js';
import type { Draft } from './place.js';
import { dottedPairs, hasHeader, printPair } from './style.js';
import { insertParent, insertTables } from './tables.js';
import type { Body, TableNode } from './tree.js';

/** Steps that enter new keys into a table, in the spelling that the table has. */
export function insertEntries(draft: Draft, table: TableNode, path: readonly string[], entries: readonly NewEntry[]): readonly PlanStep[] {
  if (entries.length === 0) return [];
  if (table.body?.type === 'TOMLInlineTable') return insertItems(table.body, entries.map((entry) => printPair('', entry, ' = ')));
  if (table.dotted !== undefined) return insertDotted(draft, table, table.dotted, entries);
  const form = childForm(table);
  const keys = form === 'header' ? entries.filter(([, value]) => !hasHeader(value)) : entries;
  const tables = form === 'header' ? entries.filter(([, value]) => hasHeader(value)) : [];
  const print: KeyLines = (equals) => keys.flatMap((entry) => (form === 'dotted' ? dottedPairs('', entry, equals) : [printPair('', entry, equals)]));
  return [...insertOwnKeys(draft, table, path, keys, print), ...insertTables(draft, table, path, tables, keys.length === 0)];
}

/** How a table's own body spells sub-tables. Inline and dotted only where it holds nothing else: then that is its style. */
function childForm({ body }: TableNode): 'header' | 'inline' | 'dotted' {
  if (body?.type !== 'Section' || body.header === undefined || body.pairs.length === 0) return 'header';
  if (body.pairs.every((pair) => pair.key.keys.length > 1)) return 'dotted';
  return body.pairs.every((pair) => pair.key.keys.length === 1 && pair.value.type === 'TOMLInlineTable') ? 'inline' : 'header';
}

function insertItems(list: Extract<Body, { readonly type: 'TOMLInlineTable' }>, additions: readonly string[]): readonly PlanStep[] {
  return [{ kind: 'list', list, drops: [], additions }];
}

/** Dotted keys next to their siblings: a table that dotted keys spell can have no header. */
function insertDotted(draft: Draft, { owner }: TableNode, { pairs, depth }: NonNullable<TableNode['dotted']>, entries: readonly NewEntry[]): readonly PlanStep[] {
  const sibling = pairs.at(-1);
  if (sibling === undefined || owner === undefined) return [];
  const prefix = `${draft.text.slice(sibling.key.range[0], sibling.key.keys[depth - 1]?.range[1])}.`;
  const print: KeyLines = (equals) => entries.flatMap((entry) => dottedPairs(prefix, entry, equals));
  return owner.type === 'TOMLInlineTable' ? insertItems(owner, print(' = ')) : insertKeys(draft, owner, print, pairs);
}

function insertOwnKeys(draft: Draft, table: TableNode, path: readonly string[], keys: readonly NewEntry[], print: KeyLines): readonly PlanStep[] {
  if (keys.length === 0) return [];
  return table.body?.type === 'Section' ? insertKeys(draft, table.body, print) : insertParent(draft, table, path, keys);
}
