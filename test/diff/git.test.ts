import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../run-main.js';

const old = 'version = 1\nrequiresApproval = true\n[mcpServers.shell]\ncommand = "shell-server"\n[mcpServers.shell.tools]\nrun = "prompt"\n';
const looser = old.replace('"prompt"', '"approve"');
const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example' };

let folder = '';
const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, env: { ...env, HOME: folder } });
const write = (file: string, text: string) => {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const diff = (args: readonly string[], cwd = '.') => runMain(['diff', ...args], { cwd: join(folder, cwd), env });

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-git-')));
  git('init', '--quiet', '--initial-branch', 'main');
  write('mcpolicy.toml', old);
  write('packages/a/mcpolicy.yaml', JSON.stringify({ version: 1, mcpServers: {} }));
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  write('mcpolicy.toml', looser);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('diff --base', () => {
  it('compares the spec that applies here with the same file in the revision', async () => {
    const ended = await diff(['--base', 'HEAD']);
    expect(ended.stdout).toBe('loosened  shell  tool run  prompt -> approve\n\n1 loosened: git:HEAD:mcpolicy.toml -> mcpolicy.toml\n');
    expect(ended.stderr).toContain('mcpolicy.toml:6:1: error[MCP430]: server "shell", tool "run": loosened, prompt -> approve');
    expect(ended.exit).toBe(1);
  });

  it('finds it from a folder below, too', async () => {
    const ended = await diff(['--base', 'HEAD', '../../mcpolicy.toml'], 'packages/a');
    expect(ended).toMatchObject({ exit: 1, stdout: expect.stringContaining('git:HEAD:../../mcpolicy.toml -> ../../mcpolicy.toml') as string });
  });

  it('takes the spec of another format that stood in the same folder', async () => {
    write('packages/a/mcpolicy.toml', 'version = 1\n[mcpServers]\n');
    const ended = await diff(['--base', 'HEAD', 'packages/a/mcpolicy.toml']);
    expect(ended).toMatchObject({ exit: 0, stdout: 'no change of policy: git:HEAD:packages/a/mcpolicy.yaml -> packages/a/mcpolicy.toml\n' });
  });

  it('counts everything as added where the revision has no spec, and says so', async () => {
    write('packages/b/mcpolicy.toml', looser);
    const ended = await diff(['--base', 'HEAD', 'packages/b/mcpolicy.toml']);
    expect(ended.exit).toBe(1);
    expect(ended.stderr).toContain('note[MCP435]: the revision "HEAD" has no such spec');
    expect(ended.stdout).toContain('loosened  shell  tool run       not in the policy -> approve');
  });

  it.each(['no-such-branch', '--output=stolen', 'HEAD:mcpolicy.toml'])('cannot tell anything about the revision %s', async (revision) => {
    const ended = await diff([`--base=${revision}`, 'mcpolicy.toml']);
    expect(ended).toMatchObject({ exit: 2, stdout: '' });
    expect(ended.stderr).toContain('error[MCP102]: cannot read: git knows no revision');
  });

  it('cannot tell anything without git', async () => {
    const ended = await runMain(['diff', '--base', 'HEAD', 'mcpolicy.toml'], { cwd: folder, env: { PATH: folder } });
    expect(ended).toMatchObject({ exit: 2, stdout: '' });
    expect(ended.stderr).toContain('git is missing');
  });
});

describe('git:REVISION:PATH', () => {
  it('reads paths from the root, or with ./ from here', async () => {
    for (const [cwd, path, now] of [['.', 'mcpolicy.toml', 'mcpolicy.toml'], ['packages/a', 'mcpolicy.toml', '../../mcpolicy.toml'], ['packages', './../mcpolicy.toml', '../mcpolicy.toml']] as const) {
      expect(await diff([`git:HEAD:${path}`, now], cwd)).toMatchObject({ exit: 1, stdout: expect.stringContaining('prompt -> approve') as string });
    }
  });

  it('reads the index where no revision is named', async () => {
    git('add', 'mcpolicy.toml');
    expect(await diff(['git:HEAD:mcpolicy.toml', 'git::mcpolicy.toml'])).toMatchObject({ exit: 1 });
    expect(await diff(['git::mcpolicy.toml', 'mcpolicy.toml'])).toMatchObject({ exit: 0 });
    git('reset', '--quiet');
  });

  it('is an error where the revision has no such file', async () => {
    const ended = await diff(['git:HEAD:other.toml', 'mcpolicy.toml']);
    expect(ended).toMatchObject({ exit: 2, stdout: '' });
    expect(ended.stderr).toContain('git:HEAD:other.toml: error[MCP102]: cannot read: the revision "HEAD" has no such file');
  });
});
