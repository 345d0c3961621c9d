import fc from 'fast-check';
import { parse } from 'smol-toml';
import { beforeAll, describe, expect, it } from 'vitest';
import { codex } from '../../src/drivers/codex/index.js';
import { claudeCode } from '../../src/drivers/claude-code/index.js';
import { copilotCli } from '../../src/drivers/copilot-cli/index.js';
import { cursor } from '../../src/drivers/cursor/index.js';
import { geminiCli } from '../../src/drivers/gemini-cli/index.js';
import { zed } from '../../src/drivers/zed/index.js';
import { planLaunch, type LaunchFacts, type LaunchOptions } from '../../src/launch/plan.js';
import { policyOf as declared, stdio, withToolApproval } from '../../src/library/declare.js';
import type { NormalizedPolicy } from '../../src/model.js';
import { fingerprint } from '../../src/spec/fingerprint.js';
import { docs, policyOf } from './policies.js';

const known: LaunchFacts = { version: '0.171.0', layers: { wider: [], missing: [], notes: [] }, isInteractive: true };
let declaredDocs: NormalizedPolicy;
beforeAll(async () => { declaredDocs = await policyOf(docs); });

const plan = (argv: readonly string[], options: LaunchOptions = {}, facts: LaunchFacts = known, policy = declaredDocs) => planLaunch(policy, codex, {}, argv, options, facts);
const codes = (planned: ReturnType<typeof plan>) => planned.findings.map(({ code }) => code);

describe('a variable whose value the client would expand', () => {
  it.each([
    ['Claude Code', claudeCode, 'claude', '2.1.332', 'a${HOME}', true],
    ['Claude Code', claudeCode, 'claude', '2.1.332', 'a$HOME', false],
    ['Gemini CLI', geminiCli, 'gemini', '0.61.0', 'a$HOME', true],
    ['Gemini CLI', geminiCli, 'gemini', '0.61.0', '%TEMP%', true],
    ['Gemini CLI', geminiCli, 'gemini', '0.61.0', '100%', false],
    ['Codex', codex, 'codex', '0.171.0', 'a${HOME}', false],
  ])('stops %s (%#)', async (_title, driver, program, version, value, stops) => {
    const policy = await policyOf('[mcpServers.web]\nurl = "https://example.test/mcp"\nbearerTokenEnv = "WEB_TOKEN"\n');
    const { findings } = planLaunch(policy, driver, { WEB_TOKEN: value }, [program], {}, { ...known, version });
    expect(findings.filter(({ code }) => code === 'MCP515')).toHaveLength(stops ? 1 : 0);
    expect(JSON.stringify(findings)).not.toContain(value);
  });
});

