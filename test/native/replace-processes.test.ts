import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceFile } from '../../src/native/file/replace.js';
import { leftovers, scratchFolder } from './folder.js';

const programs = mkdtempSync(join(tmpdir(), 'mcpolicy-writer-'));
const program = join(programs, 'writer.mjs');

beforeAll(async () => {
  await build({ entryPoints: [fileURLToPath(new URL('writer-process.ts', import.meta.url))], bundle: true, outfile: program, format: 'esm', platform: 'node', target: 'node20.19' });
});

afterAll(() => { rmSync(programs, { recursive: true }); });

function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly signal: string | null; readonly stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => { resolve({ code, signal, stderr }); });
  });
}

describe.runIf(process.platform !== 'win32')('a process that is killed', () => {
  it.each([['over an old file', 'old\n'.repeat(50)], ['where there was no file', undefined]])('%s leaves it whole at every step, and the next run works', { timeout: 120_000 }, async (_what, before) => {
    const after = 'new\n'.repeat(70);
    let step = 0;
    for (let signal: string | null = 'SIGKILL'; signal === 'SIGKILL'; ) {
      const folder = scratchFolder();
      const path = join(folder, 'config.toml');
      if (before !== undefined) writeFileSync(path, before);
      step += 1;
      const ended = await run(['kill', String(step), path, after]);
      signal = ended.signal;
      const content = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
      expect([step, content === before || content === after]).toEqual([step, true]);
      await expectNextRun(folder, path, content);
    }
    expect(step).toBeGreaterThan(15);
  });
});

describe.runIf(process.platform !== 'win32')('a process that may write small files only', () => {
  it('leaves the old file and says why', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    writeFileSync(path, 'old\n');
    const limited = spawn('sh', ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, program, 'kill', '0', path, 'x'.repeat(20_000)], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    limited.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => limited.once('close', resolve));
    expect([code, said]).toEqual([1, expect.stringContaining('larger than allowed')]);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    expect(leftovers(folder)).toEqual([]);
  });
});

/** What the dead run left behind is recognised, in nobody's way, and gone when it is old. */
async function expectNextRun(folder: string, path: string, content: string | undefined): Promise<void> {
  const past = Date.now() / 1000 - 3600;
  for (const name of leftovers(folder)) {
    expect(name).toMatch(/^\.config\.toml\.mcpolicy(?:-[0-9a-f]{16}\.tmp|\.lock)$/);
    utimesSync(join(folder, name), past, past);
  }
  const next = await replaceFile(path, content === undefined ? null : Buffer.from(content), Buffer.from('next\n'));
  expect(next).toEqual({ ok: true, written: true });
  expect(readFileSync(path, 'utf8')).toBe('next\n');
  expect(leftovers(folder)).toEqual([]);
}

describe('forty writers at once', () => {
  const labels = Array.from({ length: 40 }, (_, index) => `line ${String(index)}`);

  it('in forty processes lose no line', { timeout: 120_000 }, async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    writeFileSync(path, '');
    const ended = await Promise.all(labels.map((label) => run(['append', path, label])));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(labels.map(() => [0, '']));
    expect(readFileSync(path, 'utf8').trim().split('\n').sort()).toEqual([...labels].sort());
    expect(leftovers(folder)).toEqual([]);
  });

  it('in one process lose no line', { timeout: 60_000 }, async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    writeFileSync(path, '');
    await Promise.all(labels.map((label) => append(path, label)));
    expect(readFileSync(path, 'utf8').trim().split('\n').sort()).toEqual([...labels].sort());
    expect(leftovers(folder)).toEqual([]);
  });

  it('and a client that knows no lock leave a whole file', { timeout: 60_000 }, async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    writeFileSync(path, versionOf('start'));
    const state = { isDone: false };
    const client = rewrite(folder, path, state);
    await Promise.all(labels.map(async (label) => {
      const replaced = await replaceFile(path, readFileSync(path), Buffer.from(versionOf(label)));
      if (!replaced.ok) expect(replaced.problem.kind).toBe('changed');
    }));
    state.isDone = true;
    await client;
    expect(isWhole(readFileSync(path, 'utf8'))).toBe(true);
    expect(leftovers(folder)).toEqual([]);
  });
});

async function append(path: string, label: string): Promise<void> {
  for (;;) {
    const expected = readFileSync(path);
    const replaced = await replaceFile(path, expected, Buffer.concat([expected, Buffer.from(`${label}\n`)]));
    if (replaced.ok) return;
    expect(replaced.problem.kind).toBe('changed');
  }
}

function versionOf(label: string): string {
  return `begin ${label}\n${'x'.repeat(20_000)}\nend ${label}\n`;
}

function isWhole(text: string): boolean {
  const label = /^begin (.*)$/m.exec(text)?.[1];
  return text === versionOf(label ?? '');
}

async function rewrite(folder: string, path: string, state: { readonly isDone: boolean }): Promise<void> {
  for (let round = 0; !state.isDone; round += 1) {
    const own = join(folder, 'client.tmp');
    writeFileSync(own, versionOf(`client ${String(round)}`));
    renameSync(own, path);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
