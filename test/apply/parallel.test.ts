import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../process/built.js';

let program: string;
beforeAll(async () => { program = await buildProgram(); });
afterAll(() => { rmSync(dirname(program), { recursive: true }); });

const runs = Array.from({ length: 40 }, (_, index) => index);
const serverOf = (index: number) => `server-${String(index)}`;

interface Ended {
  readonly index: number;
  readonly exit: number | null;
  readonly stderr: string;
}

/** A folder with one client file, and one policy a run, each about a server of its own. */
function prepare(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-parallel-')));
  writeFileSync(join(folder, 'config.toml'), '# mine\nmodel = "m-large"\n');
  for (const index of runs) {
    mkdirSync(join(folder, `policy-${String(index)}`));
    writeFileSync(join(folder, `policy-${String(index)}`, 'mcpolicy.toml'), `version = 1\n\n[mcpServers.${serverOf(index)}]\ncommand = "run-${String(index)}"\n\n[mcpServers.${serverOf(index)}.tools]\nfind = "approve"\n\n[targets.codex]\nfile = "../config.toml"\n`);
  }
  return folder;
}

function apply(folder: string, index: number): Promise<Ended> {
  const child = spawn(process.execPath, [program, 'apply', 'codex', '--yes'], { cwd: join(folder, `policy-${String(index)}`), stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => { resolve({ index, exit, stderr }); });
  });
}

/** Servers of the file, which has to be whole to be read at all. */
function serversIn(folder: string): readonly string[] {
  const text = readFileSync(join(folder, 'config.toml'), 'utf8');
  expect(text.startsWith('# mine\nmodel = "m-large"\n')).toBe(true);
  const { mcp_servers: servers = {} } = parse(text) as { mcp_servers?: Record<string, { tools?: { find?: { approval_mode?: string } } }> };
  expect(Object.values(servers).every(({ tools }) => tools?.find?.approval_mode === 'approve')).toBe(true);
  return Object.keys(servers);
}

/** The run wrote what it was to write. It may have seen approvals of the others, which its own policy does not declare. */
function isDone({ exit, stderr }: Ended): boolean {
  const codes = [...stderr.matchAll(/error\[(MCP\d+)\]/g)].map(([, code]) => code);
  return (exit === 0 || exit === 1) && codes.every((code) => code === 'MCP404');
}

/** Everybody is done, or says that somebody else was faster. */
function expectClear(ended: readonly Ended[]): void {
  expect(ended.filter((one) => !isDone(one) && !(one.exit === 2 && one.stderr.includes('[MCP421]: the file changed while writing')))).toEqual([]);
}

function leftovers(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name !== 'config.toml' && !name.startsWith('policy-'));
}

describe('forty runs of apply at once', () => {
  it('lose nothing: who is done is in the file, who is not is not, and tries again', { timeout: 180_000 }, async () => {
    const folder = prepare();
    try {
      const ended = await Promise.all(runs.map((index) => apply(folder, index)));
      expectClear(ended);
      const there = new Set(serversIn(folder));
      expect(ended.filter((one) => isDone(one) !== there.has(serverOf(one.index)))).toEqual([]);
      for (const { index } of ended.filter((one) => !isDone(one))) expect(isDone(await apply(folder, index))).toBe(true);
      expect(serversIn(folder).length).toBe(runs.length);
      expect(leftovers(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('and a client that writes meanwhile leave a whole file', { timeout: 180_000 }, async () => {
    const folder = prepare();
    const path = join(folder, 'config.toml');
    let writes = 0;
    const client = setInterval(() => {
      writes += 1;
      writeFileSync(`${path}.client`, `${readFileSync(path, 'utf8').replace(/# client \d+\n$/, '')}# client ${String(writes)}\n`);
      renameSync(`${path}.client`, path);
      serversIn(folder);
    }, 3);
    try {
      expectClear(await Promise.all(runs.map((index) => apply(folder, index))));
    } finally {
      clearInterval(client);
    }
    expect(writes).toBeGreaterThan(50);
    serversIn(folder);
    expect(leftovers(folder)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
});
