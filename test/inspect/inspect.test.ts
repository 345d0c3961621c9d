import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inheritedVariables } from '../../src/inspect/live/inherited.js';
import { allGone, mark, Workspace } from './workspace.js';

let work: Workspace;
beforeEach(() => { work = new Workspace(); });
afterEach(async () => {
  await allGone(work);
  work.remove();
});

const tool = (name: string, annotations?: object) => ({ name, ...(annotations === undefined ? {} : { annotations }) });

describe('a policy that fits its servers', () => {
  it('holds, and shows each tool with the word of the policy and the claims of the server', async () => {
    work.spec({
      docs: work.server('docs', { pages: [[tool('search', { readOnlyHint: true, openWorldHint: false }), tool('zap', { destructiveHint: true })], [tool('delete', { readOnlyHint: true, title: 'x', idempotentHint: 'yes' }), tool('ask')]] }, { tools: { search: 'approve', ask: 'prompt' }, disabledTools: ['zap'] }),
    }, { requiresApproval: true });
    const { exit, stdout, stderr } = await work.inspect();
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toBe(`server "docs": 4 tools
  tool      policy           what the server claims (decides nothing)
  "ask"     prompt           -
  "delete"  not named, asks  readOnlyHint true
  "search"  approve          readOnlyHint true, openWorldHint false
  "zap"     disabled         destructiveHint true

inspected 1 of 1 server: 4 tools, 0 findings
`);
    expect(readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8').replaceAll('\r\n', '\n')).toContain(stdout);
  });

  it('has a word for everything that a policy can say of a tool', async () => {
    const pages = [[tool('a'), tool('b')]];
    work.spec({
      runs: work.server('runs', { pages }, { requiresApproval: false }),
      silent: work.server('silent', { pages }),
      few: work.server('few', { pages }, { enabledTools: ['a'], tools: { a: 'approve' } }),
      off: work.server('off', { pages }, { enabled: false }),
      none: work.server('none', { bad: 'no tools' }),
    });
    const { exit, servers, diagnostics } = await work.json(['runs', 'silent', 'few', 'off', 'none']);
    expect({ exit, diagnostics }).toEqual({ exit: 0, diagnostics: [] });
    expect(Object.fromEntries(servers.map(({ server, tools }) => [server, tools?.map(({ policy }) => policy)]))).toEqual({
      few: ['approve', 'not-enabled'], none: [], off: ['server-disabled', 'server-disabled'], runs: ['unnamed-runs', 'unnamed-runs'], silent: ['unnamed-undeclared', 'unnamed-undeclared'],
    });
  });

  it('never lets a claim of the server change what the policy says', async () => {
    work.spec({ docs: work.server('docs', { pages: [[tool('a', { readOnlyHint: true }), tool('b', { readOnlyHint: false, destructiveHint: true })]] }) }, { requiresApproval: true });
    const { servers } = await work.json();
    expect(servers[0]?.tools).toEqual([{ name: 'a', policy: 'unnamed-asks', serverClaims: { readOnlyHint: true } }, { name: 'b', policy: 'unnamed-asks', serverClaims: { readOnlyHint: false, destructiveHint: true } }]);
  });

  it('asks only the servers that are named, each once', async () => {
    work.spec({ a: work.server('a', {}), b: work.server('b', {}), c: work.server('c', { bad: 'exit' }) });
    const { exit, servers } = await work.json(['b', 'a', 'b']);
    expect(exit).toBe(0);
    expect(servers.map(({ server }) => server)).toEqual(['a', 'b']);
    expect(work.pids).toHaveLength(2);
  });

  it('asks nobody where a name is not in the spec, and says so for each', async () => {
    work.spec({ docs: work.server('docs', {}) });
    const { exit, diagnostics } = await work.json(['docs', 'dosc', 'x']);
    expect([exit, diagnostics.map(({ code, message, fix }) => [code, message, /Did you mean.*/.exec(fix)?.[0]])]).toEqual([2, [['MCP901', 'the spec has no server "dosc"', 'Did you mean "docs"?'], ['MCP901', 'the spec has no server "x"', undefined]]]);
    expect(work.pids).toEqual([]);
  });

  it('asks more servers than it asks at a time', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `s${String(index).padStart(2, '0')}`);
    work.spec(Object.fromEntries(names.map((name) => [name, work.server(name, { pages: [[tool(`of-${name}`)]] })])));
    const { exit, servers } = await work.json();
    expect(exit).toBe(0);
    expect(servers.map(({ server, tools }) => [server, tools?.[0]?.name])).toEqual(names.map((name) => [name, `of-${name}`]));
  }, 60_000);
});

