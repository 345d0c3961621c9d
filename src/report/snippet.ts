import type { Span } from '../model.js';
import { holdsSecret } from '../secrets.js';

const maximumWidth = 100;
/** How far from the span a line is looked at: a whole document may stand on one. */
const reach = 400;

/** One line of a source with a caret under the span. */
export interface Snippet {
  readonly line: string;
  readonly caret: string;
}

/** What a span marks: a key, a value that is known to be no secret, or a value that may be one. */
export type Marked = 'key' | 'plain-value' | 'hidden-value';

/** Cuts the line of `span` out of `text`, everything hidden that may be the value of something. */
export function snippet(text: string, span: Span, marked: Marked): Snippet | undefined {
  const { before, rest, isWhole } = lineAround(text, span);
  if (before.trim() === '' && rest.trim() === '') return undefined;
  const length = span.end.line === span.start.line ? Math.max(1, span.end.offset - span.start.offset) : rest.length;
  const middle = rest.slice(0, length);
  const shown = marked === 'hidden-value' ? hide(middle) : hideSecret(middle);
  return cut(printable(isWhole ? beforeSpan(before, marked) : hide(before)), printable(shown), printable(afterSpan(rest.slice(length), marked)));
}

/** The line on both sides of the start of a span, as far as it is looked at. */
function lineAround(text: string, { start }: Span): { readonly before: string; readonly rest: string; readonly isWhole: boolean } {
  const left = Math.min(start.column - 1, reach);
  const before = text.slice(start.offset - left, start.offset);
  const rest = /^[^\r\n]*/.exec(text.slice(start.offset, start.offset + reach))?.[0] ?? '';
  return { before, rest, isWhole: left === start.column - 1 };
}

/** A table header up to the marked key, or the first key of the line, stays. */
function beforeSpan(text: string, marked: Marked): string {
  if (marked === 'key' && !/[=:,]/.test(text)) return hideSecret(text);
  const kept = /^\s*(?:-\s+)*(?:["']?[\w$.-]+["']?\s*[=:]\s*|[{[]?\s*)/.exec(text)?.[0] ?? '';
  return hideSecret(kept) + hide(text.slice(kept.length));
}

/** The sign behind a marked key stays. */
function afterSpan(text: string, marked: Marked): string {
  const kept = marked === 'key' ? (/^["']?\]*\s*[=:]?\s*/.exec(text)?.[0] ?? '') : '';
  return kept + hide(text.slice(kept.length));
}

function hide(text: string): string {
  return text.replace(/[^\s,{}[\]"'()]+/g, (word) => (publicWords.has(word) ? word : '…'));
}

/** What policies are made of in the languages of the clients. Nobody's secret is one of these, and they are what a reader looks for. */
const publicWords: ReadonlySet<string> = new Set(['approve', 'prompt', 'auto', 'writes', 'allow', 'ask', 'deny', 'never', 'always', 'true', 'false', '=', ':', '#']);

/** A key or word is shown unless somebody pasted a credential there. */
function hideSecret(text: string): string {
  return holdsSecret(text) ? hide(text) : text;
}

function cut(before: string, marked: string, after: string): Snippet {
  const lead = before.length > maximumWidth / 2 ? `…${before.slice(before.length - maximumWidth / 2)}` : before;
  const middle = marked.length > maximumWidth ? `${marked.slice(0, maximumWidth)}…` : marked;
  const tail = after.length > maximumWidth / 2 ? `${after.slice(0, maximumWidth / 2)}…` : after;
  return { line: lead + middle + tail, caret: ' '.repeat(lead.length) + '^'.repeat(Math.max(1, middle.length)) };
}

function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Cf}]/gu, '�');
}
