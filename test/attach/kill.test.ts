import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../process/built.js';

const preload = pathToFileURL(fileURLToPath(new URL('kill-at.mjs', import.meta.url))).href;
const native = '# mine\n[mcp_servers.wiki]\ncommand = \'wiki-server\'\n\n[mcp_servers.wiki.tools.find]\napproval_mode = "prompt" # looked at\n';
const spec = 'version = 1\n[mcpServers.wiki]\ncommand = "wiki-server"\n[mcpServers.wiki.tools]\nfind = "approve"\n[mcpServers.bridge]\nurl = "http://127.0.0.1:9/mcp"\n[mcpServers.bridge.tools]\nopen = "approve"\n';

let program: string;
beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => {
  rmSync(dirname(program), { recursive: true, force: true });
});

function run(folder: string, killAt: number, ...args: readonly string[]) {
  const { status, signal, stderr } = spawnSync(process.execPath, ['--import', preload, program, ...args, '--state', 'state'], { cwd: folder, encoding: 'utf8', env: { KILL_AT: String(killAt), PATH: process.env['PATH'] } });
  return { status, signal, calls: Number(/calls=(\d+)/.exec(stderr)?.[1] ?? 0), stderr };
}

function scene(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcpolicy-kill-'));
  writeFileSync(join(folder, 'config.toml'), native);
  writeFileSync(join(folder, 'mcpolicy.toml'), spec);
  return folder;
}

const attachArgs = ['attach', 'codex', '--file', 'config.toml'];
const detachArgs = ['detach', '--all'];
const contents = (folder: string) => readFileSync(join(folder, 'config.toml'), 'utf8');

/** Old or new, never a piece of either. */
function whole(folder: string, attached: string): void {
  expect([native, attached]).toContain(contents(folder));
}

function finish(folder: string): void {
  const ended = run(folder, 0, ...detachArgs);
  expect(ended.stderr).not.toMatch(/error\[/);
  expect(contents(folder)).toBe(native);
  const state = existsSync(join(folder, 'state')) ? readdirSync(join(folder, 'state')) : [];
  expect([...readdirSync(folder), ...state].filter((name) => name.includes('.lock') && !name.startsWith('.'))).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
}

describe('killed between any two steps', () => {
  it('of attach or detach, a later detach gives the bytes back', () => {
    const first = scene();
    const attaching = run(first, 0, ...attachArgs);
    const attached = contents(first);
    expect({ status: attaching.status, isChanged: attached !== native }).toEqual({ status: 0, isChanged: true });
    const detaching = run(first, 0, ...detachArgs);
    finish(first);
    expect(Math.min(attaching.calls, detaching.calls)).toBeGreaterThan(8);
    for (let at = 1; at <= attaching.calls; at += 1) {
      const folder = scene();
      expect(run(folder, at, ...attachArgs).signal).toBe('SIGKILL');
      whole(folder, attached);
      finish(folder);
    }
    for (let at = 1; at <= detaching.calls; at += 1) {
      const folder = scene();
      run(folder, 0, ...attachArgs);
      expect(run(folder, at, ...detachArgs).signal).toBe('SIGKILL');
      whole(folder, attached);
      finish(folder);
    }
  }, 240_000);
});
