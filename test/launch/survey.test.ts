import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Driver } from '../../src/driver.js';
import { claudeCode } from '../../src/drivers/claude-code/index.js';
import { codex } from '../../src/drivers/codex/index.js';
import { copilotCli } from '../../src/drivers/copilot-cli/index.js';
import { geminiCli } from '../../src/drivers/gemini-cli/index.js';
import { launchable } from '../../src/launch/launchable.js';
import type { LayerFacts } from '../../src/launch/plan.js';
import { surveyLayers } from '../../src/launch/survey.js';
import { modes, trust } from '../layers/scenarios.js';
import { plant } from '../layers/tree.js';
import { docs, policyOf } from './policies.js';

let root = '';
beforeEach(() => { root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-survey-'))); });
afterEach(() => { rmSync(root, { recursive: true, force: true }); });

const user = 'home/.codex/config.toml';
const repo = 'repo/.codex/config.toml';
const git = { 'repo/.git/HEAD': 'ref: refs/heads/main\n' };
const own = '[mcp_servers.docs]\ncommand = "docs-server"\n';
const approvals = (tools: Record<string, string>) => modes(tools).replaceAll('mcp_servers.s.', 'mcp_servers.docs.');

interface Asked {
  readonly driver?: Driver;
  readonly spec?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function survey(files: Readonly<Record<string, string>>, { driver = codex, spec = docs, args = ['exec', 'go'], env = {} }: Asked = {}): Promise<LayerFacts> {
  plant(root, { files: { ...git, ...files }, folders: ['home', 'repo'] });
  const policy = await policyOf(spec);
  const ready = launchable(driver, policy);
  if (!ready.ok) throw new Error(JSON.stringify(ready.faults));
  const facts = await surveyLayers(ready.value, policy, args, { cwd: join(root, 'repo'), env: { HOME: join(root, 'home'), ...env }, platform: 'linux', shownFrom: root, systemRoot: join(root, 'system') });
  if (!facts.ok) throw new Error(facts.faults.map(({ code }) => code).join());
  return facts.value;
}

const found = ({ wider }: LayerFacts) => wider.map(({ diagnostic, kind, path }) => `${diagnostic.code} ${kind} ${path.join('.')}`);

describe('layers of Codex that stop a run', () => {
  it.each([
    ['a tool that nobody declared is approved', { [user]: own + approvals({ purge: 'approve' }) }, ['MCP404 user mcp_servers.docs.tools.purge.approval_mode']],
    ['a prompt is approved', { [user]: own + approvals({ delete: 'approve' }) }, ['MCP402 user mcp_servers.docs.tools.delete.approval_mode']],
    ['the server default approves', { [user]: `${own}default_tools_approval_mode = "approve"\n` }, ['MCP406 user mcp_servers.docs.default_tools_approval_mode']],
    ['a mode of Codex beats the default of the policy', { [user]: own + approvals({ purge: 'auto' }) }, ['MCP408 user mcp_servers.docs.tools.purge.approval_mode']],
    ['another program stands behind the name', { [user]: own.replace('docs-server', 'other') }, ['MCP403 user mcp_servers.docs.command']],
    ['the server is another kind', { [user]: '[mcp_servers.docs]\nurl = "https://example.test/mcp"\n' }, ['MCP403 user mcp_servers.docs.url']],
    ['the server gets further variables', { [user]: `${own}env = { LD_PRELOAD = "x.so" }\n` }, ['MCP403 user mcp_servers.docs.env.LD_PRELOAD']],
    ['everything runs', { [user]: 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n' }, ['MCP412 user approval_policy']],
    ['a model answers', { [user]: 'approvals_reviewer = "auto_review"\n' }, ['MCP413 user approvals_reviewer']],
    ['a hook answers', { 'home/.codex/hooks.json': '{"hooks":{"PermissionRequest":[]}}' }, ['MCP413 user hooks.PermissionRequest']],
    ['a trusted project turns a prompt around', { [user]: own + approvals({ delete: 'prompt' }) + trust('repo'), [repo]: approvals({ delete: 'approve' }) }, ['MCP402 project mcp_servers.docs.tools.delete.approval_mode', 'MCP415 project mcp_servers.docs.tools.delete.approval_mode']],
    ['a trusted project opens the sandbox', { [user]: trust('repo'), [repo]: 'sandbox_mode = "danger-full-access"\n' }, ['MCP412 project sandbox_mode', 'MCP415 project sandbox_mode']],
    ['a trusted project opens the sandbox by a permission profile', { [user]: trust('repo'), [repo]: 'default_permissions = ":danger-full-access"\n' }, ['MCP412 project default_permissions', 'MCP415 project default_permissions']],
    ['the administrator overrules the call', { 'system/etc/codex/managed_config.toml': approvals({ search: 'prompt' }) }, ['MCP402 managed mcp_servers.docs.tools.search.approval_mode']],
    ['the administrator approves more', { 'system/etc/codex/managed_config.toml': approvals({ purge: 'approve' }) }, ['MCP404 managed mcp_servers.docs.tools.purge.approval_mode']],
    ['a mode is none', { [user]: own + approvals({ purge: 'yes' }) }, ['MCP409 user mcp_servers.docs.tools.purge.approval_mode']],
  ])('%s', async (_what, files, expected) => {
    const facts = await survey(files as Record<string, string>);
    expect(found(facts)).toEqual(expected);
    expect(facts.wider.every(({ diagnostic }) => diagnostic.at !== undefined)).toBe(true);
  });

  it.each([
    ['nothing is declared', {}],
    ['the very server is declared', { [user]: own + approvals({ search: 'approve', delete: 'prompt' }) }],
    ['less is approved', { [user]: own + approvals({ search: 'prompt', purge: 'prompt' }) }],
    ['other servers are approved', { [user]: '[mcp_servers.other]\ncommand = "x"\ndefault_tools_approval_mode = "approve"\n[mcp_servers.other.tools.t]\napproval_mode = "approve"\n' }],
    ['an untrusted project asks for everything', { [repo]: `approval_policy = "never"\nsandbox_mode = "danger-full-access"\n${own}${approvals({ purge: 'approve' })}` }],
    ['the administrator only limits', { 'system/etc/codex/requirements.toml': 'allowed_approval_policies = ["on-request"]\n' }],
    ['the server default is what Codex does anyway', { [user]: `${own}default_tools_approval_mode = "auto"\n` }],
  ])('not: %s', async (_what, files) => {
    expect(found(await survey(files as Record<string, string>))).toEqual([]);
  });

  it('take arguments of the run as one more layer', async () => {
    expect(found(await survey({}, { args: ['exec', '-s', 'danger-full-access', 'go'] }))).toEqual(['MCP412 session sandbox_mode']);
    expect(found(await survey({}, { args: ['-c', 'approvals_reviewer="auto_review"', 'app-server'] }))).toEqual(['MCP413 session approvals_reviewer']);
    expect(found(await survey({ 'home/.codex/fast.config.toml': approvals({ purge: 'approve' }) }, { args: ['exec', '-p', 'fast', 'go'] }))).toEqual(['MCP404 profile mcp_servers.docs.tools.purge.approval_mode']);
  });

  it('count trust that the arguments give, and that the run can still give', async () => {
    const files = { [repo]: own + approvals({ purge: 'approve' }) };
    const grant = `projects={${JSON.stringify(join(root, 'repo'))}={trust_level="trusted"}}`;
    expect(found(await survey(files))).toEqual([]);
    expect(found(await survey(files, { args: ['exec', '-c', grant, 'go'] }))).toEqual(['MCP404 project mcp_servers.docs.tools.purge.approval_mode']);
    expect(found(await survey(files, { args: ['app-server'] }))).toEqual(['MCP404 project mcp_servers.docs.tools.purge.approval_mode']);
    expect(found(await survey({ ...files, [user]: trust('repo', 'untrusted') }, { args: ['app-server'] }))).toEqual([]);
  });

  it('look at the folder that the arguments name', async () => {
    const files = { [user]: trust('repo/sub'), 'repo/sub/.codex/config.toml': approvals({ purge: 'approve' }) };
    expect(found(await survey(files))).toEqual([]);
    expect(found(await survey(files, { args: ['exec', '-C', 'sub', 'go'] }))).toEqual(['MCP404 project mcp_servers.docs.tools.purge.approval_mode']);
  });

  it('say where nobody is asked', async () => {
    expect((await survey({})).unattended).toBeUndefined();
    expect((await survey({}, { args: ['-a', 'never'] })).unattended).toContain('never');
    expect((await survey({ [user]: 'approval_policy = "never"\n' })).unattended).toContain('never');
  });

  it('say that the policy approves what a file asks for', async () => {
    expect((await survey({ [user]: own + approvals({ search: 'prompt' }) })).notes.map(({ code }) => code)).toContain('MCP523');
  });

  it('must give a server its transport where the spec does not', async () => {
    const spec = '[mcpServers.docs.tools]\nsearch = "approve"\n';
    expect((await survey({}, { spec })).missing.map(({ code }) => code)).toEqual(['MCP509']);
    expect((await survey({ [user]: own }, { spec })).missing).toEqual([]);
  });

  it('cannot be judged when one of them is broken', async () => {
    await expect(survey({ [user]: 'x = = ' })).rejects.toThrow('MCP105');
  });
});

const plainDocs = docs.replace('requiresApproval = true\n', '');

describe('what stays of Claude Code\'s files', () => {
  const managed = (settings: object) => ({ 'system/etc/claude-code/managed-settings.json': JSON.stringify(settings) });
  const look = (files: Record<string, string>) => survey(files, { driver: claudeCode, spec: plainDocs, args: ['-p', 'go'] });

  it.each([
    ['managed rules only', managed({ allowManagedPermissionRulesOnly: true }), ['MCP412 managed allowManagedPermissionRulesOnly']],
    ['managed approvals', managed({ permissions: { allow: ['mcp__docs'] } }), ['MCP414 managed permissions.allow']],
    ['a managed hook', managed({ hooks: { PermissionRequest: [] } }), ['MCP413 managed hooks.PermissionRequest']],
    ['managed servers', { 'system/etc/claude-code/managed-mcp.json': '{"mcpServers":{}}' }, ['MCP414 managed mcpServers']],
    ['managed settings in a folder', { 'system/etc/claude-code/managed-settings.d/10.json': '{}' }, ['MCP414 managed folder']],
    ['managed settings without a word about tools', managed({ env: {} }), []],
    ['user, project and local settings, which the call shuts out', { 'home/.claude/settings.json': '{"permissions":{"allow":["mcp__docs"]}}', 'repo/.claude/settings.local.json': '{"permissions":{"defaultMode":"bypassPermissions"}}' }, []],
  ])('%s', async (_what, files, expected) => {
    expect(found(await look(files))).toEqual(expected);
  });
});

describe('what stays of Gemini CLI\'s files', () => {
  const settings = (value: object) => JSON.stringify(value);
  const look = (files: Record<string, string>, env: Record<string, string> = {}) => survey(files, { driver: geminiCli, spec: plainDocs, args: ['-p', 'go'], env });

  it.each([
    ['settings of the administrator, whose place the run takes', { 'system/etc/gemini-cli/settings.json': '{}' }, ['MCP414 managed replaced']],
    ['rules of the administrator', { 'system/etc/gemini-cli/policies/a.toml': '' }, ['MCP414 managed policies']],
    ['a trusted server of that name', { 'home/.gemini/settings.json': settings({ mcpServers: { docs: { command: 'x', trust: true } } }) }, ['MCP403 user mcpServers.docs.command', 'MCP406 user mcpServers.docs.trust']],
    ['another address under that name', { 'repo/.gemini/settings.json': settings({ mcpServers: { docs: { httpUrl: 'https://example.test/mcp' } } }) }, ['MCP403 project mcpServers.docs.httpUrl']],
    ['another socket under that name', { 'home/.gemini/settings.json': settings({ mcpServers: { docs: { tcp: 'example.test:1' } } }) }, ['MCP403 user mcpServers.docs.tcp']],
    ['other arguments under that name', { 'home/.gemini/settings.json': settings({ mcpServers: { docs: { command: 'docs-server', args: ['x'] } } }) }, ['MCP403 user mcpServers.docs.args']],
    ['the very server', { 'home/.gemini/settings.json': settings({ mcpServers: { docs: { command: 'docs-server' } } }) }, []],
    ['a list that approves servers', { 'repo/.gemini/settings.json': settings({ mcp: { allowed: ['docs'] } }) }, ['MCP406 project mcp.allowed']],
    ['a hook', { 'home/.gemini/settings.json': settings({ hooks: {} }) }, ['MCP413 user hooks']],
    ['a server under a name that takes keys of others', { 'home/.gemini/settings.json': settings({ mcpServers: { my_docs: { command: 'x' } } }) }, ['MCP414 user mcpServers.my_docs']],
    ['an extension', { 'home/.gemini/extensions/x/gemini-extension.json': '{}' }, ['MCP414 user extensions']],
    ['rules of the admin tier, by the user', { 'home/.gemini/settings.json': settings({ adminPolicyPaths: ['x.toml'] }) }, ['MCP414 user adminPolicyPaths']],
    ['rules of the admin tier, by the project', { 'repo/.gemini/settings.json': settings({ adminPolicyPaths: ['x.toml'] }) }, ['MCP414 project adminPolicyPaths']],
    ['rules of the admin tier, by the machine\'s defaults', { 'system/etc/gemini-cli/system-defaults.json': settings({ adminPolicyPaths: ['x.toml'] }) }, ['MCP414 system adminPolicyPaths']],
    ['settings without a word about tools', { 'home/.gemini/settings.json': settings({ theme: 'x', adminPolicyPaths: [] }) }, []],
  ])('%s', async (_what, files, expected) => {
    expect(found(await look(files))).toEqual(expected);
  });

  it('another file in the administrator\'s place', async () => {
    expect(found(await look({ 'system/else/settings.json': '{}' }, { GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/else/settings.json' }))).toEqual(['MCP414 managed replaced']);
  });

  it('another file in the place of the machine\'s defaults', async () => {
    const files = { 'system/else/defaults.json': settings({ adminPolicyPaths: ['x.toml'], mcpServers: { docs: { trust: true } } }) };
    expect(found(await look(files))).toEqual([]);
    expect(found(await look(files, { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: '/else/defaults.json' }))).toEqual(['MCP406 system mcpServers.docs.trust', 'MCP414 system adminPolicyPaths']);
  });
});

describe('what a repository brings to Copilot CLI', () => {
  const look = (files: Record<string, string>) => survey(files, { driver: copilotCli, spec: plainDocs.replace('delete = "prompt"\n', ''), args: ['-p', 'go'] });

  it.each([
    ['hooks', { 'repo/.github/hooks/a.json': '{}' }, ['MCP413 project hooks']],
    ['servers', { 'repo/.mcp.json': '{}' }, ['MCP414 project servers']],
    ['nothing', {}, []],
  ])('%s', async (_what, files, expected) => {
    expect(found(await look(files as Record<string, string>))).toEqual(expected);
  });
});
