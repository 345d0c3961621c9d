import { factsOf, type Diagnostic, type Place } from '../diagnostics.js';
import { invisible } from '../spec/names.js';

/** Diagnostics for programs: one JSON document, `{ ...data, "diagnostics": [...] }`. Holds no source text. */
export function reportJson(diagnostics: readonly Diagnostic[], data: Readonly<Record<string, unknown>> = {}): string {
  return `${plainJson(JSON.stringify({ ...data, diagnostics: diagnostics.map(diagnosticJson) }, null, 2))}\n`;
}

const invisibleButLineEnds = new RegExp(`(?!\\n)${invisible.source}`, 'gu');

/** The same JSON with every character escaped that a terminal or a reader would not show. Names may be anybody's. */
function plainJson(json: string): string {
  return json.replace(invisibleButLineEnds, (character) => Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''));
}

export function diagnosticJson(diagnostic: Diagnostic) {
  const facts = factsOf(diagnostic.code);
  return {
    code: diagnostic.code,
    severity: facts.family === 'note' ? 'note' : 'error',
    title: facts.title,
    message: diagnostic.message,
    fix: diagnostic.fix ?? facts.fix,
    ...diagnostic.subject,
    ...placeJson(diagnostic.at),
    ...(diagnostic.related === undefined ? {} : { related: diagnostic.related.map((item) => ({ message: item.message, ...placeJson(item.at) })) }),
  };
}

function placeJson(at: Place | undefined) {
  if (at === undefined) return {};
  const { span } = at;
  if (span === undefined) return { file: at.file };
  return { file: at.file, line: span.start.line, column: span.start.column, endLine: span.end.line, endColumn: span.end.column };
}
