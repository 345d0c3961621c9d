import type { Span } from '../model.js';

const maximumWidth = 100;

/** One line of a source with a caret under the span. */
export interface Snippet {
  readonly line: string;
  readonly caret: string;
}

/** What a span marks: a key, a value that is known to be no secret, or a value that may be one. */
export type Marked = 'key' | 'plain-value' | 'hidden-value';

/** Cuts the line of `span` out of `text`, everything hidden that may be the value of something. */
export function snippet(text: string, span: Span, marked: Marked): Snippet | undefined {
  const raw = text.split(/\r\n|\n|\r/)[span.start.line - 1];
  if (raw === undefined || raw.trim() === '') return undefined;
  const start = span.start.column - 1;
  const end = span.end.line === span.start.line ? Math.max(start + 1, span.end.column - 1) : raw.length;
  const middle = raw.slice(start, end);
  return cut(printable(beforeSpan(raw.slice(0, start), marked)), printable(marked === 'hidden-value' ? hide(middle) : middle), printable(afterSpan(raw.slice(end), marked)));
}

/** A table header up to the marked key, or the first key of the line, stays. */
function beforeSpan(text: string, marked: Marked): string {
  if (marked === 'key' && !/[=:,]/.test(text)) return text;
  const kept = /^\s*(?:-\s+)*(?:["']?[\w$.-]+["']?\s*[=:]\s*|[{[]?\s*)/.exec(text)?.[0] ?? '';
  return kept + hide(text.slice(kept.length));
}

/** The sign behind a marked key stays. */
function afterSpan(text: string, marked: Marked): string {
  const kept = marked === 'key' ? (/^["']?\]*\s*[=:]?\s*/.exec(text)?.[0] ?? '') : '';
  return kept + hide(text.slice(kept.length));
}

function hide(text: string): string {
  return text.replace(/[^\s,{}[\]"'()]+/g, '…');
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
