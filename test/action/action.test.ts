import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packCopy } from '../package/packed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

const spec = 'version = 1\n\n[mcpServers.shell]\ncommand = "shell-server"\n\n[mcpServers.shell.tools]\nrun = "prompt"\n\n[targets.codex]\nfile = ".codex/config.toml"\n';
const config = '[mcp_servers.shell]\ncommand = "shell-server"\n\n[mcp_servers.shell.tools.run]\napproval_mode = "prompt"\n';

let scratch = '';
let actionPath = '';
let workspace = '';

beforeAll(async () => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-action-')));
  const { consumer } = await packCopy(root, scratch);
  actionPath = join(consumer, 'node_modules', 'mcpolicy');
  cpSync(join(root, '.github'), join(actionPath, '.github'), { recursive: true });
}, 300_000);

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
}, 60_000);

beforeEach(() => {
  workspace = mkdtempSync(join(scratch, 'workspace-'));
  mkdirSync(join(workspace, '.codex'));
  writeFileSync(join(workspace, 'mcpolicy.toml'), spec);
  writeFileSync(join(workspace, '.codex/config.toml'), config);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'one');
});

function git(...words: string[]): void {
  execFileSync('git', words, { cwd: workspace, env: { ...clean(), GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example' } });
}

/** Neither git's nor the test runner's variables reach a step. */
function clean(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: scratch };
}

interface Ran {
  readonly outcome: string;
  readonly exits: Readonly<Record<string, number | null>>;
  readonly log: string;
  readonly summary: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/** Runs the steps as the runner does: expressions filled in, outputs handed on, the rest left out after a failure. */
function run(given: Readonly<Record<string, string>>): Ran {
  const temp = mkdtempSync(join(scratch, 'temp-'));
  const summary = join(temp, 'summary');
  writeFileSync(summary, '');
  const inputs = { ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])), ...given };
  const outputs = new Map<string, string>();
  const exits: Record<string, number | null> = {};
  let log = '';
  const fill = (text: string) =>
    text.replace(/\$\{\{ (.*?) \}\}/g, (_all, expression: string) => {
      const [scope = '', name = '', , output = ''] = expression.split('.');
      if (scope === 'inputs') return inputs[name] ?? '';
      return scope === 'steps' ? (outputs.get(`${name}.${output}`) ?? '') : actionPath;
    });
  for (const step of action.runs.steps.filter((one) => one.run !== undefined)) {
    const isLater = Object.values(exits).some((exit) => exit !== 0);
    if (step.if === undefined ? isLater : !inputs['base'] || exits['install'] !== 0) continue;
    const file = join(temp, `output-${step.id ?? ''}`);
    writeFileSync(file, '');
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]));
    const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''], { cwd: join(workspace, fill(step['working-directory'] ?? '.')), env: { ...clean(), ...env, RUNNER_TEMP: temp, GITHUB_OUTPUT: file, GITHUB_STEP_SUMMARY: summary }, encoding: 'utf8' });
    exits[step.id ?? ''] = ended.status;
    log += ended.stdout + ended.stderr;
    for (const line of readFileSync(file, 'utf8').split('\n').filter((one) => one.includes('='))) outputs.set(`${step.id ?? ''}.${line.slice(0, line.indexOf('='))}`, line.slice(line.indexOf('=') + 1));
  }
  return { outcome: Object.values(exits).every((exit) => exit === 0) ? 'success' : 'failure', exits, log, summary: readFileSync(summary, 'utf8'), outputs };
}

describe('action.yml', () => {
  it('hands inputs to scripts through the environment, where no shell reads them as code', () => {
    for (const { run: script } of action.runs.steps) expect(script ?? '').not.toContain('${{');
  });

  it('uploads what the check wrote, and only when it is asked to', () => {
    expect(action.runs.steps.find(({ uses }) => uses !== undefined)).toMatchObject({ if: expect.stringContaining("inputs.sarif == 'true'") as string, with: { sarif_file: '${{ steps.check.outputs.sarif-file }}' } });
  });
});

describe('the steps, run with the inputs of a workflow', () => {
  it('pass where the policy holds', () => {
    expect(run({})).toMatchObject({ outcome: 'success', exits: { install: 0, check: 0 } });
  });

  it('fail with an annotation at the line that was added by hand', () => {
    appendFileSync(join(workspace, '.codex/config.toml'), '\n[mcp_servers.shell.tools.rm]\napproval_mode = "approve"\n');
    const { exits, log } = run({});
    expect(exits).toEqual({ install: 0, check: 1 });
    expect(log).toContain('::error file=.codex/config.toml,line=8,endLine=8,');
  });

  it('write SARIF also when the check fails, and say where it is', () => {
    writeFileSync(join(workspace, '.codex/config.toml'), '');
    const { exits, outputs } = run({ sarif: 'true' });
    expect(exits['check']).toBe(1);
    const sarif = JSON.parse(readFileSync(outputs.get('check.sarif-file') ?? '', 'utf8')) as { version: string; runs: { results: unknown[] }[] };
    expect(sarif).toMatchObject({ version: '2.1.0' });
    expect(sarif.runs[0]?.results.length).toBeGreaterThan(0);
  });

  it('fail on a loosened policy, with a table in the summary', () => {
    writeFileSync(join(workspace, 'mcpolicy.toml'), spec.replace('"prompt"', '"approve"'));
    writeFileSync(join(workspace, '.codex/config.toml'), config.replace('"prompt"', '"approve"'));
    const { exits, log, summary } = run({ base: 'HEAD' });
    expect(exits).toEqual({ install: 0, check: 0, diff: 1 });
    expect(log).toContain('::error file=mcpolicy.toml,line=7,');
    expect(summary).toContain('| **loosened** | <code>shell</code> | tool run | prompt | approve |');
  });

  it('compare nothing without a base, and fail on one that does not exist', () => {
    expect(run({}).exits).not.toHaveProperty('diff');
    expect(run({ base: 'no-such-revision' }).exits).toMatchObject({ diff: 2 });
  });

  it('run in another folder, check every spec, and count notes', () => {
    mkdirSync(join(workspace, 'packages/a'), { recursive: true });
    writeFileSync(join(workspace, 'packages/a/mcpolicy.toml'), spec);
    expect(run({ 'working-directory': 'packages/a' }).exits).toMatchObject({ check: 1 });
    expect(run({ all: 'true' }).exits).toMatchObject({ check: 0 });
    expect(run({ strict: 'true' }).exits).toMatchObject({ check: 1 });
  });

  it('install exact releases only', () => {
    for (const version of ['latest', '^1.0.0', '1.0', '1.0.0; echo stolen']) {
      const { exits, log } = run({ version });
      expect(exits).toEqual({ install: 2 });
      expect(log).not.toMatch(/^stolen/m);
    }
  });
});
