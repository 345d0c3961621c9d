import type { Position, Span } from '../model.js';

/** Line and column of an offset. Lines end at LF, CRLF or a lone CR. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const ends = [...before.matchAll(/\r\n|\n|\r/g)];
  const last = ends.at(-1);
  const start = last === undefined ? 0 : last.index + last[0].length;
  return { line: ends.length + 1, column: offset - start + 1, offset };
}

export function spanAt(text: string, start: number, end: number): Span {
  return { start: positionAt(text, start), end: positionAt(text, Math.max(start, end)) };
}

/** The offset of a 1-based line and column, as parsers report them. */
export function offsetOf(text: string, line: number, column: number): number {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return Math.min(text.length, (starts[line - 1] ?? text.length) + column - 1);
}