describe('--strict', () => {
  it('makes a note a finding, as elsewhere', async () => {
    work.spec({ docs: work.server('docs', { pages: [[tool('search')]] }, { tools: { ' search ': 'approve' } }) });
    const noted = await work.inspect();
    expect([noted.exit, noted.stderr.match(/note\[MCP220\]/g)?.length]).toEqual([0, 1]);
    expect((await work.inspect(['--strict'])).exit).toBe(1);
  });
});

describe('the place of a name', () => {
  it('is found in lists and under keys with white space, and in the spec that has it', async () => {
    work.spec({ ' docs ': work.server('docs', { pages: [[tool('a'), tool('b')]] }, { tools: { ' serach ': 'approve', b: 'prompt' }, enabledTools: ['a', 'b', ' serach '] }) });
    writeFileSync(join(work.folder, 'more.toml'), 'version = 1\n[mcpServers.docs]\ntools = [{ name = "b", approvalMode = "prompt" }, { name = "serach", approvalMode = "approve" }]\n');
    const { exit, stderr } = await work.inspect(['--spec', 'more.toml', '--spec', 'mcpolicy.json']);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^more\.toml:3:\d+: error\[MCP601\]/m);
    expect(stderr.match(/mcpolicy\.json:\d+:\d+: also named here/g)).toHaveLength(2);
  });
});

describe('the program of a server', () => {
  it('gets the words, the variables of the spec and the few that the SDK hands on, in the folder of the spec', async () => {
    const fields = work.server('docs', { bad: 'environment' });
    work.spec({ docs: { ...fields, args: [...(fields['args'] as string[]), '$HOME `x` "y"', '${env:WORD}'], env: { OWN: 'x' }, cwd: '${env:PLACE}' } });
    const { exit, stdout } = await work.inspect(['--format', 'json'], { WORD: 'a b', PLACE: '.', OTHER: 'x', HOME: '() { :; }', USER: 'me' });
    expect(exit).toBe(0);
    const names = (JSON.parse(stdout) as { servers: { tools: { name: string }[] }[] }).servers[0]!.tools.map(({ name }) => name);
    const allowed = [...DEFAULT_INHERITED_ENV_VARS, 'OWN', '__CF_USER_TEXT_ENCODING'];
    const others = names.filter((name) => !allowed.includes(name) && !name.startsWith('cwd '));
    expect(others.sort()).toEqual(['$HOME `x` "y"', 'a b']);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'OWN']));
    if (process.platform !== 'win32') expect(names).not.toContain('HOME');
    expect(names.find((name) => name.startsWith('cwd '))).toContain(basename(work.folder));
  });

  it('inherits what the SDK would hand on', () => {
    const env = Object.fromEntries([...DEFAULT_INHERITED_ENV_VARS, 'OTHER', 'MCP_TOKEN'].map((name) => [name, 'x']));
    expect(Object.keys(inheritedVariables(env, process.platform)).sort()).toEqual([...DEFAULT_INHERITED_ENV_VARS].sort());
  });
});

describe('a tool that the policy names and the server does not list', () => {
  it('is a finding where the spec names it, with what was probably meant', async () => {
    work.spec({ docs: work.server('docs', { pages: [[tool('search'), tool('delete'), tool('list')]] }, { tools: { serach: 'approve' }, enabledTools: ['list', 'serach'] }), web: work.server('web', { pages: [[tool('Delete')]] }, { tools: [{ name: 'open', approvalMode: 'prompt' }], disabledTools: ['delete'] }) });
    const { exit, diagnostics } = await work.json();
    expect(exit).toBe(1);
    expect(diagnostics.map(({ code, server, tool: about, fix }) => [code, server, about, /Did you mean.*$/.exec(fix)?.[0]])).toEqual([
      ['MCP601', 'docs', 'serach', 'Did you mean "search"?'],
      ['MCP601', 'web', 'open', undefined],
      ['MCP601', 'web', 'delete', 'Did you mean "Delete"?'],
    ]);
    const lines = readFileSync(join(work.folder, 'mcpolicy.json'), 'utf8').split('\n');
    expect(diagnostics.map(({ line = 0, column = 0 }) => lines[line - 1]?.slice(column - 1))).toEqual(['"serach": "approve"', '{', '"delete"']);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'server "docs" lists no tool "serach", so this mode has no effect',
      'server "web" lists no tool "open", so this mode has no effect',
      'server "web" lists no tool "delete", so this switches nothing off',
    ]);
  });

  it('is one finding with every place, in text', async () => {
    work.spec({ docs: work.server('docs', { pages: [[tool('search')]] }, { tools: { serach: 'approve' }, enabledTools: ['serach'] }) });
    const { exit, stderr } = await work.inspect();
    expect(exit).toBe(1);
    expect(stderr.match(/MCP601/g)).toHaveLength(1);
    expect(stderr).toContain('also named here, where this switches nothing on');
  });
});

