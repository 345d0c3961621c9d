import { factsOf, isNote, type Diagnostic } from '../diagnostics.js';
import { isFailure, withFix, type Report } from './report.js';

/**
 * JUnit XML: a test case for each thing that was looked at, and for each other place that something is said about. What
 * could not be read is an `error`, an answer "no" is a `failure`, a note is output of its case.
 */
export function reportJunit(report: Report): string {
  const cases = casesOf(report);
  const all = cases.flatMap((one) => one.diagnostics);
  const counts = `tests="${String(cases.length)}" failures="${String(all.filter((one) => isFailure(one, report) && !isError(one)).length)}" errors="${String(all.filter(isError).length)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mcpolicy" ${counts}>\n  <testsuite name="mcpolicy" ${counts}>\n${cases.map((one) => caseXml(one, report)).join('')}  </testsuite>\n</testsuites>\n`;
}

interface Case {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

function casesOf({ examined, diagnostics }: Report): readonly Case[] {
  const placeOf = (diagnostic: Diagnostic) => diagnostic.at?.file ?? 'policy';
  const names = new Set([...examined, ...diagnostics.map(placeOf)]);
  return [...names].map((name) => ({ name, diagnostics: diagnostics.filter((diagnostic) => placeOf(diagnostic) === name) }));
}

function caseXml({ name, diagnostics }: Case, report: Report): string {
  const failed = diagnostics.filter((diagnostic) => isFailure(diagnostic, report));
  const notes = diagnostics.filter((diagnostic) => !isFailure(diagnostic, report)).map(lineOf);
  const inner = [...failed.map(problemXml), ...(notes.length === 0 ? [] : [`      <system-out>${escapeXml(notes.join('\n'))}</system-out>\n`])];
  const open = `    <testcase classname="mcpolicy" name="${escapeXml(name)}" time="0"`;
  return inner.length === 0 ? `${open}/>\n` : `${open}>\n${inner.join('')}    </testcase>\n`;
}

function problemXml(diagnostic: Diagnostic): string {
  const kind = isError(diagnostic) ? 'error' : 'failure';
  return `      <${kind} type="${diagnostic.code}" message="${escapeXml(diagnostic.message)}">${escapeXml(lineOf(diagnostic))}</${kind}>\n`;
}

/** Neither "holds" nor "does not hold": nobody could tell. */
function isError(diagnostic: Diagnostic): boolean {
  return !isNote(diagnostic) && factsOf(diagnostic.code).family === 'unreadable';
}

function lineOf(diagnostic: Diagnostic): string {
  const { at } = diagnostic;
  const position = at?.span === undefined ? '' : `:${String(at.span.start.line)}:${String(at.span.start.column)}`;
  const place = at === undefined ? '' : `${at.file}${position}: `;
  return `${place}[${diagnostic.code}] ${withFix(diagnostic.message, diagnostic.fix ?? factsOf(diagnostic.code).fix)}`;
}

const entities = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;'], ['\n', '&#10;'], ['\r', '&#13;'], ['\t', '&#9;']]);

/** Characters that XML 1.0 cannot hold at all become U+FFFD. */
function escapeXml(text: string): string {
  const legal = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
  return legal.replace(/[&<>"\n\r\t]/g, (character) => entities.get(character) ?? character);
}
