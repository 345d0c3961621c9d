import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packCopy } from '../package/packed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const spec = 'version = 1\n\n[mcpServers.shell]\ncommand = "shell-server"\n\n[mcpServers.shell.tools]\nrun = "prompt"\n\n[targets.codex]\nfile = ".codex/config.toml"\n';
const config = (mode: string) => `[mcp_servers.shell]\ncommand = "shell-server"\n\n[mcp_servers.shell.tools.run]\napproval_mode = "${mode}"\n`;

let scratch = '';
let project = '';
const env = () => ({ PATH: process.env['PATH'] ?? '', HOME: scratch, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example' });

/** A project with the package installed, husky set up, and the hook of docs/ci.md. */
beforeAll(async () => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-husky-')));
  const { consumer } = await packCopy(root, scratch);
  project = consumer;
  mkdirSync(join(project, 'node_modules/.bin'));
  symlinkSync('../mcpolicy/bin/mcpolicy.js', join(project, 'node_modules/.bin/mcpolicy'));
  writeFileSync(join(project, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(project, 'mcpolicy.toml'), spec);
  mkdirSync(join(project, '.codex'));
  execFileSync('git', ['init', '--quiet'], { cwd: project, env: env() });
  execFileSync(process.execPath, [join(root, 'node_modules/husky/bin.js')], { cwd: project, env: env() });
  writeFileSync(join(project, '.husky/pre-commit'), 'mcpolicy check\n');
}, 300_000);

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
}, 60_000);

function commit(mode: string) {
  writeFileSync(join(project, '.codex/config.toml'), config(mode));
  execFileSync('git', ['add', '--all'], { cwd: project, env: env() });
  return spawnSync('git', ['commit', '--message', mode], { cwd: project, env: env(), encoding: 'utf8' });
}

it.skipIf(process.platform === 'win32')('husky stops a commit that the policy does not allow, and lets the next one through', () => {
  const stopped = commit('approve');
  expect(stopped.status).not.toBe(0);
  expect(stopped.stderr).toContain('error[MCP402]');
  expect(commit('prompt')).toMatchObject({ status: 0 });
});
