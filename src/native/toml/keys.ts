import type { AST } from 'toml-eslint-parser';
import { blanksAbove, lineBreakAt, lineEnd } from '../layout.js';
import { blockAround, blockTouching } from '../markers.js';
import type { Step } from '../splice.js';
import { afterSection, blanksBeforeTable, headerEnd, sectionStart, type Draft } from './place.js';
import { managedBlock } from '../refusals.js';
import { styleOfPair, styleOfSection, type LineStyle } from './style.js';
import type { Section } from './tree.js';

/** Key lines in the style of the place that they turn out to get. */
export type KeyLines = (equals: string) => readonly string[];

/** Behind the last key of a section (of `siblings` where one is given) that no other tool maintains. */
export function insertKeys(draft: Draft, section: Section, print: KeyLines, siblings: readonly AST.TOMLKeyValue[] = section.pairs): readonly Step[] {
  const { text, markers, tree } = draft;
  const isOutside = ({ range }: AST.TOMLKeyValue) => blockTouching(markers, range) === undefined;
  const neighbour = siblings.findLast(isOutside) ?? section.pairs.findLast(isOutside);
  if (neighbour !== undefined) return [keyLines(text, lineEnd(text, neighbour.range[1]), print, styleOfPair(text, neighbour))];
  if (section.header !== undefined) return insertFirstKeys(draft, section, section.header, print);
  const next = tree.sections[1]?.header;
  return next === undefined ? [lastLines(draft, afterSection(draft, section), print(' = '))] : beforeHeader(draft, next, 'key', print(' = '));
}

function insertFirstKeys({ text, markers }: Draft, section: Section, header: AST.TOMLTable, print: KeyLines): readonly Step[] {
  const block = blockTouching(markers, header.key.range);
  if (block !== undefined) return [{ kind: 'refuse', problem: managedBlock(text, header.key.range, block) }];
  return [keyLines(text, headerEnd(text, header), print, styleOfSection(text, section))];
}

function keyLines(text: string, offset: number, print: KeyLines, { indent, equals }: LineStyle): Step {
  return addLines(text, offset, 'key', print(equals).map((line) => indent + line));
}

/** Lines of their own, with the line ends of the line before. */
export function addLines(text: string, offset: number, rank: 'key' | 'table', lines: readonly string[]): Step {
  const lineBreak = lineBreakAt(text, Math.max(0, offset - 1));
  const isOpenEnd = offset > 0 && text[offset - 1] !== '\n';
  return { kind: 'add', offset, rank, content: lines.map((line) => (isOpenEnd ? lineBreak + line : line + lineBreak)).join('') };
}

function blankLines(count: number): readonly string[] {
  return Array.from({ length: count }, () => '');
}

/** At the end of a file that has no tables. */
function lastLines(draft: Draft, offset: number, lines: readonly string[]): Step {
  const blanks = offset === 0 ? 0 : blanksBeforeTable(draft, offset, undefined);
  return addLines(draft.text, offset, 'key', [...blankLines(blanks), ...lines]);
}

/** Above a header and its comments, as far from them as they are from what is above them now. */
export function beforeHeader(draft: Draft, header: AST.TOMLTable, rank: 'key' | 'table', lines: readonly string[]): readonly Step[] {
  const start = sectionStart(draft, header);
  const place = blockAround(draft.markers, start)?.[0] ?? start;
  const blanks = place === 0 ? 1 : blanksAbove(draft.text, place).count;
  return [addLines(draft.text, place, rank, [...lines, ...blankLines(blanks)])];
}
