import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../process/built.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-process-')));
let program = '';

beforeAll(async () => {
  program = await buildProgram();
  const small = 'version = 1\n[mcpServers.docs]\ncommand = "docs"\ntools = { search = "approve" }\n';
  writeFileSync(join(folder, 'small.toml'), small);
  const servers = Array.from({ length: 5000 }, (_, index) => [`server-${String(index)}`, { command: 'x'.repeat(200), tools: { search: 'approve' } }]);
  writeFileSync(join(folder, 'large.json'), JSON.stringify({ version: 1, requiresApproval: true, mcpServers: Object.fromEntries(servers) }));
  writeFileSync(join(folder, 'broken.toml'), 'version = 1\n[mcpServers.docs]\ncomand = "x"\n');
  writeFileSync(join(folder, 'malformed.json'), '{ "version": 1,,');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dirname(program), { recursive: true, force: true });
});

/** The real environment without what colours output, and with what a case adds. */
function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(([name]) => name !== 'NO_COLOR' && name !== 'FORCE_COLOR');
  return { ...Object.fromEntries(plain), ...more };
}

function run(args: readonly string[], { env = {}, stdio = ['ignore', 'pipe', 'pipe'], input }: { readonly env?: Readonly<Record<string, string>>; readonly stdio?: StdioOptions; readonly input?: string } = {}) {
  const ended = spawnSync(process.execPath, [program, ...args], { cwd: folder, env: environment(env), encoding: 'utf8', timeout: 30_000, maxBuffer: 64 * 1024 * 1024, ...(input === undefined ? { stdio } : { input }) });
  return { exit: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

const stackLine = /^\s+at .+:\d+/m;
const escape = '\u001b[';

describe('output that cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('is reported on a full disk, small or large', () => {
    for (const spec of ['small.toml', 'large.json']) {
      const full = openSync('/dev/full', 'w');
      const { exit, stderr } = run(['render', 'codex', '--spec', spec], { stdio: ['ignore', full, 'pipe'] });
      closeSync(full);
      expect(exit).toBe(2);
      expect(stderr).toContain('error[MCP904]: standard output: ENOSPC');
      expect(stderr).not.toMatch(stackLine);
    }
  });

  it('is reported when the reader goes away', async () => {
    const child = spawn(process.execPath, [program, 'render', 'codex', '--spec', 'large.json'], { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const exit = await new Promise((resolve) => child.on('close', resolve));
    expect(stderr).toMatch(/^error\[MCP904\]: standard output: E(?:PIPE|OF|CONNRESET)$/m);
    expect(stderr).not.toMatch(stackLine);
    expect(exit).toBe(2);
  });

  it.runIf(existsSync('/dev/full'))('of the diagnostics changes no exit code', () => {
    const full = openSync('/dev/full', 'w');
    const { exit, stdout } = run(['render', 'codex', '--spec', 'broken.toml'], { stdio: ['ignore', 'pipe', full] });
    closeSync(full);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  });
});

describe('large output', () => {
  it('arrives whole in a pipe', () => {
    const { exit, stdout, stderr } = run(['render', 'codex', '--spec', 'large.json']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout.match(/^approval_mode = "approve"$/gm)).toHaveLength(5000);
    expect(stdout.endsWith('approval_mode = "approve"\n')).toBe(true);
  });
});

describe('colour', () => {
  const coloured = (env: Readonly<Record<string, string>>) => {
    const { stdout, stderr } = run(['render', 'codex', '--spec', 'small.toml'], { env });
    return { stdout: stdout.includes(escape), stderr: stderr.includes(escape) };
  };

  it('is off in pipes, on when forced, and never in the product', () => {
    expect(coloured({})).toEqual({ stdout: false, stderr: false });
    expect(coloured({ FORCE_COLOR: '1' })).toEqual({ stdout: false, stderr: true });
    expect(coloured({ FORCE_COLOR: '0' })).toEqual({ stdout: false, stderr: false });
    expect(coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).toEqual({ stdout: false, stderr: false });
    expect(coloured({ FORCE_COLOR: '1', TERM: 'dumb' })).toEqual({ stdout: false, stderr: true });
  });

  it('adds nothing of its own to the diagnostics', () => {
    const plain = run(['render', 'codex', '--spec', 'broken.toml']).stderr;
    const forced = run(['render', 'codex', '--spec', 'broken.toml'], { env: { FORCE_COLOR: '3', NO_COLOR: '' } }).stderr;
    expect(forced).not.toBe(plain);
    expect(forced.replace(/\u001b\[\d+m/g, '')).toBe(plain);
    expect(run(['render', 'codex', '--spec', 'broken.toml'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).stderr).toBe(plain);
  });
});

describe('expected failures', () => {
  it.each([
    ['no command', [], 2],
    ['an unknown command', ['frobnicate'], 2],
    ['an unknown driver', ['render', 'nobody', '--spec', 'small.toml'], 2],
    ['a missing file', ['render', 'codex', '--spec', 'absent.toml'], 2],
    ['a folder', ['render', 'codex', '--spec', '.'], 2],
    ['a malformed file', ['render', 'codex', '--spec', 'malformed.json'], 2],
    ['an invalid spec', ['render', 'codex', '--spec', 'broken.toml'], 3],
    ['a refusing driver', ['render', 'cursor', '--spec', 'small.toml'], 4],
    ['a note under --strict', ['render', 'codex', '--strict', '--spec', 'small.toml'], 1],
  ])('%s: one exit code, a message, and no stack trace', (_what, args, exit) => {
    const ended = run(args);
    expect(ended.exit).toBe(exit);
    expect(ended.stderr).not.toBe('');
    expect(ended.stderr).not.toMatch(stackLine);
  });

  it.runIf(process.platform === 'linux')('a folder as standard input is no empty policy', () => {
    const input = openSync(folder, 'r');
    const { exit, stdout, stderr } = run(['render', 'codex', '--spec', '-', '--spec-format', 'toml'], { stdio: [input, 'pipe', 'pipe'] });
    closeSync(input);
    expect([2, 3]).toContain(exit);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(stackLine);
  });

  it('a pipe and a device as spec files are not begun', () => {
    if (process.platform === 'win32') return;
    spawnSync('mkfifo', [join(folder, 'pipe.toml')]);
    spawnSync('ln', ['-s', '/dev/zero', join(folder, 'zero.toml')]);
    for (const spec of ['pipe.toml', 'zero.toml']) {
      const { exit, stderr } = run(['render', 'codex', '--spec', spec]);
      expect(exit).toBe(2);
      expect(stderr).toContain('error[MCP102]: cannot read: this is no regular file');
    }
  });
});

describe('standard input', () => {
  it('is read to its end', () => {
    const { exit, stdout } = run(['render', 'codex', '--spec', '-', '--spec-format', 'json'], { input: JSON.stringify({ version: 1, requiresApproval: true, mcpServers: { docs: { command: 'x'.repeat(300_000) } } }) });
    expect(exit).toBe(0);
    expect(stdout).toContain(`command = "${'x'.repeat(300_000)}"`);
  });
});
