import { createHash } from 'node:crypto';
import { factsOf, type Diagnostic, type DiagnosticCode, type Place } from '../diagnostics.js';
import { version } from '../version.js';
import { isFailure, repositoryPath, withFix, type Report } from './report.js';

/** SARIF 2.1.0 with one run. Rules are the codes that occur; their help is the code table. Holds no source text. */
export function reportSarif(report: Report): string {
  const codes = [...new Set(report.diagnostics.map((diagnostic) => diagnostic.code))].sort();
  const seen = new Map<string, number>();
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcpolicy', version, semanticVersion: version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: report.exitCode !== 2, exitCode: report.exitCode }],
        results: report.diagnostics.map((diagnostic) => resultOf(diagnostic, codes, seen, report)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: DiagnosticCode) {
  const { title, reason, fix, family } = factsOf(code);
  return {
    id: code,
    name: title.replace(/[^A-Za-z]+(.)?/g, (_, next?: string) => next?.toUpperCase() ?? ''),
    shortDescription: { text: title },
    fullDescription: { text: reason },
    help: { text: `${reason} Fix: ${fix}`, markdown: `${reason}\n\n**Fix:** ${fix}` },
    defaultConfiguration: { level: family === 'note' ? 'note' : 'error' },
    properties: { tags: ['security', 'mcp'], precision: 'very-high', 'problem.severity': family === 'note' ? 'recommendation' : 'error' },
  };
}

function resultOf(diagnostic: Diagnostic, codes: readonly DiagnosticCode[], seen: Map<string, number>, report: Report) {
  const { code, message, fix, at, related = [] } = diagnostic;
  const places = at === undefined ? [] : locationsOf(at, report);
  const others = related.flatMap((item) => locationsOf(item.at, report).map((place) => ({ ...place, message: { text: item.message } })));
  const elsewhere = at !== undefined && places.length === 0 ? `${at.file}: ` : '';
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: isFailure(diagnostic, report) ? 'error' : 'note',
    message: { text: `${elsewhere}${withFix(message, fix ?? factsOf(code).fix)}` },
    ...(places.length === 0 ? {} : { locations: places }),
    ...(others.length === 0 ? {} : { relatedLocations: others }),
    partialFingerprints: { 'mcpolicy/v1': printOf(diagnostic, seen) },
  };
}

function locationsOf(at: Place, report: Report) {
  const path = repositoryPath(at.file, report);
  if (path === undefined) return [];
  const { span } = at;
  const region = span === undefined ? {} : { region: { startLine: span.start.line, startColumn: span.start.column, endLine: span.end.line, endColumn: span.end.column } };
  return [{ physicalLocation: { artifactLocation: addressOf(path), ...region } }];
}

function addressOf(path: string) {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}

/** What stays equal when lines move: code, file, who it is about and which entry; equal ones are counted. */
function printOf({ code, at, subject }: Diagnostic, seen: Map<string, number>): string {
  const identity = JSON.stringify([code, at?.file, at?.path, subject?.driver, subject?.server, subject?.tool]);
  const count = (seen.get(identity) ?? 0) + 1;
  seen.set(identity, count);
  return createHash('sha256').update(`${identity}:${String(count)}`).digest('hex');
}
