import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/explain/outcome.js';
import { parsePair } from '../../src/explain/pair.js';
import type { Observed } from '../../src/driver.js';
import { runMain } from '../run-main.js';

const spec = `version = 1
requiresApproval = true

[mcpServers.shell]
command = "shell-server"

[mcpServers.shell.tools]
run = "prompt"

[targets.codex]
file = ".codex/config.toml"
`;
const config = `[mcp_servers.shell]
command = "shell-server"
default_tools_approval_mode = "prompt"

[mcp_servers.shell.tools.run]
approval_mode = "approve"

[mcp_servers.off]
command = "x"
enabled = false

[mcp_servers.wide]
command = "x"
default_tools_approval_mode = "approve"

[mcp_servers.open]
command = "x"
`;

let folder = '';
const write = (file: string, text: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const explain = (...args: string[]) => runMain(['explain', ...args], { cwd: folder, env: { HOME: join(folder, 'home'), USERPROFILE: join(folder, 'home') } });

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-explain-')));
  write('mcpolicy.toml', spec);
  write('.codex/config.toml', config);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('explain server/tool', () => {
  it('says what the policy says, what happens, and which line decides', async () => {
    expect(await explain('shell/run')).toEqual({ exit: 0, stderr: '', stdout: 'server "shell", tool "run"\n\npolicy  prompt\ncodex   runs unasked  .codex/config.toml:6:1\n\ncodex: the tool is approved.\n' });
  });

  it.each([
    ['shell/other', 'asks', '.codex/config.toml:1:14'],
    ['off/x', 'cannot be called', '.codex/config.toml:8:14'],
    ['wide/x', 'runs unasked', '.codex/config.toml:14:1'],
    ['open/x', 'client decides', '.codex/config.toml:16:14'],
  ])('of %s: %s %s', async (pair, happens, at) => {
    const { exit, stdout } = await explain(pair, '--format', 'json');
    const { answers } = JSON.parse(stdout) as { answers: { happens: string; at?: string }[] };
    expect(exit).toBe(0);
    expect([answers[0]?.happens, answers[0]?.at ?? '']).toEqual([happens, at]);
  });

  it('takes all files that the client merges when it is told to', async () => {
    write('home/.codex/config.toml', '[mcp_servers.mine]\ncommand = "x"\n\n[mcp_servers.mine.tools.y]\napproval_mode = "approve"\n');
    const { stdout } = await explain('mine/y', '--driver', 'codex', '--layers', '--format', 'json');
    expect((JSON.parse(stdout) as { answers: unknown[] }).answers[0]).toMatchObject({ happens: 'runs unasked', at: 'home/.codex/config.toml:5:1' });
  });

  it('never answers for a client that cannot be read or refuses', async () => {
    expect(await explain('shell/run', '--driver', 'cursor')).toMatchObject({ exit: 4, stderr: expect.stringContaining('MCP301') as string });
    expect(await explain('shell/run', '--driver', 'codexx')).toMatchObject({ exit: 2, stderr: expect.stringContaining('MCP903') as string });
    write('broken.toml', spec.replace('.codex/config.toml', 'damaged.toml'));
    write('damaged.toml', '[x\n');
    expect(await explain('shell/run', '--spec', 'broken.toml')).toMatchObject({ exit: 2, stderr: expect.stringContaining('MCP105') as string });
  });

  it('is wrong usage where nobody is named', async () => {
    write('alone.toml', 'version = 1\n[mcpServers]\n');
    expect(await explain('shell/run', '--spec', 'alone.toml')).toMatchObject({ exit: 2, stderr: expect.stringContaining('MCP422') as string });
    expect(await explain('shel/run')).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('Did you mean "shell"?') as string });
    expect(await explain('/x')).toMatchObject({ exit: 2, stderr: expect.stringContaining('MCP901') as string });
  });
});

describe('outcomeOf', () => {
  const nothing: Observed = { servers: [{ part: 'p', name: 's', path: ['s'], fields: {}, literals: [] }], approvals: [], remarks: [] };
  const approval = (approvalMode?: 'approve' | 'prompt') => ({ part: 'p', server: 's', tool: 't', path: ['s', 't'], removal: ['s', 't'], ...(approvalMode === undefined ? {} : { approvalMode }) });
  const remark = (code: 'MCP406' | 'MCP412', server?: string) => ({ code, part: 'p', path: ['x'], message: 'm', ...(server === undefined ? {} : { server }) });

  it.each<[string, Partial<Observed>, string]>([
    ['an approval', { approvals: [approval('approve')] }, 'runs unasked'],
    ['a prompt', { approvals: [approval('prompt')] }, 'asks'],
    ['a mode of the client\'s own', { approvals: [approval()] }, 'unknown'],
    ['two that contradict', { approvals: [approval('approve'), approval('prompt')] }, 'unknown'],
    ['a prompt that is void', { approvals: [approval('prompt')], remarks: [remark('MCP412')] }, 'runs unasked'],
    ['a prompt under a wider rule', { approvals: [approval('prompt')], remarks: [remark('MCP406', 's')] }, 'asks'],
    ['a wider rule for the server', { remarks: [remark('MCP406', 's')] }, 'runs unasked'],
    ['a wider rule for every server', { remarks: [remark('MCP406')] }, 'runs unasked'],
    ['a wider rule for another server', { remarks: [remark('MCP406', 'other')] }, 'client decides'],
    ['nothing', {}, 'client decides'],
    ['no server', { servers: [] }, 'unknown'],
  ])('of %s', (_what, observed, happens) => {
    expect(outcomeOf('s', 't', { ...nothing, ...observed }).happens).toBe(happens);
  });
});

describe('parsePair', () => {
  const policy = { servers: ['a', 'a/b'].map((name) => ({ name, enabled: true, required: false, disabledTools: [], tools: [] })), targets: [] };

  it.each([['a/x', 'a', 'x'], ['a/b/x', 'a/b', 'x'], ['c/d/e', 'c', 'd/e'], ['a/x/y', 'a', 'x/y']])('reads %s', (text, server, tool) => {
    expect(parsePair(text, policy)).toEqual({ server, tool });
  });

  it.each(['a', '/x', 'a/'])('reads nothing from %s', (text) => {
    expect(parsePair(text, policy)).toBeUndefined();
  });
});
