import { factsOf, type Diagnostic } from '../diagnostics.js';
import { isFailure, repositoryPath, withFix, type Report } from './report.js';

/** Annotations for GitHub Actions, one workflow command a line. Nothing to say is no line. */
export function reportGithub(report: Report): string {
  return report.diagnostics.map((diagnostic) => annotation(diagnostic, report)).join('');
}

function annotation(diagnostic: Diagnostic, report: Report): string {
  const facts = factsOf(diagnostic.code);
  const file = diagnostic.at === undefined ? undefined : repositoryPath(diagnostic.at.file, report);
  const properties = [...placeProperties(diagnostic, file), ['title', `${diagnostic.code}: ${facts.title}`] as const];
  const elsewhere = diagnostic.at !== undefined && file === undefined ? `${diagnostic.at.file}: ` : '';
  const message = `${elsewhere}${withFix(diagnostic.message, diagnostic.fix ?? facts.fix)}`;
  const level = isFailure(diagnostic, report) ? 'error' : 'notice';
  return `::${level} ${properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',')}::${escapeData(message)}\n`;
}

/** Columns count only within one line: GitHub drops an annotation whose columns span several. */
function placeProperties({ at }: Diagnostic, file: string | undefined): readonly (readonly [string, string])[] {
  if (file === undefined) return [];
  const span = at?.span;
  if (span === undefined) return [['file', file]];
  const lines = [['file', file], ['line', String(span.start.line)], ['endLine', String(span.end.line)]] as const;
  return span.start.line === span.end.line ? [...lines, ['col', String(span.start.column)], ['endColumn', String(span.end.column)]] : lines;
}

/** `%`, CR and LF would end the command or be read as an escape (actions/toolkit:packages/core/src/command.ts). */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