describe('a planned run of Codex', () => {
  it('carries the policy in one argument in front of the user\'s own', () => {
    const planned = plan(['codex', '-m', 'x', 'go']);
    expect(planned.mayStart).toBe(true);
    expect(planned.plan).toMatchObject({ program: ['codex'], args: ['-m', 'x', 'go'], files: [], setEnv: [], unsetEnv: [] });
    const [flag, value, ...rest] = planned.plan!.overlay;
    expect([flag, rest]).toEqual(['-c', []]);
    expect(parse(value as string)).toEqual({ mcp_servers: { docs: { command: 'docs-server', default_tools_approval_mode: 'prompt', tools: { search: { approval_mode: 'approve' }, delete: { approval_mode: 'prompt' } } } } });
  });

  it('may be started only when everything was looked at', () => {
    expect(plan(['codex'], {}, {})).toMatchObject({ mayStart: false, findings: [], unchecked: ['version', 'layers'] });
    expect(plan(['codex'], {}, { version: '0.171.0' })).toMatchObject({ mayStart: false, unchecked: ['layers'] });
    expect(plan(['codex'])).toMatchObject({ mayStart: true, unchecked: [] });
  });

  it('reports every reason at once, in the order in which they are checked', async () => {
    const policy = await policyOf(`${docs}[mcpServers.web]\nurl = "https://example.test/mcp"\nbearerTokenEnv = "WEB_TOKEN"\n`);
    const wider = [{ diagnostic: { code: 'MCP406' as const, message: 'wider' }, kind: 'user', path: ['a'] }];
    const planned = plan(['codex', 'exec', '--yolo', '--enable', 'x'], { sessionFingerprint: `sha256:${'0'.repeat(64)}` }, { version: '0.116.0', layers: { wider, missing: [{ code: 'MCP509', message: 'missing' }], notes: [] } }, policy);
    expect(codes(planned)).toEqual(['MCP501', 'MCP502', 'MCP502', 'MCP506', 'MCP504', 'MCP505', 'MCP406', 'MCP509', 'MCP507']);
    expect(planned.mayStart).toBe(false);
  });

  it.each([
    ['0.116.0', ['MCP502', 'MCP502']],
    ['0.117.0', ['MCP502']],
    ['0.122.0-alpha.1', ['MCP502']],
    ['0.122.0', []],
    ['1.0.0', []],
    ['newest', ['MCP503']],
  ])('with Codex %s it is refused for %j', (version, expected) => {
    expect(codes(plan(['codex'], {}, { ...known, version }))).toEqual(expected);
  });

  it('needs a newer release for names that older ones leave out', async () => {
    const policy = await policyOf('[mcpServers."a.b"]\ncommand = "x"\n[mcpServers."a.b".tools]\nt = "approve"\n');
    expect(codes(plan(['codex'], {}, { ...known, version: '0.151.0' }, policy))).toEqual(['MCP502']);
    expect(codes(plan(['codex'], {}, { ...known, version: '0.152.0' }, policy))).toEqual([]);
  });

  it('has nobody to ask in exec, without a terminal, and under the policy "never"', () => {
    const layers = { wider: [], missing: [], notes: [], unattended: 'approval_policy is "never"' };
    expect(codes(plan(['codex', 'exec', 'go']))).toEqual(['MCP507']);
    expect(codes(plan(['codex'], {}, { ...known, isInteractive: false }))).toEqual(['MCP507']);
    expect(codes(plan(['codex'], {}, { ...known, layers }))).toEqual(['MCP507']);
    expect(codes(plan(['codex', 'app-server'], {}, { ...known, isInteractive: false }))).toEqual([]);
    expect(plan(['codex', 'exec', 'go'], { allowUnreachablePrompts: true }).mayStart).toBe(true);
    expect(plan(['codex', 'exec', 'go']).findings[0]!.message).toContain('codex exec');
  });

  it('is not planned where the client\'s arguments begin nobody knows where', () => {
    expect(codes(plan(['wrapper', 'codex']))).toEqual(['MCP901']);
    expect(plan(['wrapper', 'codex'], { programWords: 2 }).plan).toMatchObject({ program: ['wrapper', 'codex'], args: [] });
  });

  it('refuses a policy that is too long for one argument', async () => {
    const tools = Array.from({ length: 3_000 }, (_, index) => `"tool-with-a-rather-long-name-${String(index)}" = "approve"`).join('\n');
    const policy = await policyOf(`[mcpServers.docs]\ncommand = "x"\n[mcpServers.docs.tools]\n${tools}\n`);
    expect(codes(plan(['codex'], {}, known, policy))).toEqual(['MCP511']);
  });
});