describe('tools that cannot be told apart', () => {
  const targets = { targets: { 'claude-code': { file: '.claude/settings.json' }, 'copilot-cli': { file: 'x' }, 'gemini-cli': { file: '.gemini/settings.json' }, codex: { file: '.codex/config.toml' }, zed: { file: '.zed/settings.json' } } };

  it('are a finding for each client of the spec that knows them by one name', async () => {
    work.spec({ docs: work.server('docs', { pages: [[tool('a b'), tool('a_b'), tool('a-b')]] }, { tools: { a_b: 'approve' } }) }, targets);
    const { exit, diagnostics } = await work.json();
    expect(exit).toBe(1);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'MCP602 Claude Code cannot tell tool "a_b" of server "docs" from tool "a b" of server "docs"',
      'MCP602 Copilot CLI cannot tell tool "a b" of server "docs" from tool "a-b" of server "docs"',
      'MCP602 Gemini CLI cannot tell tool "a_b" of server "docs" from tool "a b" of server "docs"',
    ]);
  });

  it('are a finding across servers, and with a name that only the policy has', async () => {
    work.spec({ a: work.server('a', { pages: [[tool('b-c')]] }), 'a-b': work.server('ab', { pages: [[tool('c')]] }), docs: work.server('docs', { pages: [[tool('a.b')]] }, { tools: { a_b: 'approve' } }) }, { targets: { 'claude-code': targets.targets['claude-code'], 'copilot-cli': targets.targets['copilot-cli'] } });
    const { exit, diagnostics } = await work.json();
    expect(exit).toBe(1);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'MCP601 server "docs" lists no tool "a_b", so this mode has no effect',
      'MCP602 Claude Code cannot tell tool "a_b" of server "docs" (not listed) from tool "a.b" of server "docs"',
      'MCP602 Copilot CLI cannot tell tool "b-c" of server "a" from tool "c" of server "a-b"',
    ]);
  });

  it('are a finding when a tool is listed twice, without any target', async () => {
    work.spec({ docs: work.server('docs', { pages: [[tool('a'), tool('b')], [tool('a'), tool('b'), tool('b')]] }, { tools: { b: 'prompt' } }) });
    const { exit, diagnostics } = await work.json();
    expect(exit).toBe(1);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(['MCP603 server "docs" lists tool "a" twice', 'MCP603 server "docs" lists tool "b" 3 times']);
  });

  it('are looked for with clients that were examined only', async () => {
    work.spec({ docs: work.server('docs', {}) }, { targets: { cursor: { file: 'x' } } });
    expect((await work.json()).diagnostics.map(({ code }) => code)).toEqual(['MCP301']);
    work.spec({ docs: work.server('docs', {}) }, { targets: { nobody: { file: 'x' } } });
    const { exit, diagnostics } = await work.json();
    expect([exit, diagnostics.map(({ code }) => code)]).toEqual([2, ['MCP903']]);
  });
});

describe('names of a hostile server', () => {
  /** A token of somebody else, which only looks like one. */
  const pasted = `gho_${mark}9876543210abcdefghij`;
  const hostile = ['plain\u001b[31m\u0007', 'a\u202eb', 'a\u200bb', 'tag\u{e0041}', 'c1\u009b', 'line\nend', '\ud800', '__proto__', pasted, `x ${'y'.repeat(900)}`];

  it('reach no terminal as they are, in no format', async () => {
    work.spec({ docs: work.server('docs', { pages: [hostile.map((name) => tool(name))] }, { tools: { plain: 'approve', 'a b': 'approve' } }) });
    for (const format of ['text', 'json']) {
      const { exit, stdout, stderr } = await work.inspect(['--format', format]);
      expect(exit).toBe(1);
      expect(`${stdout}${stderr}`).not.toContain(mark);
      expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      if (format === 'text') expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(250);
    }
  });

  it('are exact in JSON all the same, secrets aside', async () => {
    work.spec({ docs: work.server('docs', { pages: [hostile.map((name) => tool(name))] }) });
    const { servers } = await work.json();
    const expected = hostile.filter((name) => name !== pasted && name !== '\ud800');
    expect(servers[0]?.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  });
});
