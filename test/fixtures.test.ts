import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allCodes } from '../src/diagnostics.js';
import { findCases, readCase, runCase, wantsUpdate, writeGolden, type Result } from './fixture-case.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = join(root, 'fixtures');
const update = wantsUpdate(process.env);
const { cases, strays } = findCases(fixtures);

/** Part of every secret that a fixture plants. No output may hold it. */
const plantedMark = 'PLANTED';

/** Codes that no file can provoke, and the test that does. */
const provokedElsewhere: ReadonlyMap<string, string> = new Map([
  ['MCP435', 'test/diff/git.test.ts'],
  ['MCP415', 'test/layers/codex-layers.test.ts'],
  ['MCP540', 'test/attach/attach.test.ts'],
  ['MCP541', 'test/attach/attach.test.ts'],
  ['MCP542', 'test/attach/attach.test.ts'],
  ['MCP543', 'test/attach/attach.test.ts'],
  ['MCP544', 'test/attach/attach.test.ts'],
  ['MCP511', 'test/launch/plan.test.ts'],
  ['MCP513', 'test/launch/run.test.ts'],
  ['MCP523', 'test/launch/survey.test.ts'],
  ['MCP601', 'test/inspect/inspect.test.ts'],
  ['MCP602', 'test/inspect/inspect.test.ts'],
  ['MCP603', 'test/inspect/inspect.test.ts'],
  ['MCP611', 'test/inspect/bad-servers.test.ts'],
  ['MCP612', 'test/inspect/bad-servers.test.ts'],
  ['MCP615', 'test/inspect/remote.test.ts'],
  ['MCP618', 'test/inspect/process.test.ts'],
  ['MCP902', 'test/render/misprint.test.ts'],
  ['MCP904', 'test/cli/output.test.ts'],
  ['MCP905', 'test/cli/output.test.ts'],
]);

/** Commands whose product is their report: formats for programs go to standard output. */
const reportCommands: readonly string[] = ['check', 'diff', 'inspect'];

describe('fixtures', () => {
  it.each(cases)('%s', async (name) => {
    const given = readCase(join(fixtures, name));
    const result = await runCase(given);
    expect(result.stdout + result.stderr).not.toContain(plantedMark);
    if (update) writeGolden(given.folder, result);
    else expect(readable(result)).toEqual(readable(given.golden));
  });
});

describe('the JSON report', () => {
  const reporting = cases.filter((name) => {
    const { args, golden } = readCase(join(fixtures, name));
    return golden.stderr !== '' && !args.includes('--format') && args[0] !== 'import' && !golden.stderr.includes('MCP901');
  });

  it.each(reporting)('says the same as the text about %s', async (name) => {
    const given = readCase(join(fixtures, name));
    const { exit, stdout, stderr } = await runCase(given, ['--format', 'json']);
    const { diagnostics } = JSON.parse(reportCommands.includes(given.args[0] ?? '') ? stdout : stderr) as { diagnostics: { code: string; message: string }[] };
    expect(exit).toBe(given.exit);
    expect(stdout + stderr).not.toContain(plantedMark);
    expect(diagnostics.map(({ code }) => code)).toEqual([...given.golden.stderr.matchAll(/^.*?(?:error|note)\[(MCP\d+)\]: /gm)].map(([, code]) => code));
  });
});

describe('the set of fixtures', () => {
  it('has no folder beside a case that lacks case.toml', () => {
    expect(strays).toEqual([]);
  });

  it('reports every diagnostic code at least once', () => {
    const goldens = cases.map((name) => readCase(join(fixtures, name)).golden.stderr).join('\n');
    expect(allCodes.filter((code) => !goldens.includes(`[${code}]`) && !provokedElsewhere.has(code))).toEqual([]);
  });

  it('leaves to other tests only what those tests report', () => {
    const missing = [...provokedElsewhere].filter(([code, file]) => !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(code));
    expect(missing).toEqual([]);
  });
});

/** Bytes as text, so that a difference can be read. */
function readable(result: Result) {
  return { exit: result.exit, stdout: result.stdout, stderr: result.stderr, changed: Object.fromEntries([...result.changed].map(([name, bytes]) => [name, bytes.toString('latin1')])) };
}