describe('exceptions', () => {
  const wider = [{ diagnostic: { code: 'MCP413' as const, message: 'a hook' }, kind: 'user', path: ['hooks', 'PermissionRequest'] }];
  const facts: LaunchFacts = { ...known, layers: { wider, missing: [], notes: [] } };

  it('are offered by name, and hold for that name only', () => {
    const stopped = plan(['codex'], {}, facts);
    expect(stopped.findings[0]!.fix).toContain('--accept "MCP413:user:hooks.PermissionRequest"');
    expect(plan(['codex'], { accept: ['MCP413:project:hooks.PermissionRequest'] }, facts).mayStart).toBe(false);
    const accepted = plan(['codex'], { accept: ['MCP413:user:hooks.PermissionRequest'] }, facts);
    expect(accepted.mayStart).toBe(true);
    expect(accepted.notes.map(({ code }) => code)).toEqual(['MCP520']);
  });

  it('that nothing needs are told', () => {
    expect(plan(['codex'], { accept: ['MCP412:user:x'] }).notes.map(({ code }) => code)).toEqual(['MCP521']);
  });

  it('exist for arguments that were not examined, and for none that void the policy', () => {
    expect(plan(['codex', '--enable', 'x'], { accept: ['MCP505:--enable'] }).mayStart).toBe(true);
    expect(plan(['codex', '--yolo'], { accept: ['MCP504:--yolo', 'MCP505:--yolo'] }).mayStart).toBe(false);
    expect(JSON.stringify(plan(['codex', '--yolo']).findings)).not.toContain('--accept');
  });
});

describe('the session that is resumed', () => {
  const session = async (toml: string) => fingerprint('session', await policyOf(toml), codex);
  const change = async (before: string, after: string) => {
    const expected = await session(before);
    const planned = planLaunch(await policyOf(after), codex, {}, ['codex'], { sessionFingerprint: expected }, known);
    return planned.findings.map(({ message }) => message);
  };

  it('is the same after a rotated port with a reuseKey, and after nothing changed', async () => {
    const web = (port: string) => `[mcpServers.web]\nurl = "http://127.0.0.1:${port}/mcp"\nreuseKey = "web"\n[mcpServers.web.tools]\nt = "approve"\n`;
    expect(await change(web('8931'), web('9000'))).toEqual([]);
    expect(await change(docs, docs)).toEqual([]);
  });

  it.each([
    ['a flipped mode', docs.replace('search = "approve"', 'search = "prompt"'), docs, 'server "docs", tool "search": the mode was prompt'],
    ['a new tool', docs.replace('search = "approve"\n', ''), docs, 'server "docs", tool "search": it is new'],
    ['a new server', '[mcpServers.other]\ncommand = "x"\n', `[mcpServers.other]\ncommand = "x"\n${docs}`, 'server "docs" is new'],
    ['another default', docs.replace('requiresApproval = true\n', ''), docs, 'server "docs": requiresApproval was not declared'],
    ['a tool that is shut off', docs, docs.replace('requiresApproval = true', 'requiresApproval = true\ndisabledTools = ["purge"]'), 'tool "purge": it was not in disabledTools'],
  ])('names %s', async (_what, before, after, message) => {
    expect(await change(before, after)).toEqual([expect.stringContaining(message)]);
  });

  it('says that something else changed where no single change explains it', async () => {
    expect(await change(docs.replace('docs-server', 'other-server'), docs)).toEqual([expect.stringContaining('more than one setting')]);
  });
});

