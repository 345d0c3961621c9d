import type { FormatProblem } from '../formats/format.js';
import { spanAt } from '../formats/position.js';
import { lineEnd, lineStart } from './layout.js';
import type { NativeProblem } from './problem.js';

/** Why a text is no document of its format, in the words of a native file. */
export function syntaxProblem(text: string, problem: FormatProblem, language: 'TOML' | 'JSON'): NativeProblem {
  if (problem.kind === 'duplicate-key') return duplicateKey(problem);
  if (problem.kind === 'limit') return { kind: 'limit', message: `this is ${problem.message}`, fix: 'Edit this file by hand.', span: problem.span };
  if (isConflictMarker(text, problem.span.start.offset)) return conflict(problem);
  if (/\{\{|\{%|<%/.test(text)) return template(problem);
  const odd = oddCharacter(text, problem.span.start.offset);
  if (odd === undefined) return { kind: 'syntax', message: `not valid ${language}: ${problem.message}`, fix: 'Mend the syntax at the place shown. Nothing is guessed or repaired.', span: problem.span };
  return {
    kind: 'syntax',
    message: `not valid ${language}: the character ${odd.name} cannot stand here`,
    fix: odd.fix,
    span: spanAt(text, odd.offset, odd.offset + 1),
  };
}

function duplicateKey({ span, first }: FormatProblem): NativeProblem {
  return {
    kind: 'duplicate-key',
    message: 'this key is defined a second time',
    fix: 'Keep one of the two. Readers disagree on which of them counts.',
    span,
    ...(first === undefined ? {} : { related: { message: 'first defined here', span: first } }),
  };
}

const conflictMarker = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

function isConflictMarker(text: string, offset: number): boolean {
  return conflictMarker.test(text.slice(lineStart(text, offset), lineEnd(text, offset)));
}

function conflict({ span }: FormatProblem): NativeProblem {
  return { kind: 'syntax', message: 'this is a marker of a merge conflict that nobody resolved', fix: 'Resolve the conflict: which side counts is not guessed.', span };
}

/** A file that parses is no template: marks inside its strings and comments are what the client reads as well. */
function template({ span }: FormatProblem): NativeProblem {
  return {
    kind: 'template',
    message: 'this looks like a template of a dotfile manager: it holds template marks and does not parse',
    fix: 'Print the policy to stdout and include it where the template is rendered.',
    span,
  };
}

interface OddCharacter {
  readonly offset: number;
  readonly name: string;
  readonly fix: string;
}

const oddNames: readonly (readonly [pattern: RegExp, what: string, fix: string])[] = [
  [/[\u2018-\u201f]/, 'typographic quote', 'Type plain quotes instead.'],
  [/\ufeff/, 'byte order mark', 'Remove it: it is allowed only at the start of a file.'],
  [/[\u00a0\u2000-\u200a\u202f\u3000]/, 'special space', 'Type a plain space instead.'],
  [/[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064]/, 'invisible character', 'Remove it.'],
  [/\r(?!\n)/, 'carriage return without a line feed', 'End lines with LF or CRLF.'],
  [/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'control character', 'Remove it.'],
];

/** A character that looks harmless, at the fault or behind it on its line, as long as no string begins between the two. */
function oddCharacter(text: string, offset: number): OddCharacter | undefined {
  const rest = /^[^"'\n]*/.exec(text.slice(offset, lineEnd(text, offset)))?.[0] ?? '';
  const found = oddNames.flatMap(([pattern, what, fix]) => {
    const index = rest.search(pattern);
    const code = rest.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
    return index === -1 ? [] : [{ offset: offset + index, name: `U+${code} (${what})`, fix }];
  });
  return found.sort((a, b) => a.offset - b.offset)[0];
}
