import { listDifference, type NewEntry, type Replacement, type TableChange } from '../difference.js';
import { indentOf, lineBreakAt, startsLine } from '../layout.js';
import { editList, type ListShape } from '../list.js';
import type { Step } from '../splice.js';
import type { ContentTable, NativeContent } from '../value.js';
import { printMember, printValue, type JsonLayout, type LinesLayout } from './print.js';
import { rangeOf, type JsonItem, type JsonNode, type JsonTree } from './tree.js';

/** How the text of a document has to change for its value to change like this. */
export function planJson(text: string, tree: JsonTree, change: TableChange, hollow: ReadonlySet<object>): readonly Step[] {
  if (tree.root !== undefined) return planObject({ text, hollow }, tree.root, change);
  const lineBreak = lineBreakAt(text, text.length);
  const layout: JsonLayout = { kind: 'lines', indent: '', unit: '  ', lineBreak };
  const lead = text === '' || text.endsWith('\n') ? '' : lineBreak;
  return [{ kind: 'add', offset: text.length, rank: 'key', content: lead + printValue(tableOf(change.inserted), layout) + lineBreak }];
}

function tableOf(entries: readonly NewEntry[]): ContentTable {
  return Object.setPrototypeOf(Object.fromEntries(entries), null) as ContentTable;
}

interface Draft {
  readonly text: string;
  /** Lists that items were removed from: see `Intent`. */
  readonly hollow: ReadonlySet<object>;
}

function planObject(draft: Draft, object: JsonNode, change: TableChange): readonly Step[] {
  const { text } = draft;
  const members = new Map(object.items.map((item, index) => [item.key?.name, index]));
  const memberOf = (key: string) => object.items[members.get(key) ?? -1];
  const drops = new Set(change.removed.map((key) => members.get(key) ?? -1));
  return [
    ...change.nested.flatMap(([key, inner]) => planNested(draft, memberOf(key), inner)),
    ...change.replaced.flatMap((replacement) => replaceValue(draft, memberOf(replacement.key), replacement)),
    ...editItems(text, object, drops, (layout) => change.inserted.map(([key, value]) => printMember(key, value, layout, colonOf(text, object)))),
  ];
}

function planNested(draft: Draft, member: JsonItem | undefined, change: TableChange): readonly Step[] {
  return member === undefined ? [] : planObject(draft, member.node, change);
}

function replaceValue(draft: Draft, item: JsonItem | undefined, { old, next }: Replacement): readonly Step[] {
  if (item === undefined) return [];
  const { text, hollow } = draft;
  const { node } = item;
  const change = node.kind === 'array' ? listDifference(old, next, hollow.has(next as object)) : undefined;
  if (change === undefined) return [{ kind: 'swap', range: [node.start, node.end], content: printValue(next, layoutOfReplacement(text, item)) }];
  const replaced = change.replaced.flatMap(([index, value]) => replaceValue(draft, node.items[index], { key: '', old: (old as readonly NativeContent[])[index] ?? null, next: value }));
  return [...replaced, ...editItems(text, node, change.removed, (layout) => change.added.map((value) => printValue(value, layout)))];
}

function layoutOfReplacement(text: string, { start, node }: JsonItem): JsonLayout {
  const isLong = text.slice(node.start, node.end).includes('\n') || (node.items.length === 0 && startsLine(text, start));
  return isLong ? linesLayout(text, start) : { kind: isMinified(text) ? 'minified' : 'line' };
}

function editItems(text: string, list: JsonNode, drops: ReadonlySet<number>, print: (layout: JsonLayout) => readonly string[]): readonly Step[] {
  const shape: ListShape = { open: list.start + 1, close: list.end - 1, items: list.items.map(rangeOf) };
  const layout = layoutOfItems(text, list);
  const additions = print(layout);
  return editList(text, shape, { drops, additions, frame: frameOf(text, list, layout) });
}

/** New items look like the last one; in an empty object of a file with line breaks they get lines of their own. */
function layoutOfItems(text: string, list: JsonNode): JsonLayout {
  const last = list.items.at(-1);
  const isOneLine = last === undefined ? list.kind === 'array' || !spreads(text, list) : !startsLine(text, last.start) || isCompact(text, last);
  if (isOneLine) return { kind: isMinified(text) ? 'minified' : 'line' };
  const layout = linesLayout(text, last?.start ?? list.start);
  return last === undefined ? { ...layout, indent: layout.indent + layout.unit } : layout;
}

/** Whether a value with items is written on one line. */
function isCompact(text: string, { node }: JsonItem): boolean {
  return node.items.length > 0 && !text.slice(node.start, node.end).includes('\n');
}

/** Whether an empty object is filled line by line: the root always is, another one where the file has several lines. */
function spreads(text: string, list: JsonNode): boolean {
  return text.trim().includes('\n') || (text.slice(0, list.start).trim() === '' && !isMinified(text));
}

function frameOf(text: string, list: JsonNode, layout: JsonLayout) {
  if (layout.kind === 'lines') return { before: layout.lineBreak + layout.indent, between: `,${layout.lineBreak}${layout.indent}`, after: layout.lineBreak + indentOf(text, list.start) };
  const padding = list.kind === 'object' && layout.kind === 'line' ? ' ' : '';
  return { before: padding, between: layout.kind === 'minified' ? ',' : ', ', after: padding };
}

function linesLayout(text: string, offset: number): LinesLayout {
  const unit = /^(\t| {1,8})[^\s]/m.exec(text)?.[1] ?? /^(\t| +)/m.exec(text)?.[1] ?? '  ';
  return { kind: 'lines', indent: indentOf(text, offset), unit, lineBreak: lineBreakAt(text, offset) };
}

function isMinified(text: string): boolean {
  return !text.trim().includes('\n') && !/[:,]\s/.test(text) && /[:,]/.test(text);
}

/** What the members of an object have between key and value. */
function colonOf(text: string, object: JsonNode): string | undefined {
  const last = object.items.at(-1);
  const colon = last?.key === undefined ? '' : text.slice(last.key.end, last.node.start);
  return /^[ \t]?:[ \t]?$/.test(colon) ? colon : undefined;
}
