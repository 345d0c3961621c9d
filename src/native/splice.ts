import type { NativeProblem, Range } from './problem.js';
import { afterBlanks, blanksAbove, indentOf, isBlankLine, lineBreakAt, lineStart, startsLine } from './layout.js';

/** One replaced piece of a text: offsets and lengths count UTF-16 code units of the old text. */
export interface TextSplice {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** One act of a plan, against the old text. Plans of independent entries are lists that are joined. */
export type Step =
  /** Whole lines go, with the blank lines that would be left over. */
  | { readonly kind: 'cut-lines'; readonly range: Range }
  | { readonly kind: 'cut'; readonly range: Range }
  | { readonly kind: 'swap'; readonly range: Range; readonly content: string }
  /** At one offset, keys come before the tables that would otherwise take them over. */
  | { readonly kind: 'add'; readonly offset: number; readonly content: string; readonly rank: 'key' | 'table' }
  | { readonly kind: 'refuse'; readonly problem: NativeProblem };

/** Sorted splices that neither overlap nor touch. */
export function splicesOf(text: string, steps: readonly Step[]): readonly TextSplice[] {
  const pieces = [...cutLines(text, steps), ...steps.flatMap(pieceOf)];
  pieces.sort((a, b) => a.offset - b.offset || a.rank - b.rank);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && piece.offset <= last.offset + last.length) joined[joined.length - 1] = join(last, piece);
    else joined.push(piece);
  }
  return joined.map((piece) => spaced(text, piece)).filter((splice) => splice.length > 0 || splice.content !== '');
}

/** A splice, and its order among those at the same offset. */
interface Piece extends TextSplice {
  readonly rank: number;
  /** Whole lines went here. */
  readonly isLines: boolean;
}

function pieceOf(step: Step): readonly Piece[] {
  if (step.kind === 'add') return [{ offset: step.offset, length: 0, content: step.content, rank: step.rank === 'key' ? 0 : 1, isLines: false }];
  if (step.kind !== 'cut' && step.kind !== 'swap') return [];
  const [start, end] = step.range;
  return [{ offset: start, length: end - start, content: step.kind === 'swap' ? step.content : '', rank: 2, isLines: false }];
}

function join(a: Piece, b: Piece): Piece {
  const end = Math.max(a.offset + a.length, b.offset + b.length);
  return { offset: a.offset, length: end - a.offset, content: a.content + b.content, rank: a.rank, isLines: a.isLines || b.isLines };
}

/**
 * Lines that take the place of others: the first ones of a file need no break before them, and those below a comment
 * need one, because it spoke of what is gone.
 */
function spaced(text: string, { offset, length, content, isLines }: Piece): TextSplice {
  if (!isLines || content === '') return { offset, length, content };
  if (offset === 0) return { offset, length, content: content.replace(/^(?:\r?\n)+/, '') };
  const above = lineStart(text, offset - 1);
  const isBelowComment = startsLine(text, offset) && text.startsWith('#', above + indentOf(text, above).length);
  return { offset, length, content: isBelowComment && !/^\r?\n/.test(content) ? lineBreakAt(text, above) + content : content };
}

function cutLines(text: string, steps: readonly Step[]): readonly Piece[] {
  const ranges = steps.flatMap((step) => (step.kind === 'cut-lines' ? [step.range] : [])).sort(([a], [b]) => a - b);
  const runs: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = runs.at(-1);
    if (last !== undefined && start <= afterBlanks(text, last[1])) last[1] = Math.max(last[1], end);
    else runs.push([start, end]);
  }
  const places = steps.flatMap((step) => (step.kind === 'add' ? [step.offset] : []));
  return runs.map((run) => withBlanks(text, run, places)).map(([start, end]) => ({ offset: start, length: end - start, content: '', rank: 2, isLines: true }));
}

/**
 * Blank lines above removed lines go too when the next line is blank or missing, and so do the blank lines below lines
 * that opened the file, unless others take their place. It is the exact opposite of how lines are added.
 */
function withBlanks(text: string, [start, end]: Range, places: readonly number[]): Range {
  const isLast = end === text.length;
  if (start === 0) {
    const next = afterBlanks(text, end);
    return [0, next === text.length || places.includes(end) ? end : next];
  }
  const above = blanksAbove(text, start);
  const from = above.count > 0 && (isLast || isBlankLine(text, end)) ? above.start : start;
  const lacksBreak = isLast && !text.endsWith('\n') && !places.some((place) => from <= place && place < end);
  return [lacksBreak ? beforeBreak(text, from) : from, end];
}

/** A file that ended without a line break goes on doing so. */
function beforeBreak(text: string, start: number): number {
  if (start === 0) return 0;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}

/** The text after the splices. */
export function applySplices(text: string, splices: readonly TextSplice[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const splice of splices) {
    parts.push(text.slice(end, splice.offset), splice.content);
    end = splice.offset + splice.length;
  }
  return [...parts, text.slice(end)].join('');
}

