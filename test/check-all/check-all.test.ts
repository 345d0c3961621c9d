import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../run-main.js';

const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
const spec = (mode: string) => `version = 1\n[mcpServers.shell]\ncommand = "shell"\n[mcpServers.shell.tools]\nrun = "${mode}"\n[targets.codex]\nfile = ".codex/config.toml"\n`;
const config = '[mcp_servers.shell]\ncommand = "shell"\n\n[mcp_servers.shell.tools.run]\napproval_mode = "prompt"\n';

let folder = '';
const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, env });
const write = (file: string, text: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const checkAll = (...more: string[]) => runMain(['check', '--all', ...more], { cwd: folder, env });

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-all-')));
  git('init', '--quiet');
  for (const name of ['b', 'a', 'c']) {
    write(`packages/${name}/mcpolicy.toml`, spec('prompt'));
    write(`packages/${name}/.codex/config.toml`, config);
  }
  git('add', '.');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('check --all', () => {
  it('checks every spec that git tracks, and says so in one line', async () => {
    expect(await checkAll()).toEqual({ exit: 0, stdout: 'looked at 3: 3 hold\n', stderr: '' });
  });

  it('leaves out what git does not track', async () => {
    write('packages/d/mcpolicy.toml', 'no spec');
    expect(await checkAll()).toMatchObject({ exit: 0, stdout: 'looked at 3: 3 hold\n' });
  });

  it('names what differs, in the order of the paths', async () => {
    for (const name of ['c', 'a']) write(`packages/${name}/mcpolicy.toml`, spec('approve'));
    const ended = await checkAll();
    expect(ended).toMatchObject({ exit: 1, stdout: 'differs packages/a/.codex/config.toml\ndiffers packages/c/.codex/config.toml\n\nlooked at 3: 1 holds, 2 differ (2 errors)\n' });
    expect([...ended.stderr.matchAll(/^packages\/(\w)\/.*error\[MCP402\]/gm)].map(([, name]) => name)).toEqual(['a', 'c']);
  });

  it('never counts a spec that it could not check as one that holds', async () => {
    write('packages/a/mcpolicy.toml', 'version = 1\n[mcpServers]\n');
    rmSync(join(folder, 'packages/b/mcpolicy.toml'));
    write('packages/c/mcpolicy.toml', 'version = 2\n[mcpServers]\n');
    const ended = await checkAll();
    expect(ended).toMatchObject({ exit: 2, stdout: 'unknown packages/a/mcpolicy.toml\nunknown packages/b/mcpolicy.toml\nunknown packages/c/mcpolicy.toml\n\nlooked at 3: 3 unknown (3 errors)\n' });
    expect(ended.stderr).toMatch(/packages\/a\/mcpolicy\.toml: error\[MCP422\][^]*packages\/b\/mcpolicy\.toml: error\[MCP102\][^]*packages\/c\/mcpolicy\.toml:1:11: error\[MCP201\]/);
  });

  it('refuses two specs in one folder', async () => {
    write('packages/a/mcpolicy.json', '{"version":1,"mcpServers":{}}');
    git('add', '.');
    const ended = await checkAll();
    expect(ended.exit).toBe(2);
    expect(ended.stderr).toContain('packages/a/mcpolicy.toml: error[MCP103]: mcpolicy.json is beside it');
  });

  it('is no pass where there is no spec, no repository, or something else is named', async () => {
    expect(await runMain(['check', '--all'], { cwd: join(folder, 'packages/a/.codex'), env })).toMatchObject({ exit: 2, stdout: '' });
    expect(await runMain(['check', '--all'], { cwd: folder, env: { PATH: folder } })).toMatchObject({ exit: 2, stdout: '' });
    expect(await checkAll('packages/a/mcpolicy.toml')).toMatchObject({ exit: 2, stdout: '' });
    expect(await checkAll('--spec', 'packages/a/mcpolicy.toml')).toMatchObject({ exit: 2, stdout: '' });
  });

  it('shows notes where they count', async () => {
    const ended = await checkAll('--strict');
    expect(ended.exit).toBe(1);
    expect(ended.stderr).toContain('note[MCP419]');
  });
});
