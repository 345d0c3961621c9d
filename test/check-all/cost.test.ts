import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSpec, readText } from '../../src/files.js';
import { trackedFiles } from '../../src/git.js';
import { readToml } from '../../src/native/read.js';
import { parse } from '../../src/spec/parse.js';
import { runMain } from '../run-main.js';

const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
const specs = Array.from({ length: 500 }, (_, index) => `packages/p${String(index)}`);
const tools = Array.from({ length: 20 }, (_, index) => `tool_${String(index)}`);

let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-cost-')));
  for (const name of specs) {
    mkdirSync(join(folder, name, '.codex'), { recursive: true });
    writeFileSync(join(folder, name, 'mcpolicy.toml'), `version = 1\n[mcpServers.shell]\ncommand = "shell"\n[mcpServers.shell.tools]\n${tools.map((tool) => `${tool} = "approve"\n`).join('')}[targets.codex]\nfile = ".codex/config.toml"\n`);
    writeFileSync(join(folder, name, '.codex/config.toml'), `[mcp_servers.shell]\ncommand = "shell"\n${tools.map((tool) => `[mcp_servers.shell.tools.${tool}]\napproval_mode = "approve"\n`).join('')}`);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: folder, env });
  execFileSync('git', ['add', '.'], { cwd: folder, env });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Finds, reads and parses every spec and every target, and does nothing else. */
async function readAndParse(): Promise<void> {
  await trackedFiles({ cwd: folder, env });
  for (let start = 0; start < specs.length; start += 16) {
    await Promise.all(
      specs.slice(start, start + 16).map(async (name) => {
        const source = await readSpec(join(folder, name, 'mcpolicy.toml'), folder);
        if (source.ok) await parse(source.value);
        const text = await readText(join(folder, name, '.codex/config.toml'), name);
        if (text.ok) await readToml(text.value.text);
      }),
    );
  }
}

async function cpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

it.runIf(process.env['MCPOLICY_COST'] === '1')('checks 500 specs for at most twice of what reading and parsing them costs', async () => {
  const check = async () => { expect((await runMain(['check', '--all'], { cwd: folder, env })).stdout).toBe('looked at 500: 500 hold\n'); };
  let [checking, reading] = [Infinity, Infinity];
  for (let round = 0; round < 30 && (round < 3 || checking / reading > 2); round += 1) {
    checking = Math.min(checking, await cpu(check));
    reading = Math.min(reading, await cpu(readAndParse));
  }
  process.stderr.write(`check --all of 500 specs: ${String(Math.round(checking / 1000))} ms of CPU, reading and parsing them: ${String(Math.round(reading / 1000))} ms\n`);
  expect(checking / reading).toBeLessThanOrEqual(2);
}, 120_000);
