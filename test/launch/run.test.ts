import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'smol-toml';
import { modes, trust } from '../layers/scenarios.js';
import { plant } from '../layers/tree.js';
import { buildProgram } from '../process/built.js';
import { distrustOf } from '../../src/launch/folder-owner.js';
import { makePrivateFolder } from '../../src/launch/private-files.js';
import { fakeClient, type FakeClient } from './fake-client.js';

let program: string;
beforeAll(async () => { program = await buildProgram(); });
afterAll(() => { rmSync(dirname(program), { recursive: true }); });

let root = '';
let client: FakeClient;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-launch-')));
  for (const folder of ['home', 'repo']) mkdirSync(join(root, folder));
  client = fakeClient(join(root, 'bin'), 'codex.js', 'codex-cli 0.171.0\n');
  writeFileSync(join(root, 'repo', 'mcpolicy.toml'), spec);
});
afterEach(() => { rmSync(root, { recursive: true, force: true }); });

const spec = 'version = 1\n[mcpServers.docs]\ncommand = "docs-server"\nenv = { DOCS_KEY = "${env:DOCS_KEY}" }\n[mcpServers.docs.tools]\n"a.b \\"c\\"" = "approve"\n';
const plainSpec = spec.replace('"a.b \\"c\\""', 'search');
/** Gemini CLI takes its file from folders of root only, and those for temporary files are everybody's. */
const rootsHome = process.getuid?.() === 0 && distrustOf(homedir(), 0, 0) === undefined ? homedir() : undefined;
let caches: string | undefined;
const trustedCache = () => ({ XDG_CACHE_HOME: (caches ??= mkdtempSync(join(rootsHome ?? '', '.mcpolicy-launch-'))) });
afterEach(() => {
  if (caches !== undefined) rmSync(caches, { recursive: true });
  caches = undefined;
});

const secret = 'PLANTED-0123456789';

interface Asked {
  readonly driver?: string;
  readonly options?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const system = process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '', USERPROFILE: join(root, 'home'), LOCALAPPDATA: join(root, 'home') } : {};
  return { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home'), DOCS_KEY: secret, ...system, ...more };
}

const words = ({ driver = 'codex', options = [], args = ['exec', 'go'], command = [process.execPath, client.script] }: Asked = {}) => [program, 'launch', driver, ...options, '--', ...command, ...args];

function launch(asked: Asked = {}) {
  const done = spawnSync(process.execPath, words(asked), { cwd: join(root, 'repo'), env: environment(asked.env), encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'pipe'] });
  return { exit: done.status, stdout: done.stdout, stderr: done.stderr };
}

