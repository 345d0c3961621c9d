import { describe, expect, it } from 'vitest';
import { fingerprint, http, loadDriver, policyOf, readPolicy, render, stdio, withToolApproval, type NormalizedPolicy, type Outcome, type ServerDeclaration } from '../../src/index.js';

const bridge = () => http('ui', 'http://127.0.0.1:8931/mcp', { bearerTokenEnv: 'UI_TOKEN', required: 'run-scoped bridge' });

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.faults.map((fault) => fault.message).join('\n'));
  return outcome.value;
}

async function codexText(policy: NormalizedPolicy): Promise<string> {
  return valueOf(render((await loadDriver('codex'))!, policy, { policyOnly: false })).flatMap((part) => part.pieces).join('');
}

describe('a policy that a client cannot say', () => {
  it.each([
    ['copilot-cli', withToolApproval(bridge(), 'drop', 'prompt')],
    ['kiro', withToolApproval(stdio('docs', 'docs'), 'drop', 'prompt')],
    ['claude-code', withToolApproval(stdio('docs', 'docs'), 'x/y', 'approve')],
    ['gemini-cli', withToolApproval(stdio('docs', 'docs'), 'x/y', 'approve')],
    ['cursor', withToolApproval(stdio('docs', 'docs'), 'search', 'approve')],
  ])('is refused by render itself for %s', async (id, declaration) => {
    const rendered = render((await loadDriver(id))!, valueOf(policyOf([declaration])), { policyOnly: false });
    expect(rendered.ok ? [] : rendered.faults.map(({ code }) => code)).not.toEqual([]);
  });
});

describe('a policy declared in code', () => {
  it('is the policy that a spec file with the same words means', async () => {
    const declared = valueOf(policyOf([withToolApproval(withToolApproval(bridge(), 'open', 'approve'), 'drop', 'prompt')]));
    const text = 'version = 1\n[mcpServers.ui]\nurl = "http://127.0.0.1:8931/mcp"\nbearerTokenEnv = "UI_TOKEN"\nrequired = true\ntools = { drop = "prompt", open = "approve" }\n';
    const read = valueOf(await readPolicy([{ file: 'mcpolicy.toml', format: 'toml', text }]));
    expect(declared.servers).toEqual(read.servers);
    expect(fingerprint('mcp', declared)).toBe(fingerprint('mcp', read));
    expect(await codexText(declared)).toBe(await codexText(read));
  });

  it('copies its inputs, so that later changes of them change nothing', () => {
    const args = ['-y', 'docs'];
    const env = { REGION: 'eu' };
    const server = stdio('docs', 'npx', { args, env });
    args.push('--unsafe');
    env.REGION = 'us';
    const policy = valueOf(policyOf([server]));
    expect(policy.servers[0]?.transport).toMatchObject({ args: [['-y'], ['docs']], env: [{ name: 'REGION', value: ['eu'] }] });
  });

  it('leaves the given declaration as it was', () => {
    const before = bridge();
    withToolApproval(before, 'open', 'approve');
    expect(before.tools).toEqual([]);
  });

  it('takes a repeated equal declaration as one', () => {
    const once = withToolApproval(bridge(), 'open', 'approve');
    expect(withToolApproval(once, 'open', 'approve')).toBe(once);
    expect(valueOf(policyOf([once, once])).servers[0]?.tools).toEqual([{ name: 'open', approvalMode: 'approve' }]);
  });

  it.each<[string, readonly ServerDeclaration[]]>([
    ['in one declaration', [withToolApproval(withToolApproval(bridge(), 'open', 'approve'), 'open', 'prompt')]],
    ['in two declarations of one server', [withToolApproval(bridge(), 'open', 'approve'), withToolApproval(bridge(), 'open', 'prompt')]],
    ['after trimming', [withToolApproval(withToolApproval(bridge(), 'open', 'approve'), ' open', 'prompt')]],
  ])('names both values of a contradiction %s', (_where, servers) => {
    const outcome = policyOf(servers);
    expect(outcome.ok ? [] : outcome.faults).toContainEqual(expect.objectContaining({ code: 'MCP207', message: expect.stringMatching(/"open".*"ui".*"approve" and "prompt"/) }));
  });

  it('refuses a mode that TypeScript would not have let through', () => {
    const outcome = policyOf([withToolApproval(bridge(), 'open', 'allow' as never)]);
    expect(outcome.ok ? [] : outcome.faults.map((fault) => fault.code)).toEqual(['MCP204']);
  });

  it('keeps a tool called __proto__', async () => {
    const policy = valueOf(policyOf([withToolApproval(stdio('__proto__', 'x'), '__proto__', 'approve')]));
    expect(await codexText(policy)).toContain('[mcp_servers.__proto__.tools.__proto__]\napproval_mode = "approve"');
  });
});
