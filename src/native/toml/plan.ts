import type { AST } from 'toml-eslint-parser';
import { listDifference, type Replacement, type TableChange } from '../difference.js';
import { mayVanish } from '../intent.js';
import { lineEnd, lineStart } from '../layout.js';
import type { Step } from '../splice.js';
import { isTable, type ContentTable, type NativeContent } from '../value.js';
import { insertEntries } from './insert.js';
import { resolveLists, type PlanStep } from './lists.js';
import { headerEnd, type Draft } from './place.js';
import { printValue, type StringStyle } from './print.js';
import { hasHeader } from './style.js';
import { insertElements } from './tables.js';
import type { Body, TableNode, TablesNode, TomlNode } from './tree.js';

/** How the text of a document has to change for its value to change like this. */
export function planToml(draft: Draft, change: TableChange): readonly Step[] {
  return resolveLists(draft.text, planTable(draft, draft.tree.root, [], change));
}

function planTable(draft: Draft, table: TableNode, path: readonly string[], change: TableChange): readonly PlanStep[] {
  const nodeOf = (key: string) => table.children.get(key);
  const vanishing = change.nested.filter(([key, inner, next]) => vanishes(draft, nodeOf(key), inner, next));
  const respelt = change.replaced.filter(({ key, next }) => isRespelt(draft, nodeOf(key), next));
  const entries = [...vanishing.map(([key, , next]) => [key, next] as const), ...respelt.map(({ key, next }) => [key, next] as const), ...change.inserted];
  return [
    ...change.nested.flatMap(([key, inner]) => planNested(draft, nodeOf(key), [...path, key], inner)),
    ...change.replaced.flatMap((replacement) => planReplacement(draft, nodeOf(replacement.key), [...path, replacement.key], replacement)),
    ...change.removed.flatMap((key) => removeNode(draft, nodeOf(key))),
    ...insertEntries(draft, table, path, entries),
  ];
}

function planNested(draft: Draft, node: TomlNode | undefined, path: readonly string[], change: TableChange): readonly PlanStep[] {
  return node?.kind === 'table' ? planTable(draft, node, path, change) : [];
}

/** Whether a table that has to stay would go with the last of its keys, because nothing else spells it. */
function vanishes(draft: Draft, node: TomlNode | undefined, change: TableChange, next: ContentTable): boolean {
  if (node?.kind !== 'table' || node.body !== undefined || mayVanish(next, draft.hollow)) return false;
  return Object.keys(next).length === 0 && change.removed.length === node.children.size;
}

/** Whether the old spelling cannot hold the new value, so that the entry is removed and entered again. */
function isRespelt(draft: Draft, node: TomlNode | undefined, next: NativeContent): boolean {
  if (node?.kind === 'table') return node.pair === undefined;
  return node?.kind === 'tables' && !hasHeader(next) && !mayVanish(next, draft.hollow);
}

function planReplacement(draft: Draft, node: TomlNode | undefined, path: readonly string[], replacement: Replacement): readonly PlanStep[] {
  if (node === undefined) return [];
  if (isRespelt(draft, node, replacement.next)) return removeNode(draft, node);
  if (node.kind === 'tables') return planElements(draft, node, path, replacement);
  return node.pair === undefined ? [] : replaceValue(draft, node.pair.value, replacement);
}

function replaceValue(draft: Draft, value: AST.TOMLContentNode, { old, next }: Replacement): readonly PlanStep[] {
  const change = value.type === 'TOMLArray' ? listDifference(old, next, isHollow(draft, next)) : undefined;
  if (change === undefined || value.type !== 'TOMLArray') return [{ kind: 'swap', range: value.range, content: printValue(next, styleOf(value)) }];
  const swaps = change.replaced.flatMap(([index, item]): PlanStep[] => {
    const element = value.elements[index];
    return element === undefined ? [] : [{ kind: 'swap', range: element.range, content: printValue(item, styleOf(element)) }];
  });
  const style = value.elements.at(-1);
  return [...swaps, { kind: 'list', list: value, drops: [...change.removed], additions: change.added.map((item) => printValue(item, style === undefined ? 'basic' : styleOf(style))) }];
}

function styleOf(value: AST.TOMLContentNode): StringStyle {
  return value.type === 'TOMLValue' && value.kind === 'string' ? value.style : 'basic';
}

function isHollow({ hollow }: Draft, value: NativeContent): boolean {
  return typeof value === 'object' && value !== null && hollow.has(value);
}

/** Elements of an array of tables come and go as whole sections. */
function planElements(draft: Draft, node: TablesNode, path: readonly string[], { old, next }: Replacement): readonly PlanStep[] {
  const change = listDifference(old, next, true);
  if (change === undefined) return [];
  return [...[...change.removed].flatMap((index) => removeNode(draft, node.elements[index])), ...insertElements(draft, node, path, change.added.filter(isTable))];
}

/** Everything that spells a node: its pair, or its header and the pairs below it. Comments on lines of their own stay. */
function removeNode(draft: Draft, node: TomlNode | undefined): readonly PlanStep[] {
  if (node === undefined) return [];
  if (node.kind === 'tables') return node.elements.flatMap((element) => removeNode(draft, element));
  if (node.pair !== undefined) return node.owner === undefined ? [] : removePair(draft, node.owner, node.pair);
  if (node.kind === 'leaf') return [];
  const header = node.body?.type === 'Section' ? node.body.header : undefined;
  const own: readonly PlanStep[] = header === undefined ? [] : [{ kind: 'cut-lines', range: [lineStart(draft.text, header.range[0]), headerEnd(draft.text, header)] }];
  return [...own, ...[...node.children.values()].flatMap((child) => removeNode(draft, child))];
}

function removePair({ text }: Draft, owner: Body, pair: AST.TOMLKeyValue): readonly PlanStep[] {
  if (owner.type === 'TOMLInlineTable') return [{ kind: 'list', list: owner, drops: [owner.body.indexOf(pair)], additions: [] }];
  return [{ kind: 'cut-lines', range: [lineStart(text, pair.range[0]), lineEnd(text, pair.range[1])] }];
}