describe('a run that holds', () => {
  it('starts the client once, with the policy in front of its own arguments, and passes its code on', () => {
    expect(launch({ env: { FAKE_EXIT: '7' } })).toEqual({ exit: 7, stdout: '', stderr: '' });
    const [start, ...others] = client.starts();
    expect(others).toEqual([]);
    const [flag, value, ...own] = start!.args;
    expect([flag, own]).toEqual(['-c', ['exec', 'go']]);
    expect(parse(value!)).toEqual({ mcp_servers: { docs: { command: 'docs-server', env_vars: ['DOCS_KEY'], tools: { 'a.b "c"': { approval_mode: 'approve' } } } } });
    expect(start!.cwd).toBe(join(root, 'repo'));
  });

  it.each([0, 1, 2, 125, 126, 127])('ends with %i where the client does', (code) => {
    expect(launch({ env: { FAKE_EXIT: String(code) } }).exit).toBe(code);
    expect(client.starts()).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('ends with 128 and the number of the signal that ended the client', () => {
    expect(launch({ env: { FAKE_KILL: 'SIGKILL' } }).exit).toBe(137);
  });

  it('gives the client the whole environment, and its secrets no other way', () => {
    launch();
    const [start] = client.starts();
    expect(start!.env['DOCS_KEY']).toBe(secret);
    expect(JSON.stringify(start!.args)).not.toContain(secret);
  });

  it('writes nothing into the home of the client', () => {
    mkdirSync(join(root, 'home', '.codex'));
    const config = join(root, 'home', '.codex', 'config.toml');
    writeFileSync(config, '# mine\nmodel = "x"\n');
    launch();
    expect(readFileSync(config, 'utf8')).toBe('# mine\nmodel = "x"\n');
    expect(readdirSync(join(root, 'home', '.codex'))).toEqual(['config.toml']);
  });
});

describe('a run that does not hold', () => {
  const own = '[mcp_servers.docs]\ncommand = "docs-server"\nenv_vars = ["DOCS_KEY"]\n';
  const approvals = (tools: Record<string, string>) => modes(tools).replaceAll('mcp_servers.s.', 'mcp_servers.docs.');
  const prompting = `${spec}delete = "prompt"\n`;
  const git = { 'repo/.git/HEAD': 'ref: refs/heads/main\n' };

  it.each<[string, Asked, Readonly<Record<string, string>>, string]>([
    ['a wider approval of the user', {}, { 'home/.codex/config.toml': own + approvals({ purge: 'approve' }) }, 'MCP404'],
    ['a server default that approves', {}, { 'home/.codex/config.toml': `${own}default_tools_approval_mode = "approve"\n` }, 'MCP406'],
    ['a trusted project that turns a prompt around', { options: ['--allow-unreachable-prompts'] }, { ...git, 'repo/mcpolicy.toml': prompting, 'home/.codex/config.toml': own + approvals({ delete: 'prompt' }) + trust('repo'), 'repo/.codex/config.toml': approvals({ delete: 'approve' }) }, 'MCP415'],
    ['a profile that approves', { args: ['exec', '-p', 'fast', 'go'] }, { 'home/.codex/fast.config.toml': approvals({ purge: 'approve' }) }, 'MCP404'],
    ['a swapped program', {}, { 'home/.codex/config.toml': own.replace('docs-server', 'other') }, 'MCP403'],
    ['a reviewer', {}, { 'home/.codex/config.toml': 'approvals_reviewer = "auto_review"\n' }, 'MCP413'],
    ['a hook', {}, { 'home/.codex/hooks.json': '{"hooks":{"PermissionRequest":[]}}' }, 'MCP413'],
    ['--yolo', { args: ['--yolo'] }, {}, 'MCP504'],
    ['no sandbox in exec', { args: ['exec', '-s', 'danger-full-access', 'go'] }, {}, 'MCP412'],
    ['another -c for servers', { args: ['exec', '-c', 'mcp_servers.docs.tools.purge.approval_mode="approve"', 'go'] }, {}, 'MCP504'],
    ['an option that nobody examined', { args: ['exec', '--brand-new', 'go'] }, {}, 'MCP505'],
    ['a variable that is not set', { env: { DOCS_KEY: '' } }, {}, 'MCP506'],
    ['a prompt that nobody can answer', {}, { 'repo/mcpolicy.toml': prompting }, 'MCP507'],
    ['a broken layer', {}, { 'home/.codex/config.toml': 'x = = ' }, 'MCP105'],
    ['an invalid spec', {}, { 'repo/mcpolicy.toml': spec.replace('"approve"', '"aprove"') }, 'MCP2'],
    ['a client that cannot say it', { driver: 'cursor' }, {}, 'MCP301'],
    ['a client that takes no policy for one run', { driver: 'zed' }, { 'repo/mcpolicy.toml': 'version = 1\n[mcpServers.docs]\ncommand = "x"\n[mcpServers.docs.tools]\nsearch = "approve"\n' }, 'MCP508'],
    ['a client that nobody examined', { driver: 'nothing-known' }, {}, 'MCP903'],
    ['another session', { options: ['--session-fingerprint', `sha256:${'0'.repeat(64)}`] }, {}, 'MCP501'],
    ['another program', { command: [process.execPath, 'other.js'] }, {}, 'MCP901'],
    ['a fingerprint that is none', { options: ['--session-fingerprint', 'sha256:x'] }, {}, 'MCP901'],
    ['an option of launch that does not exist', { options: ['--frobnicate'] }, {}, 'MCP901'],
    ['a report that cannot be written', { options: ['--report', 'no/such/folder/x.json'] }, {}, 'MCP512'],
    ['a report in the place of the spec', { options: ['--report', './mcpolicy.toml'] }, {}, 'MCP901'],
  ])('%s: 125, and no client was started', (_what, asked, files, code) => {
    plant(root, { files });
    const { exit, stdout, stderr } = launch(asked);
    expect(stderr).toContain(code);
    expect([exit, stdout, client.starts()]).toEqual([125, '', []]);
    expect(stderr).not.toContain(secret);
  });

  it('starts once the exceptions are accepted by name, and says so', () => {
    plant(root, { files: { 'home/.codex/config.toml': own + approvals({ purge: 'approve' }) } });
    const accept = 'MCP404:user:mcp_servers.docs.tools.purge.approval_mode';
    expect(launch().stderr).toContain(`--accept "${accept}"`);
    const run = launch({ options: ['--accept', accept] });
    expect([run.exit, client.starts().length]).toEqual([0, 1]);
    expect(run.stderr).toContain('MCP520');
  });
});

describe('a client that is not there', () => {
  it('is 127 where nothing is found, and nothing is said about the version', () => {
    expect(launch({ command: [join(root, 'nowhere', 'codex')] })).toMatchObject({ exit: 127, stdout: '' });
  });

  it.skipIf(process.platform === 'win32')('is 126 where the system does not execute it', () => {
    mkdirSync(join(root, 'codex'));
    expect(launch({ command: [join(root, 'codex')] })).toMatchObject({ exit: 126, stdout: '' });
    writeFileSync(join(root, 'bin', 'codex'), '#!/no/such/interpreter\n', { mode: 0o755 });
    expect(launch({ command: [join(root, 'bin', 'codex')], options: ['--client-version', '0.171.0'] }).exit).toBe(126);
  });
});

describe('the version of the client', () => {
  it('is asked, and an old one is refused', () => {
    client.printVersion('codex-cli 0.116.0\n');
    const run = launch();
    expect([run.exit, client.asked(), client.starts()]).toEqual([125, 1, []]);
    expect(run.stderr).toContain('MCP502');
  });

  it.each(['', 'hello\n', '2.1.332 (Claude Code)\n', 'codex-cli soon\n'])('%j is no answer', (text) => {
    client.printVersion(text);
    expect(launch()).toMatchObject({ exit: 125 });
    expect(launch().stderr).toContain('MCP503');
    expect(client.starts()).toEqual([]);
  });

  it('can be assumed where there is no answer, and the report says so', () => {
    client.printVersion('hello\n');
    expect(launch({ options: ['--assume-version', '0.171.0', '--report', 'r.json'] }).exit).toBe(0);
    expect(JSON.parse(readFileSync(join(root, 'repo', 'r.json'), 'utf8'))).toMatchObject({ client: { version: '0.171.0', how: 'assumed' } });
  });

  it('is not assumed where the client gives another one', () => {
    client.printVersion('codex-cli 0.116.0\n');
    expect(launch({ options: ['--assume-version', '0.171.0'] }).exit).toBe(125);
  });

  it('is remembered for the very same file, and asked again for any other', () => {
    expect([launch().exit, launch().exit, client.asked()]).toEqual([0, 0, 1]);
    expect(launch({ options: ['--no-version-cache'] }).exit).toBe(0);
    expect(client.asked()).toBe(2);
    writeFileSync(client.script, `${readFileSync(client.script, 'utf8')}\n`);
    client.printVersion('codex-cli 0.116.0\n');
    expect([launch().exit, client.asked()]).toEqual([125, 3]);
  });

  it('is asked again when the file is replaced by one of the same size and time', () => {
    const { atime, mtime } = statSync(client.script);
    launch();
    const text = readFileSync(client.script);
    rmSync(client.script);
    writeFileSync(client.script, text, { mode: 0o755 });
    utimesSync(client.script, atime, mtime);
    launch();
    expect(client.asked()).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('is never remembered for a script that starts something else', () => {
    writeFileSync(join(root, 'bin', 'codex'), `#!/bin/sh\nexec "${process.execPath}" "${client.script}" "$@"\n`, { mode: 0o755 });
    const command = [join(root, 'bin', 'codex')];
    expect([launch({ command }).exit, launch({ command }).exit, client.asked()]).toEqual([0, 0, 2]);
  });

  it('is not asked when it is given', () => {
    expect(launch({ options: ['--client-version', '0.171.0'] }).exit).toBe(0);
    expect(client.asked()).toBe(0);
  });
});

describe('a run that is only shown', () => {
  const options = ['--client-version', '0.171.0'];

  it.skipIf(process.platform === 'win32')('is a command that a shell runs to the same end', () => {
    const shown = launch({ options: [...options, '--print', 'posix'], args: ['exec', "it's $HOME `x` \"y\"\n*"] });
    expect([shown.exit, client.starts()]).toEqual([0, []]);
    expect(shown.stdout).toContain('# Needs the environment variables DOCS_KEY.');
    expect(shown.stdout).not.toContain(secret);
    expect(spawnSync('sh', ['-c', shown.stdout], { env: environment(), cwd: join(root, 'repo') }).status).toBe(0);
    launch({ options, args: ['exec', "it's $HOME `x` \"y\"\n*"] });
    const [first, second] = client.starts();
    expect(first!.args).toEqual(second!.args);
  });

  it.skipIf(rootsHome === undefined || process.platform === 'darwin')('brings its private files along', () => {
    const gemini = fakeClient(join(root, 'gemini'), 'gemini.js', '0.61.0\n');
    writeFileSync(join(root, 'repo', 'mcpolicy.toml'), plainSpec);
    const shown = launch({ driver: 'gemini-cli', command: [process.execPath, gemini.script], args: ['-p', 'go'], options: ['--client-version', '0.61.0', '--print', 'posix'], env: trustedCache() });
    expect(shown).toMatchObject({ exit: 0, stderr: '' });
    expect(spawnSync('sh', ['-c', shown.stdout], { env: environment({ FAKE_EXIT: '9', ...trustedCache() }), cwd: join(root, 'repo') }).status).toBe(9);
    expect(readdirSync(trustedCache().XDG_CACHE_HOME)).toEqual([]);
    launch({ driver: 'gemini-cli', command: [process.execPath, gemini.script], args: ['-p', 'go'], options: ['--client-version', '0.61.0'], env: trustedCache() });
    const [first, second] = gemini.starts();
    expect(first!.files).toEqual(second!.files);
    expect(Object.keys(first!.files).sort()).toEqual(['policy.toml', 'settings.json']);
  });

  it('is JSON for hosts, with the names of variables and no value', () => {
    const shown = launch({ options: [...options, '--json'] });
    const decision = JSON.parse(shown.stdout) as Record<string, unknown>;
    expect(decision).toMatchObject({ version: 1, decision: 'start', driver: 'codex', client: { version: '0.171.0', how: 'given' }, environment: { needs: ['DOCS_KEY'], set: {}, unset: [] }, findings: [] });
    expect(decision['args']).toEqual(['-c', expect.stringContaining('mcp_servers='), 'exec', 'go']);
    expect(shown.stdout).not.toContain(secret);
    expect(client.starts()).toEqual([]);
  });

  it('is JSON and 125 where it is refused', () => {
    const shown = launch({ options: [...options, '--json'], args: ['--yolo'] });
    expect(shown.exit).toBe(125);
    expect(JSON.parse(shown.stdout)).toMatchObject({ decision: 'refuse', findings: [{ code: 'MCP504' }] });
  });

  it('needs no client on this machine when its version is given', () => {
    expect(launch({ options: [...options, '--print', 'powershell'], command: ['codex'] }).stdout).toMatch(/^& 'codex' '-c' /m);
  });
});

describe('the report', () => {
  it('exists before the client ends, for a start and for a refusal, and holds no word of the user', () => {
    launch({ options: ['--report', 'r.json'], args: ['exec', 'PLANTED prompt'] });
    const started = readFileSync(join(root, 'repo', 'r.json'), 'utf8');
    expect(JSON.parse(started)).toMatchObject({ version: 1, decision: 'start', client: { version: '0.171.0', how: 'asked' }, fingerprints: { session: expect.stringMatching(/^sha256:/) as string } });
    launch({ options: ['--report', 'r.json'], args: ['--yolo', 'PLANTED prompt'] });
    const refused = readFileSync(join(root, 'repo', 'r.json'), 'utf8');
    expect(JSON.parse(refused)).toMatchObject({ decision: 'refuse', findings: [{ code: 'MCP504' }] });
    expect(started + refused).not.toContain('PLANTED');
  });

  it('tells the session that --session-fingerprint resumes', () => {
    launch({ options: ['--report', 'r.json'] });
    const { fingerprints } = JSON.parse(readFileSync(join(root, 'repo', 'r.json'), 'utf8')) as { fingerprints: { session: string } };
    const options = ['--session-fingerprint', fingerprints.session];
    expect(launch({ options, env: { DOCS_KEY: 'another-value' } }).exit).toBe(0);
    writeFileSync(join(root, 'repo', 'mcpolicy.toml'), spec.replace('"approve"', '"prompt"'));
    const run = launch({ options: [...options, '--allow-unreachable-prompts'] });
    expect(run.exit).toBe(125);
    expect(run.stderr).toContain('the mode was approve');
    expect(client.starts()).toHaveLength(2);
  });
});

describe('private files', () => {
  it.skipIf(rootsHome === undefined || process.platform === 'darwin')('hold no secret, and are gone afterwards', () => {
    const gemini = fakeClient(join(root, 'gemini'), 'gemini.js', '0.61.0\n');
    writeFileSync(join(root, 'repo', 'mcpolicy.toml'), plainSpec);
    const run = launch({ driver: 'gemini-cli', command: [process.execPath, gemini.script], args: ['-p', 'go'], env: { FAKE_EXIT: '3', ...trustedCache() } });
    expect(run).toMatchObject({ exit: 3, stdout: '' });
    const [start] = gemini.starts();
    expect(Object.keys(start!.files).sort()).toEqual(['policy.toml', 'settings.json']);
    expect(JSON.stringify(start!.files)).not.toContain(secret);
    const { XDG_CACHE_HOME: cache } = trustedCache();
    expect(start!.env['GEMINI_CLI_SYSTEM_SETTINGS_PATH']).toContain(cache);
    expect(readdirSync(join(cache, 'mcpolicy')).filter((name) => name.startsWith('run-'))).toEqual([]);
  });

  it('are the owner\'s', async () => {
    const { path, remove } = await makePrivateFolder(join(root, 'home'), [{ name: 'a', text: 'x' }, { name: 'b' }]);
    expect([readFileSync(join(path, 'a'), 'utf8'), readdirSync(join(path, 'b'))]).toEqual(['x', []]);
    if (process.platform !== 'win32') expect(['', 'a', 'b'].map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o700, 0o600, 0o700]);
    await remove();
    expect(existsSync(path)).toBe(false);
  });

  it.each([[[]], [['--client-version', '0.61.0', '--print', 'posix']]])('that the client would skip stop the run: %j', (options) => {
    const gemini = fakeClient(join(root, 'gemini'), 'gemini.js', '0.61.0\n');
    writeFileSync(join(root, 'repo', 'mcpolicy.toml'), plainSpec);
    const run = launch({ driver: 'gemini-cli', options, command: [process.execPath, gemini.script], args: ['-p', 'go'] });
    expect([run.exit, run.stdout, gemini.starts()]).toEqual([125, '', []]);
    expect(run.stderr).toContain('MCP514');
  });

  it('of Copilot CLI are a fresh home, and the variable that allows everything is gone', () => {
    const copilot = fakeClient(join(root, 'copilot'), 'copilot.js', 'GitHub Copilot CLI 1.0.102.\nRun something.\n');
    writeFileSync(join(root, 'repo', 'mcpolicy.toml'), plainSpec);
    const run = launch({ driver: 'copilot-cli', command: [process.execPath, copilot.script], args: ['-p', 'go'], env: { COPILOT_ALLOW_ALL: 'true', COPILOT_HOME: join(root, 'home', 'old') } });
    expect(run.exit).toBe(0);
    expect(run.stderr).toContain('MCP522');
    const [start] = copilot.starts();
    expect([start!.files, start!.env['COPILOT_ALLOW_ALL'], existsSync(start!.env['COPILOT_HOME']!)]).toEqual([{ home: '<folder>' }, undefined, false]);
  });

  it('that cannot be written stop the run', () => {
    const copilot = fakeClient(join(root, 'copilot'), 'copilot.js', 'GitHub Copilot CLI 1.0.102.\n');
    writeFileSync(join(root, 'repo', 'mcpolicy.toml'), plainSpec);
    writeFileSync(join(root, 'file'), '');
    const cache = process.platform === 'win32' ? { LOCALAPPDATA: join(root, 'file') } : process.platform === 'darwin' ? { HOME: join(root, 'file') } : { XDG_CACHE_HOME: join(root, 'file') };
    const run = launch({ driver: 'copilot-cli', command: [process.execPath, copilot.script], args: ['-p', 'go'], env: cache });
    expect([run.exit, copilot.starts()]).toEqual([125, []]);
    expect(run.stderr).toContain('MCP513');
  });
});

describe.skipIf(process.platform === 'win32')('a running client', () => {
  async function running(use: (child: ReturnType<typeof spawn>, said: (text: string) => Promise<void>) => Promise<void>): Promise<number | null> {
    const child = spawn(process.execPath, words(), { cwd: join(root, 'repo'), env: environment({ FAKE_WAIT: '1', FAKE_EXIT: '5' }), stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (text) => { out += String(text); });
    const ended = new Promise<number | null>((resolve) => { child.on('exit', resolve); });
    const said = async (text: string) => {
      for (let waited = 0; !out.includes(text); waited += 20) {
        if (waited > 10_000) throw new Error(`the client never said ${text}: ${out}`);
        await new Promise((resolve) => { setTimeout(resolve, 20); });
      }
    };
    try {
      await use(child, said);
      return await ended;
    } finally {
      child.kill('SIGKILL');
    }
  }

  it('has the standard streams, and gets every signal', async () => {
    const exit = await running(async (child, said) => {
      await said('ready');
      for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const) {
        child.kill(name);
        await said(`got ${name}`);
      }
      child.stdin!.write('hello\n');
      await said('read hello');
      child.stdin!.write('end\n');
    });
    expect(exit).toBe(5);
  });
});
