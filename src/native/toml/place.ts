import type { AST } from 'toml-eslint-parser';
import { blanksAbove, indentOf, isBlankLine, lineEnd, lineStart } from '../layout.js';
import { blockAround, type Markers } from '../markers.js';
import type { Section, TomlTree } from './tree.js';

/** A document whose entries are to be edited: what every stage of a plan looks at. */
export interface Draft {
  readonly text: string;
  readonly tree: TomlTree;
  readonly markers: Markers;
  /** Tables and lists that removals went through: see `Intent`. */
  readonly hollow: ReadonlySet<object>;
}

/** Where the line of a header ends. */
export function headerEnd(text: string, header: AST.TOMLTable): number {
  return lineEnd(text, header.key.range[1]);
}

/** Behind the last line of a section that is not a comment. */
function contentEnd({ text, tree }: Draft, { header, pairs }: Section): number {
  const last = pairs.at(-1);
  if (last !== undefined) return lineEnd(text, last.range[1]);
  if (header !== undefined) return headerEnd(text, header);
  const comment = tree.sections.length > 1 ? undefined : tree.comments.at(-1);
  return comment === undefined ? 0 : lineEnd(text, comment[1]);
}

/** Where a table can follow a section: no key of any section comes after it, and no block of another tool is entered. */
export function afterSection(draft: Draft, section: Section): number {
  let place = afterComments(draft, contentEnd(draft, section));
  for (let block = blockAround(draft.markers, place); block !== undefined; block = blockAround(draft.markers, place)) {
    place = Math.max(block[1], contentEnd(draft, sectionAt(draft, block[1])));
  }
  return place;
}

/** Comments directly below a section belong to it, unless they touch what follows. */
function afterComments({ text, tree, markers }: Draft, start: number): number {
  let end = start;
  while (end < text.length && isCommentLine(tree, text, end) && !markers.blocks.some(([block]) => block === end)) end = lineEnd(text, end);
  return end === text.length || isBlankLine(text, end) ? end : start;
}

/** The section that a key at this place would belong to. */
function sectionAt({ tree }: Draft, offset: number): Section {
  const after = tree.sections.findIndex(({ header }) => header !== undefined && header.range[0] >= offset);
  return tree.sections.at(after === -1 ? -1 : after - 1) ?? { type: 'Section', pairs: [] };
}

/** The start of a section, comments directly above its header included, but not those of a block above it. */
export function sectionStart({ text, tree, markers }: Draft, header: AST.TOMLTable): number {
  let start = lineStart(text, header.range[0]);
  while (start > 0 && !markers.blocks.some(([, end]) => end === start)) {
    const above = lineStart(text, start - 1);
    if (!isCommentLine(tree, text, above)) break;
    start = above;
  }
  return start;
}

function isCommentLine(tree: TomlTree, text: string, start: number): boolean {
  return hasCommentAt(tree, start + indentOf(text, start).length);
}

function hasCommentAt({ comments }: TomlTree, offset: number): boolean {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((comments[middle]?.[0] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return comments[low]?.[0] === offset;
}

/** Blank lines before a new table: none where the file is tight, else as many as a neighbour has. */
export function blanksBeforeTable(draft: Draft, place: number, neighbour: Section | undefined): number {
  const { text, tree } = draft;
  if (place > 0 && place < text.length && !isBlankLine(text, place)) return 0;
  const headers = [neighbour, ...tree.sections.slice(-3), ...tree.sections.slice(0, 3)].flatMap((section) => section?.header ?? []);
  const start = headers.map((header) => sectionStart(draft, header)).find((offset) => offset > 0);
  return start === undefined ? 1 : Math.min(2, blanksAbove(text, start).count);
}
