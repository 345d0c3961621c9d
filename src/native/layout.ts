/**
 * Questions about lines of a text. Offsets count UTF-16 code units; lines end at LF, with or without CR before it, which is
 * what both TOML and JSON take for a line end.
 */

export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the next line, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

const blankLine = /[ \t\r]*(?:\n|$)/y;

/** Whether the line that starts here holds nothing but blanks. The end of the text is no line. */
export function isBlankLine(text: string, start: number): boolean {
  blankLine.lastIndex = start;
  return start < text.length && blankLine.test(text);
}

/** The white space that the line of this offset begins with. */
export function indentOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (isBlank(text[end])) end += 1;
  return text.slice(start, end);
}

/** Whether only white space stands before this offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  let start = offset;
  while (isBlank(text[start - 1])) start -= 1;
  return start === 0 || text[start - 1] === '\n';
}

export function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** The line end that the line of this offset has; where it has none, that of the line before. */
export function lineBreakAt(text: string, offset: number): '\n' | '\r\n' {
  const after = text.indexOf('\n', offset);
  const end = after === -1 ? text.lastIndexOf('\n', offset) : after;
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n';
}

/** How many blank lines stand directly above a line start, and where they begin. */
export function blanksAbove(text: string, start: number): { readonly count: number; readonly start: number } {
  let first = start;
  let count = 0;
  while (first > 0 && isBlankLine(text, lineStart(text, first - 1))) {
    first = lineStart(text, first - 1);
    count += 1;
  }
  return { count, start: first };
}

/** The first offset behind the blank lines that begin here. */
export function afterBlanks(text: string, start: number): number {
  let end = start;
  while (isBlankLine(text, end)) end = lineEnd(text, end);
  return end;
}

const restOfLine = /[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)*(?:(?:#|\/\/)[^\n]*?)?(?=\r?\n|\r?$)/y;

/** Where the line ends, when nothing but blanks and comments follows on it. Only for places outside strings. */
export function endOfTrivia(text: string, offset: number): number | undefined {
  restOfLine.lastIndex = offset;
  const match = restOfLine.exec(text);
  return match === null ? undefined : offset + match[0].length;
}

/** The comma between two items or before a closing bracket: what else stands there is white space and comments. */
export function findComma(text: string, start: number, end: number): number | undefined {
  for (let index = start; index < end; index += 1) {
    if (text[index] === ',') return index;
    if (text[index] === '#' || text.startsWith('//', index)) index = lineEnd(text, index) - 1;
    else if (text.startsWith('/*', index)) index = text.indexOf('*/', index + 2) + 1;
  }
  return undefined;
}