describe('environment of a run', () => {
  const web = '[mcpServers.web]\nurl = "https://example.test/mcp"\nheaders = { X-Api-Key = "${env:WEB_KEY}" }\nbearerTokenEnv = "WEB_TOKEN"\n[mcpServers.local]\ncommand = "x"\nenv = { WEB_TOKEN = "${env:WEB_TOKEN}" }\n';

  it('is named, and its values are nowhere', async () => {
    const planned = planLaunch(await policyOf(web), codex, { WEB_KEY: 'PLANTED-1', WEB_TOKEN: 'PLANTED-2' }, ['codex'], {}, known);
    expect(planned.mayStart).toBe(true);
    expect(planned.plan!.needsEnv).toEqual(['WEB_KEY', 'WEB_TOKEN']);
    expect(JSON.stringify(planned)).not.toContain('PLANTED');
  });

  it.each([
    [{}, ['server "web": the environment variable "WEB_KEY" is not set', 'server "local": the environment variable "WEB_TOKEN" is not set', 'server "web": the environment variable "WEB_TOKEN" is not set']],
    [{ WEB_KEY: '', WEB_TOKEN: 'x' }, ['server "web": the environment variable "WEB_KEY" is empty']],
  ])('%j: %j', async (env, messages) => {
    expect(planLaunch(await policyOf(web), codex, env, ['codex'], {}, known).findings.map(({ message }) => message)).toEqual(messages);
  });

  it('loses what would change how the client handles permissions, unless somebody keeps it', async () => {
    const env = { CLAUDE_CODE_SIMPLE: '1', CLAUDE_CODE_OAUTH_TOKEN: 'x', PATH: '/bin' };
    const facts = { ...known, version: '2.1.332' };
    const planned = planLaunch(await policyOf(docs.replace('requiresApproval = true\n', '')), claudeCode, env, ['claude'], {}, facts);
    expect([planned.mayStart, planned.plan!.unsetEnv]).toEqual([true, ['CLAUDE_CODE_SIMPLE']]);
    const kept = planLaunch(await policyOf(docs.replace('requiresApproval = true\n', '')), claudeCode, env, ['claude'], { accept: ['MCP522:CLAUDE_CODE_SIMPLE'] }, facts);
    expect([kept.mayStart, kept.plan!.unsetEnv]).toEqual([true, []]);
  });
});

