import { factsOf, isNote, type Diagnostic } from '../diagnostics.js';
import { isFailure, withFix, type Report } from './report.js';

/**
 * JUnit XML: a suite for each thing that holds, and for each place that something is said about. In it each
 * answer "no" is a failing case, what could not be read is a case in error, and a suite without either is one case that
 * passes. Notes are output of their suite.
 */
export function reportJunit(report: Report): string {
  const suites = suitesOf(report);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mcpolicy" ${countsOf(suites)}>\n${suites.map((suite) => suiteXml(suite, report)).join('')}</testsuites>\n`;
}

interface Suite {
  readonly name: string;
  readonly failed: readonly Diagnostic[];
  readonly notes: readonly Diagnostic[];
}

function suitesOf(report: Report): readonly Suite[] {
  const byPlace = new Map<string, Diagnostic[]>(report.holding.map((name) => [name, []]));
  for (const diagnostic of report.diagnostics) {
    const place = diagnostic.at?.file ?? 'policy';
    byPlace.set(place, [...(byPlace.get(place) ?? []), diagnostic]);
  }
  return [...byPlace].map(([name, found]) => ({ name, failed: found.filter((one) => isFailure(one, report)), notes: found.filter((one) => !isFailure(one, report)) }));
}

function countsOf(suites: readonly Suite[]): string {
  const tests = suites.reduce((sum, { failed }) => sum + Math.max(1, failed.length), 0);
  const errors = suites.flatMap(({ failed }) => failed).filter(isError).length;
  const failures = suites.flatMap(({ failed }) => failed).length - errors;
  return `tests="${String(tests)}" failures="${String(failures)}" errors="${String(errors)}"`;
}

function suiteXml(suite: Suite, report: Report): string {
  const { name, failed, notes } = suite;
  const cases = failed.length === 0 ? [caseXml(name, report.holding.includes(name) ? 'holds' : 'nothing to mend')] : failed.map((diagnostic) => caseXml(name, `${diagnostic.code}: ${diagnostic.message}`, diagnostic));
  const output = notes.length === 0 ? '' : `    <system-out>${escapeXml(notes.map(lineOf).join('\n'))}</system-out>\n`;
  return `  <testsuite name="${escapeXml(name)}" ${countsOf([suite])}>\n${cases.join('')}${output}  </testsuite>\n`;
}

function caseXml(suite: string, name: string, diagnostic?: Diagnostic): string {
  const open = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="0"`;
  if (diagnostic === undefined) return `${open}/>\n`;
  const kind = isError(diagnostic) ? 'error' : 'failure';
  return `${open}>\n      <${kind} type="${diagnostic.code}" message="${escapeXml(factsOf(diagnostic.code).title)}">${escapeXml(lineOf(diagnostic))}</${kind}>\n    </testcase>\n`;
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
