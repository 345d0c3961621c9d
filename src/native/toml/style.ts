import type { AST } from 'toml-eslint-parser';
import { indentOf } from '../layout.js';
import { isList, isTable, type ContentTable, type NativeContent } from '../value.js';
import type { NewEntry } from '../difference.js';
import { printKey, printValue } from './print.js';
import type { Section } from './tree.js';

/** How a line of the neighbourhood looks. */
export interface LineStyle {
  readonly indent: string;
  /** Around the equals sign. */
  readonly equals: string;
}

export function styleOfPair(text: string, pair: AST.TOMLKeyValue): LineStyle {
  const between = text.slice(pair.key.range[1], pair.value.range[0]);
  return { indent: indentOf(text, pair.range[0]), equals: /^[ \t]?=[ \t]?$/.test(between) ? between : ' = ' };
}

/** How a key of this section looks, or would look. */
export function styleOfSection(text: string, section: Section | undefined): LineStyle {
  const pair = section?.pairs.at(-1);
  if (pair !== undefined) return styleOfPair(text, pair);
  return { indent: section?.header === undefined ? '' : indentOf(text, section.header.range[0]), equals: ' = ' };
}

/** `key = value` on one line. `prefix` holds the dotted keys before it, as the file spells them. */
export function printPair(prefix: string, [key, value]: NewEntry, equals: string): string {
  return `${prefix}${printKey(key)}${equals}${printValue(value)}`;
}

/** An entry as dotted keys, one line a value. */
export function dottedPairs(prefix: string, entry: NewEntry, equals: string): readonly string[] {
  const [key, value] = entry;
  if (!isTable(value) || Object.keys(value).length === 0) return [printPair(prefix, entry, equals)];
  return Object.entries(value).flatMap((inner) => dottedPairs(`${prefix}${printKey(key)}.`, inner, equals));
}

/** How new tables are laid out. */
export interface TableStyle extends LineStyle {
  readonly headerIndent: string;
  /** Between brackets and key. */
  readonly padding: string;
  /** Blank lines before each header. */
  readonly blanks: number;
}

/** Whether a value has sections of its own: a table, or a list that is written as `[[name]]`. */
export function hasHeader(value: NativeContent): boolean {
  return isTable(value) || (isList(value) && value.length > 0 && value.every(isTable));
}

/** The lines of an entry that has headers. `prefix` is the parent's header, a dot behind it. */
export function tableLines(prefix: string, [key, value]: NewEntry, style: TableStyle): readonly string[] {
  const name = `${prefix}${printKey(key)}`;
  if (isList(value)) return value.filter(isTable).flatMap((element) => elementLines(name, element, style));
  if (!isTable(value)) return [];
  const entries = Object.entries(value);
  const pairs = entries.filter(([, inner]) => !hasHeader(inner));
  const own = pairs.length > 0 || entries.length === 0 ? sectionLines(`[${style.padding}${name}${style.padding}]`, pairs, style) : [];
  return [...own, ...subTables(name, entries, style)];
}

/** The lines of one `[[name]]`. */
export function elementLines(name: string, element: ContentTable, style: TableStyle): readonly string[] {
  const entries = Object.entries(element);
  const pairs = entries.filter(([, inner]) => !hasHeader(inner));
  return [...sectionLines(`[[${style.padding}${name}${style.padding}]]`, pairs, style), ...subTables(name, entries, style)];
}

function subTables(name: string, entries: readonly NewEntry[], style: TableStyle): readonly string[] {
  return entries.filter(([, inner]) => hasHeader(inner)).flatMap((inner) => tableLines(`${name}.`, inner, style));
}

/** A header and its keys, blank lines before it. */
export function sectionLines(header: string, pairs: readonly NewEntry[], style: TableStyle): readonly string[] {
  const blanks = Array.from({ length: style.blanks }, () => '');
  return [...blanks, style.headerIndent + header, ...pairs.map((pair) => style.indent + printPair('', pair, style.equals))];
}