describe('overlays of the other clients', () => {
  const plain = docs.replace('requiresApproval = true', 'disabledTools = ["purge"]');

  it('Claude Code gets settings, servers and mode inline, and no file', async () => {
    const { plan: made } = planLaunch(await policyOf(plain), claudeCode, {}, ['claude', '-p', 'go'], { allowUnreachablePrompts: true }, { ...known, version: '2.1.332' });
    expect(made!.overlay).toEqual([
      '--mcp-config', '{"mcpServers":{"docs":{"type":"stdio","command":"docs-server"}}}', '--strict-mcp-config',
      '--settings', '{"permissions":{"ask":["mcp__docs__delete"],"allow":["mcp__docs__search"],"deny":["mcp__docs__purge"],"disableBypassPermissionsMode":"disable"}}', '--setting-sources', '',
      '--disallowedTools', 'mcp__docs__purge', '--permission-mode', 'default',
    ]);
    expect(made!.files).toEqual([]);
  });

  it('Gemini CLI gets two private files, because it takes rules and servers from nothing else', async () => {
    const { plan: made } = planLaunch(await policyOf(plain), geminiCli, {}, ['gemini'], {}, { ...known, version: '0.61.0' });
    expect(made!.overlay).toEqual(['--policy', { file: 'policy.toml' }, '--approval-mode', 'default']);
    expect(made!.setEnv).toEqual([{ name: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', value: { file: 'settings.json' } }]);
    expect(made!.files.map(({ name }) => name)).toEqual(['policy.toml', 'settings.json']);
    expect(parse(made!.files[0]!.text!)).toMatchObject({ rule: [{ mcpName: 'docs', toolName: 'delete', decision: 'ask_user' }, { toolName: 'search', decision: 'allow' }, { toolName: 'purge', decision: 'deny' }] });
    expect(JSON.parse(made!.files[1]!.text!)).toMatchObject({ mcpServers: { docs: { command: 'docs-server', trust: false } }, security: { disableYoloMode: true, disableAlwaysAllow: true } });
  });

  it('Copilot CLI gets flags and a fresh home', async () => {
    const { plan: made } = planLaunch(await policyOf(plain.replace('delete = "prompt"\n', '')), copilotCli, { COPILOT_ALLOW_ALL: '1' }, ['copilot'], {}, { ...known, version: '1.0.102' });
    expect(made!.overlay).toEqual(['--additional-mcp-config', '{"mcpServers":{"docs":{"type":"local","command":"docs-server","args":[],"tools":["*"]}}}', '--allow-tool=docs(search)', '--deny-tool=docs(purge)', '--excluded-tools=docs-purge', '--disable-builtin-mcps', '--no-auto-update']);
    expect([made!.setEnv, made!.files, made!.unsetEnv]).toEqual([[{ name: 'COPILOT_HOME', value: { file: 'home' } }], [{ name: 'home' }], ['COPILOT_ALLOW_ALL']]);
  });

  it.each([
    ['a client without an exact primitive', cursor, docs, 'MCP301'],
    ['a client that takes policies from files only', zed, plain.replace('disabledTools = ["purge"]\n', ''), 'MCP508'],
    ['a server that the closed run would not know', claudeCode, '[mcpServers.docs.tools]\nsearch = "approve"\n', 'MCP509'],
    ['a mode that the client cannot say', copilotCli, plain, 'MCP301'],
  ])('refuse %s', async (_what, driver, toml, code) => {
    const planned = planLaunch(await policyOf(toml), driver, {}, [driver.id], {}, known);
    expect(planned.plan).toBeUndefined();
    expect(planned.findings.map((finding) => finding.code)).toContain(code);
  });

  it.each([
    [claudeCode, ['claude', '--dangerously-skip-permissions'], 'MCP504'],
    [claudeCode, ['claude', '--permission-mode', 'plan'], 'MCP504'],
    [claudeCode, ['claude', '--allowedTools', 'mcp__docs'], 'MCP504'],
    [claudeCode, ['claude', '-r'], 'MCP505'],
    [claudeCode, ['claude', 'mcp', 'list'], 'MCP504'],
    [geminiCli, ['gemini', '-y'], 'MCP504'],
    [geminiCli, ['gemini', '--approvalMode=yolo'], 'MCP505'],
    [geminiCli, ['gemini', '--allowed-mcp-server-names', 'docs'], 'MCP504'],
    [geminiCli, ['gemini', '--admin-policy', 'x.toml'], 'MCP504'],
    [geminiCli, ['gemini', '--admin-policy=x.toml'], 'MCP504'],
    [geminiCli, ['gemini', '-py'], 'MCP504'],
    [geminiCli, ['gemini', '-me', 'x'], 'MCP505'],
    [geminiCli, ['gemini', '-ir', 'latest'], 'MCP505'],
    [geminiCli, ['gemini', '--acp'], 'MCP505'],
    [copilotCli, ['copilot', '--yolo'], 'MCP504'],
    [copilotCli, ['copilot', '--trust-folder', '-p', 'go'], 'MCP504'],
    [copilotCli, ['copilot', '--agent', 'x'], 'MCP505'],
  ])('%o with %j: %s', async (driver, argv, code) => {
    const toml = plain.replace('delete = "prompt"\n', '');
    const planned = planLaunch(await policyOf(toml), driver, {}, argv, {}, { ...known, version: '2.1.332' });
    expect(planned.findings.map((finding) => finding.code)).toEqual([code]);
  });
});

it('every name travels exactly: what the overlay says reads back as the policy', () => {
  const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((text) => `t${text.replaceAll(/[\p{C}\p{Z}*?]/gu, '')}`);
  fc.assert(fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6, selector: (text) => text.normalize('NFC') }), (names) => {
    const server = names.reduce((sofar, tool) => withToolApproval(sofar, tool, 'approve'), stdio('s', 'x'));
    const made = declared([server]);
    fc.pre(made.ok);
    const planned = planLaunch(made.value, codex, {}, ['codex'], {}, known);
    const read = parse(planned.plan!.overlay[1] as string) as { mcp_servers: { s: { tools: Record<string, unknown> } } };
    expect(Object.keys(read.mcp_servers.s.tools).sort()).toEqual([...names].sort());
  }));
});
