import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);
const isMissing = spawnSync('pre-commit', ['--version']).status !== 0;
/** In CI it must be there: the hooks are part of the product. */
const skip = isMissing && (process.env['CI'] ?? '') === '';

const spec = 'version = 1\nrequiresApproval = true\n\n[mcpServers.shell]\ncommand = "shell-server"\n\n[mcpServers.shell.tools]\nrun = "prompt"\n\n[targets.codex]\nfile = ".codex/config.toml"\n';
const config = 'model = "x" # mine\n\n[mcp_servers.shell]\ncommand = "shell-server"\n';

let scratch = '';
let project = '';

/** Without the variables that git sets for hooks, so that nothing reaches the repository of the tests. */
const env: NodeJS.ProcessEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example', GIT_CONFIG_NOSYSTEM: '1' };
const git = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, env: { ...env, ...identity, HOME: scratch }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const write = (file: string, text: string) => {
  mkdirSync(join(project, file, '..'), { recursive: true });
  writeFileSync(join(project, file), text);
};

async function preCommit(...words: string[]): Promise<{ readonly exit: number; readonly output: string }> {
  const options = { cwd: project, env: { ...env, ...identity, HOME: join(scratch, 'home'), PRE_COMMIT_HOME: join(scratch, 'cache'), PRE_COMMIT_COLOR: 'never' }, maxBuffer: 1 << 26 };
  return execute('pre-commit', words, options).then(
    ({ stdout, stderr }) => ({ exit: 0, output: stdout + stderr }),
    (error: unknown) => ({ exit: Number((error as { code: number }).code), output: `${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}` }),
  );
}

/** Runs one hook as `git commit` would, on everything that is there now. */
async function hook(id: string): Promise<{ readonly exit: number; readonly output: string }> {
  git(project, 'add', '--all');
  return preCommit('run', id);
}

describe.skipIf(skip)('the hooks, installed by pre-commit from a clone', () => {
  beforeAll(async () => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-hooks-')));
    const source = join(scratch, 'source');
    project = join(scratch, 'project');
    mkdirSync(join(scratch, 'home'));
    mkdirSync(project);
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\0').filter((file) => /^(?:src|bin|\.config)\/|^(?:package(?:-lock)?\.json|tsconfig\.json|\.npmrc|\.gitignore|\.pre-commit-hooks\.yaml|README\.md|LICENSE|CHANGELOG\.md)$/.test(file));
    for (const file of files) cpSync(join(root, file), join(source, file));
    git(source, 'init', '--quiet');
    git(source, 'add', '--all');
    git(source, 'commit', '--quiet', '--message', 'source');
    const revision = git(source, 'rev-parse', 'HEAD').trim();
    git(project, 'init', '--quiet');
    write('.pre-commit-config.yaml', `repos:\n  - repo: ${source}\n    rev: ${revision}\n    hooks:\n      - id: mcpolicy-check\n      - id: mcpolicy-render\n`);
    write('mcpolicy.toml', spec);
    write('.codex/config.toml', config);
    git(project, 'add', '--all');
    git(project, 'commit', '--quiet', '--message', 'one');
    const installed = await preCommit('install-hooks');
    expect(installed, installed.output).toMatchObject({ exit: 0 });
  }, 600_000);

  afterAll(() => {
    if (scratch !== '') rmSync(scratch, { recursive: true, force: true });
  }, 120_000);

  it('stop at a config that does not say what the policy says', async () => {
    const { exit, output } = await hook('mcpolicy-check');
    expect(output).toContain('error[MCP401]');
    expect(exit).toBe(1);
  }, 60_000);

  it('bring the config to the policy, and stop because it was changed', async () => {
    const { exit, output } = await hook('mcpolicy-render');
    expect(output).toContain('error[MCP425]');
    expect(exit).toBe(1);
    expect(readFileSync(join(project, '.codex/config.toml'), 'utf8')).toBe(`${config}default_tools_approval_mode = "prompt"\n\n[mcp_servers.shell.tools.run]\napproval_mode = "prompt"\n`);
  }, 60_000);

  it('pass when nothing is left to do', async () => {
    expect(await hook('mcpolicy-render')).toMatchObject({ exit: 0 });
    expect(await hook('mcpolicy-check')).toMatchObject({ exit: 0 });
  }, 60_000);

  it('stop at an approval that somebody added by hand', async () => {
    appendFileSync(join(project, '.codex/config.toml'), '\n[mcp_servers.shell.tools.exec]\napproval_mode = "approve"\n');
    const { exit, output } = await hook('mcpolicy-check');
    expect(output).toContain('server "shell", tool "exec": approve is set, and the policy does not declare it');
    expect(exit).toBe(1);
  }, 60_000);

  it('never pass without a spec', async () => {
    rmSync(join(project, 'mcpolicy.toml'));
    expect(await hook('mcpolicy-check')).toMatchObject({ exit: 1, output: expect.stringContaining('exit code: 2') as string });
    write('mcpolicy.toml', spec);
  }, 60_000);
});
