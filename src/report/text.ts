import { factsOf, isNote, type Diagnostic, type Place } from '../diagnostics.js';
import { visible } from '../quote.js';
import type { Paint } from './colour.js';
import { snippet } from './snippet.js';

/** The texts that snippets are cut from, by the file name that diagnostics carry. */
export type Texts = ReadonlyMap<string, string>;

/** Diagnostics for people: `file:line:column: error[CODE]: message`, a snippet, and how to mend it. */
export function reportText(diagnostics: readonly Diagnostic[], texts: Texts, paint: Paint): string {
  const blocks = diagnostics.map((diagnostic) => block(diagnostic, texts, paint));
  return blocks.length === 0 ? '' : `${blocks.join('\n')}\n`;
}

function block(diagnostic: Diagnostic, texts: Texts, paint: Paint): string {
  const facts = factsOf(diagnostic.code);
  const label = isNote(diagnostic) ? paint.cyan('note') : paint.red('error');
  const head = `${place(diagnostic.at, paint)}${label}${paint.dim(`[${diagnostic.code}]`)}: ${visible(diagnostic.message)}`;
  const related = (diagnostic.related ?? []).flatMap((item) => [`  ${place(item.at, paint)}${visible(item.message)}`, ...lines(item.at, texts, false)]);
  return [head, ...lines(diagnostic.at, texts, 'showsValue' in facts), ...related, `  ${paint.dim('fix:')} ${visible(diagnostic.fix ?? facts.fix)}`].join('\n');
}

function place(at: Place | undefined, paint: Paint): string {
  if (at === undefined) return '';
  const position = at.span === undefined ? '' : `:${String(at.span.start.line)}:${String(at.span.start.column)}`;
  return `${paint.bold(`${visible(at.file)}${position}`)}: `;
}

function lines(at: Place | undefined, texts: Texts, showsValue: boolean): readonly string[] {
  const text = at === undefined ? undefined : texts.get(at.file);
  if (at?.span === undefined || text === undefined) return [];
  const cutOut = snippet(text, at.span, at.part === 'key' ? 'key' : showsValue ? 'plain-value' : 'hidden-value');
  if (cutOut === undefined) return [];
  const gutter = String(at.span.start.line);
  return [`  ${gutter} | ${cutOut.line}`, `  ${' '.repeat(gutter.length)} | ${cutOut.caret}`];
}
