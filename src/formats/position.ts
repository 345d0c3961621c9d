import type { Position, Span } from '../model.js';

/** Line and column of an offset. Lines end at LF, CRLF or a lone CR. */
export function positionAt(text: string, offset: number): Position {
  return positionIn(lineStarts(text), offset);
}

export function spanAt(text: string, start: number, end: number): Span {
  return spansOf(text)(start, end);
}

/** Spans of one text, of which many are wanted: its lines are looked for once. */
export function spansOf(text: string): (start: number, end: number) => Span {
  let starts: readonly number[] | undefined;
  return (start, end) => {
    starts ??= lineStarts(text);
    return { start: positionIn(starts, start), end: positionIn(starts, Math.max(start, end)) };
  };
}

function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (end) => end.index + end[0].length)];
}

/** By bisection: the last line that starts at or before the offset. */
function positionIn(starts: readonly number[], offset: number): Position {
  let line = 0;
  let behind = starts.length;
  while (behind - line > 1) {
    const middle = (line + behind) >> 1;
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else behind = middle;
  }
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1, offset };
}

/** The offset of a 1-based line and column, as parsers report them. */
export function offsetOf(text: string, line: number, column: number): number {
  return Math.min(text.length, (lineStarts(text)[line - 1] ?? text.length) + column - 1);
}
