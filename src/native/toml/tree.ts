import { parseTOML, type AST } from 'toml-eslint-parser';
import type { Range } from '../problem.js';

/** The keys between one header and the next; without a header, those at the top of the file. */
export interface Section {
  readonly type: 'Section';
  readonly header?: AST.TOMLTable;
  readonly pairs: readonly AST.TOMLKeyValue[];
}

/** Where `key = value` can stand. */
export type Body = Section | AST.TOMLInlineTable;

/** A table, with all the ways in which this file spells it. One that has none of them is implied by its sub-tables. */
export interface TableNode {
  readonly kind: 'table';
  readonly children: Map<string, TomlNode>;
  /** Its own header or braces. */
  body?: Body;
  /** The pair whose value the braces are. */
  pair?: AST.TOMLKeyValue;
  /** The body in which the pair, or the dotted keys, stand. */
  owner?: Body;
  /** `a.b = 1` spells `a` by a dotted key; `depth` is the number of keys up to and including this table. */
  dotted?: { readonly pairs: AST.TOMLKeyValue[]; readonly depth: number };
  /** First and last section, in order of the file, at or below this table. */
  first?: Section;
  last?: Section;
}

/** A value that is not a table. */
export interface LeafNode {
  readonly kind: 'leaf';
  readonly pair: AST.TOMLKeyValue;
  readonly owner: Body;
}

/** An array of tables, spelled `[[name]]`. */
export interface TablesNode {
  readonly kind: 'tables';
  readonly elements: TableNode[];
}

export type TomlNode = TableNode | LeafNode | TablesNode;

export interface TomlTree {
  readonly root: TableNode;
  readonly sections: readonly Section[];
  readonly comments: readonly Range[];
}

/** The syntax tree of a sound document, arranged by keys. Values come from the reader, never from here. */
export function readTree(text: string): TomlTree {
  const program = parseTOML(text, { tomlVersion: '1.1.0' });
  const top = program.body[0].body;
  const first: Section = { type: 'Section', pairs: top.filter((node) => node.type === 'TOMLKeyValue') };
  const root: TableNode = { ...newTable(), body: first };
  for (const pair of first.pairs) addPair(root, first, pair);
  const sections = top.filter((node) => node.type === 'TOMLTable').map((header) => addSection(root, header));
  return { root, sections: [first, ...sections], comments: program.comments.map((comment) => comment.range) };
}

function newTable(): TableNode {
  return { kind: 'table', children: new Map() };
}

function addSection(root: TableNode, header: AST.TOMLTable): Section {
  const section: Section = { type: 'Section', header, pairs: header.body };
  const names = header.key.keys.map(nameOf);
  let table = root;
  mention(table, section);
  for (const name of names.slice(0, -1)) {
    table = childTable(table, name);
    mention(table, section);
  }
  const own = header.kind === 'array' ? newElement(table, names.at(-1) ?? '') : childTable(table, names.at(-1) ?? '');
  mention(own, section);
  own.body = section;
  for (const pair of section.pairs) addPair(own, section, pair);
  return section;
}

function mention(table: TableNode, section: Section): void {
  table.first ??= section;
  table.last = section;
}

/** The table of a name, made where it is missing; of an array of tables the last element, as TOML has it. */
function childTable(table: TableNode, name: string): TableNode {
  const known = table.children.get(name);
  if (known?.kind === 'table') return known;
  const last = known?.kind === 'tables' ? known.elements.at(-1) : undefined;
  if (last !== undefined) return last;
  const created = newTable();
  table.children.set(name, created);
  return created;
}

function newElement(table: TableNode, name: string): TableNode {
  const known = table.children.get(name);
  const elements = known?.kind === 'tables' ? known.elements : [];
  if (known?.kind !== 'tables') table.children.set(name, { kind: 'tables', elements });
  elements.push(newTable());
  return elements.at(-1) ?? table;
}

function addPair(table: TableNode, owner: Body, pair: AST.TOMLKeyValue): void {
  const names = pair.key.keys.map(nameOf);
  let parent = table;
  for (const [index, name] of names.slice(0, -1).entries()) {
    parent = childTable(parent, name);
    parent.owner ??= owner;
    parent.dotted ??= { pairs: [], depth: index + 1 };
    parent.dotted.pairs.push(pair);
  }
  parent.children.set(names.at(-1) ?? '', valueNode(owner, pair));
}

function valueNode(owner: Body, pair: AST.TOMLKeyValue): TomlNode {
  if (pair.value.type !== 'TOMLInlineTable') return { kind: 'leaf', pair, owner };
  const table: TableNode = { kind: 'table', children: new Map(), body: pair.value, pair, owner };
  for (const inner of pair.value.body) addPair(table, pair.value, inner);
  return table;
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}
