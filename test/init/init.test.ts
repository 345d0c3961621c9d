import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli.js';
import { runMain } from '../run-main.js';

let folder = '';
const write = (file: string, text: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const mcpolicy = (...args: string[]) => runMain(args, { cwd: join(folder, 'project'), env: { HOME: join(folder, 'home'), USERPROFILE: join(folder, 'home'), PATH: process.env['PATH'] ?? '' } });
const spec = () => readFileSync(join(folder, 'project/mcpolicy.toml'), 'utf8');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-init-')));
  mkdirSync(join(folder, 'project'));
  mkdirSync(join(folder, 'home'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const codex = '# mine\n[mcp_servers.shell]\ncommand = "shell-server"\n\n[mcp_servers.shell.tools.list]\napproval_mode = "approve"\n';

describe('init --yes', () => {
  it('proposes what Codex is configured to do, with approval required, and the file as target', async () => {
    write('project/.codex/config.toml', codex);
    const ended = await mcpolicy('init', '--yes');
    expect(ended).toMatchObject({ exit: 0, stdout: expect.stringContaining('written     mcpolicy.toml') as string });
    expect(spec()).toBe('# Who may call which tool of which MCP server without asking. See `mcpolicy --help`.\n# Tools that are not named need approval.\n\nversion = 1\nrequiresApproval = true\n\n[mcpServers.shell]\ncommand = "shell-server"\n\n[mcpServers.shell.tools]\nlist = "approve"\n\n[targets.codex]\nfile = ".codex/config.toml"\n');
  });

  it('leads to a check that passes, and to one that fails after an approval was added by hand', async () => {
    write('project/.codex/config.toml', codex);
    await mcpolicy('init', '--yes');
    expect((await mcpolicy('apply', '--yes')).exit).toBe(0);
    expect((await mcpolicy('check')).exit).toBe(0);
    write('project/.codex/config.toml', `${readFileSync(join(folder, 'project/.codex/config.toml'), 'utf8')}\n[mcp_servers.shell.tools.rm]\napproval_mode = "approve"\n`);
    expect(await mcpolicy('check')).toMatchObject({ exit: 1, stderr: expect.stringContaining('tool "rm"') as string });
  });

  it('puts clients together: equal servers once, the stricter word of two, and says what it left out', async () => {
    write('project/.codex/config.toml', `${codex}[mcp_servers.web]\nurl = "https://a.example/mcp"\n`);
    write('project/.mcp.json', JSON.stringify({ mcpServers: { shell: { command: 'shell-server' }, web: { type: 'http', url: 'https://b.example/mcp' } } }));
    write('project/.claude/settings.json', JSON.stringify({ permissions: { ask: ['mcp__shell__list'], allow: ['mcp__web__*'] } }));
    const { stderr } = await mcpolicy('init', '--yes');
    expect(spec()).toContain('[mcpServers.shell]\ncommand = "shell-server"\n\n[mcpServers.shell.tools]\nlist = "prompt"\n');
    expect(spec()).toMatch(/\[mcpServers\.web\]\n(?:\n|\[)/);
    expect(stderr).toContain('server "shell", tool "list": one client approves it and another asks, so prompt is proposed');
    expect(stderr).toContain('server "web": Codex CLI declares it differently than Claude Code, so only its tools are proposed');
    expect(stderr).toContain('mcp__web__*');
  });

  it('puts no secret into the spec', async () => {
    write('project/.codex/config.toml', '[mcp_servers.shell]\ncommand = "shell-server"\nenv = { API_KEY = "hunter2PLANTED" }\n');
    const { stdout, stderr } = await mcpolicy('init', '--yes');
    expect(spec()).toContain('API_KEY = "${env:API_KEY}"');
    expect(stdout + stderr + spec()).not.toContain('PLANTED');
  });

  it('mentions what only the user has, and leaves it alone', async () => {
    write('home/.codex/config.toml', codex);
    const { stderr } = await mcpolicy('init', '--yes');
    expect(stderr).toContain('Codex CLI: the user\'s own config declares 1 server beside the project');
    expect(spec()).not.toContain('shell-server');
  });

  it('takes a config for the project\'s own where the project is the home folder', async () => {
    write('project/.codex/config.toml', codex);
    const home = join(folder, 'project');
    const { exit, stderr } = await runMain(['init', '--yes'], { cwd: home, env: { HOME: home, USERPROFILE: home } });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  });

  it('never overwrites, whatever the format of the spec that is there', async () => {
    write('project/mcpolicy.yaml', 'mine');
    expect(await mcpolicy('init', '--yes')).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('mcpolicy.yaml: error[MCP110]') as string });
    expect(existsSync(join(folder, 'project/mcpolicy.toml'))).toBe(false);
  });

  it('writes nothing when a config cannot be read', async () => {
    write('project/.codex/config.toml', '[mcp_servers.shell\n');
    expect(await mcpolicy('init', '--yes')).toMatchObject({ exit: 2, stdout: '' });
    expect(existsSync(join(folder, 'project/mcpolicy.toml'))).toBe(false);
  });

  it('proposes an empty spec where there is nothing, and says so', async () => {
    expect(await mcpolicy('init', '--yes')).toMatchObject({ exit: 0, stderr: expect.stringContaining('no config of a client that mcpolicy reads was found') as string });
    expect(spec()).toContain('requiresApproval = true');
  });
});

describe('init without --yes', () => {
  it('shows the proposal and writes nothing where nobody can be asked', async () => {
    write('project/.codex/config.toml', codex);
    const ended = await mcpolicy('init');
    expect(ended).toMatchObject({ exit: 2, stdout: expect.stringContaining('[mcpServers.shell]') as string, stderr: expect.stringContaining('error[MCP423]') as string });
    expect(existsSync(join(folder, 'project/mcpolicy.toml'))).toBe(false);
  });

  it.each([['y\n', 0, true], ['n\n', 2, false], ['\n', 2, false], ['\u0003', 2, false]] as const)('asks on a terminal: %j ends with %i', async (answer, exit, isWritten) => {
    write('project/.codex/config.toml', codex);
    const stdin = new PassThrough();
    let shown = '';
    const sink = () => new Writable({ write: (chunk: Buffer, _encoding, done) => { shown += chunk.toString(); done(); } });
    const ended = main(['init'], { cwd: join(folder, 'project'), env: { HOME: join(folder, 'home') }, stdin, isInteractive: true, stdout: { stream: sink(), isTerminal: true }, stderr: { stream: sink(), isTerminal: true } });
    const asked = setInterval(() => { if (shown.includes('Write this')) { clearInterval(asked); stdin.write(answer); } }, 20);
    expect(await ended).toBe(exit);
    expect(existsSync(join(folder, 'project/mcpolicy.toml'))).toBe(isWritten);
  });
});

it('works in a repository of git, too', async () => {
  execFileSync('git', ['init', '--quiet'], { cwd: join(folder, 'project') });
  write('project/.codex/config.toml', codex);
  expect(await mcpolicy('init', '--yes')).toMatchObject({ exit: 0 });
});
