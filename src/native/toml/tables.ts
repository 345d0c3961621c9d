import type { NewEntry } from '../difference.js';
import { indentOf } from '../layout.js';
import { blockAround } from '../markers.js';
import type { Step } from '../splice.js';
import type { ContentTable } from '../value.js';
import { addLines, beforeHeader } from './keys.js';
import { afterSection, blanksBeforeTable, sectionStart, type Draft } from './place.js';
import { elementLines, sectionLines, styleOfSection, tableLines, type TableStyle } from './style.js';
import type { Section, TableNode, TablesNode } from './tree.js';

/** A header for a table that so far only its sub-tables imply, before the first of them. */
export function insertParent(draft: Draft, table: TableNode, path: readonly string[], keys: readonly NewEntry[]): readonly Step[] {
  const { first, last } = table;
  if (first?.header === undefined || last === undefined) return [];
  const header = `[${headerPrefix(draft.text, table, path)}]`;
  if (blockAround(draft.markers, sectionStart(draft, first.header)) === undefined) {
    return beforeHeader(draft, first.header, 'table', sectionLines(header, keys, { ...tableStyle(draft, first, 0), blanks: 0 }));
  }
  const place = afterSection(draft, last);
  return [addLines(draft.text, place, 'table', sectionLines(header, keys, tableStyle(draft, last, place)))];
}

/** New tables behind the last section of their parent. `isFirst` tells that nothing else will stand before them. */
export function insertTables(draft: Draft, table: TableNode, path: readonly string[], entries: readonly NewEntry[], isFirst: boolean): readonly Step[] {
  const last = table.last ?? draft.tree.sections[0];
  if (entries.length === 0 || last === undefined) return [];
  const place = afterSection(draft, last);
  const style = tableStyle(draft, table.last, place);
  const prefix = path.length === 0 ? '' : `${headerPrefix(draft.text, table, path)}.`;
  const lines = entries.flatMap((entry) => tableLines(prefix, entry, style));
  return [addLines(draft.text, place, 'table', isFirst && place === 0 ? lines.slice(style.blanks) : lines)];
}

/** New elements of an array of tables, behind the last one. */
export function insertElements(draft: Draft, { elements }: TablesNode, path: readonly string[], added: readonly ContentTable[]): readonly Step[] {
  const element = elements.at(-1);
  if (element?.last === undefined || added.length === 0) return [];
  const place = afterSection(draft, element.last);
  const style = tableStyle(draft, element.last, place);
  const name = headerPrefix(draft.text, element, path);
  return [addLines(draft.text, place, 'table', added.flatMap((value) => elementLines(name, value, style)))];
}

function tableStyle(draft: Draft, neighbour: Section | undefined, place: number): TableStyle {
  const { text } = draft;
  const header = neighbour?.header;
  return {
    ...styleOfSection(text, neighbour),
    headerIndent: header === undefined ? '' : indentOf(text, header.range[0]),
    padding: header === undefined ? '' : (/^\[+([ \t]*)/.exec(text.slice(header.range[0], header.key.range[0]))?.[1] ?? ''),
    blanks: blanksBeforeTable(draft, place, neighbour),
  };
}

/** The keys of a path as a header of the file spells them. */
function headerPrefix(text: string, { last }: TableNode, path: readonly string[]): string {
  const keys = last?.header?.key.keys ?? [];
  return text.slice(keys[0]?.range[0], keys[path.length - 1]?.range[1]);
}
