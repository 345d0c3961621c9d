import { expect, test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { http, observe, observeCollision, rows, sse, stdio, type HeadlessCase, type HeadlessRow, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runCopilot, type CopilotRun } from '../run.js';

/** Token that the HTTP server of a run demands. Made up, but shaped like a real one, so that a leak would be recognised. */
const token = 'run-scoped-3f9c1d7e5b2a4860';
const approved = ['ui_close', 'ui_open', 'ui_patch', 'ui_wait_action'];
const readOnly = { readOnlyHint: true };
const agentTools = [...approved, 'ui_other', { name: 'ui_gone', annotations: readOnly }];
const policy = { disabledTools: ['ui_gone'], tools: Object.fromEntries(approved.map((tool) => [tool, 'approve'])) };

const overHttp: SpecServers = { 'agent-ui': { type: 'streamable-http', url: '{{url:agent-ui}}', bearerTokenEnv: 'AGENT_UI_RUN_TOKEN', ...policy }, notes: started('notes') };
const overStdio: SpecServers = { 'agent-ui': { ...started('agent-ui'), ...policy }, notes: started('notes') };
const httpFleet = [http('agent-ui', agentTools, { authorization: `Bearer ${token}` }), stdio('notes', ['ui_open'])];
const stdioFleet = [stdio('agent-ui', agentTools), stdio('notes', ['ui_open'])];
const secrets = { AGENT_UI_RUN_TOKEN: token };

/** What a run shows: `others` is what happens to everything that no rule names. */
function expectations(others: HeadlessRow['expected']): HeadlessRow[] {
  const isOpen = others === 'RUN';
  return [
    ...rows('agent-ui', approved, 'approve', 'RUN'),
    ...rows('agent-ui', ['ui_other'], isOpen ? 'control' : 'undeclared', others),
    ...rows('agent-ui', ['ui_gone'], 'disable', 'ABSENT'),
    ...rows('notes', ['ui_open'], isOpen ? 'control' : 'boundary', others),
  ];
}

/** Hooks of the user that allow everything. */
const allowingHooks = {
  'hooks/allow.json': JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: 'command', bash: `printf '%s' '{"permissionDecision":"allow"}'`, timeoutSec: 10 }] } }),
};

/** Switches and files that open everything else, and must not open a disabled tool. */
const wideners: readonly [what: string, run: Partial<CopilotRun>][] = [
  ['--allow-all-tools', { args: ['--allow-all-tools'] }],
  ['COPILOT_ALLOW_ALL', { env: { COPILOT_ALLOW_ALL: 'true' } }],
  ['rules for whole servers', { args: ['--allow-tool=agent-ui', '--allow-tool=notes'] }],
  ['hooks that allow everything', { homeFiles: allowingHooks }],
];

/** Rendered policies, alone and against everything that is wider. */
export function policyCases(suite: HeadlessSuite): void {
  const run = (tested: HeadlessCase, more: Omit<CopilotRun, 'servers' | 'steps'>) => observe(suite, tested, (scenario) => runCopilot(suite.client(), { ...scenario, ...more }));

  test('four approved tools and one disabled, over HTTP with a bearer token', async () => {
    const title = 'policy over HTTP';
    const seen = await run({ title, servers: httpFleet, rows: expectations('ASK') }, { parts: rendered('copilot-cli', overHttp, secrets), env: secrets });
    expect(seen.calls).toHaveLength(4);
    expect(seen.refusedRequests).toBe(0);
    suite.record.cases.push({ case: `${title}: transport`, cell: 'streamableHttp', expected: 'RUN', seen: seen.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
  });

  test('the same over server-sent events', async () => {
    const servers: SpecServers = { ...overHttp, 'agent-ui': { ...overHttp['agent-ui'], type: 'sse' } };
    const fleet = [sse('agent-ui', agentTools, { authorization: `Bearer ${token}` }), stdio('notes', ['ui_open'])];
    const title = 'policy over server-sent events';
    const seen = await run({ title, servers: fleet, rows: expectations('ASK') }, { parts: rendered('copilot-cli', servers, secrets), env: secrets });
    suite.record.cases.push({ case: `${title}: transport`, cell: 'sse', expected: 'RUN', seen: seen.calls.length === 4 && seen.refusedRequests === 0 ? 'RUN' : 'UNCLEAR' });
  });

  test('the same with another token reaches nothing', async () => {
    const tested = { title: 'policy over HTTP, wrong token', servers: httpFleet, rows: rows('agent-ui', approved, 'control', 'ABSENT') };
    const seen = await run(tested, { parts: rendered('copilot-cli', overHttp, secrets), env: { AGENT_UI_RUN_TOKEN: 'another-token' } });
    expect(seen.refusedRequests).toBeGreaterThan(0);
  });

  test('the same over stdio', async () => {
    const title = 'policy over stdio';
    const seen = await run({ title, servers: stdioFleet, rows: expectations('ASK') }, { parts: rendered('copilot-cli', overStdio) });
    suite.record.cases.push({ case: `${title}: transport`, cell: 'stdio', expected: 'RUN', seen: seen.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
  });

  test.each(wideners)('a disabled tool stays away against %s', async (what, more) => {
    await run({ title: `policy against ${what}`, servers: stdioFleet, rows: expectations('RUN') }, { parts: rendered('copilot-cli', overStdio), ...more });
  });

  test('a deny rule alone does not hold against an allowing hook, which is why the tool is excluded as well', async () => {
    const mcp = JSON.stringify({ mcpServers: { srv: { type: 'local', ...started('srv'), tools: ['*'] } } });
    await run({ title: 'deny rule alone', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'control', 'DENY') }, { parts: forced({ args: '--deny-tool=srv(t1)\n', mcp }), args: ['--allow-all-tools'] });
    await run({ title: 'deny rule alone, with an allowing hook', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'limit', 'RUN') }, { parts: forced({ args: '--deny-tool=srv(t1)\n', mcp }), homeFiles: allowingHooks });
  });

  test('a tool that calls itself read-only runs without a rule, which is why prompt is refused', async () => {
    const mcp = JSON.stringify({ mcpServers: { srv: { type: 'local', ...started('srv'), tools: ['*'] } } });
    const tested = {
      title: 'prompt by absence of a rule', servers: [stdio('srv', [{ name: 't1', annotations: readOnly }, 't2'])], rows: [...rows('srv', ['t1'], 'limit', 'RUN'), ...rows('srv', ['t2'], 'control', 'ASK')],
      refused: { srv: { command: 'x', tools: { t1: 'prompt' } } }, reason: /tool "t1": Copilot CLI has no ask rule/,
    };
    await observeCollision(suite, 'copilot-cli', tested, (scenario) => runCopilot(suite.client(), { ...scenario, parts: forced({ mcp }) }));
  });

  test('only enabled tools are offered, whatever is allowed', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), enabledTools: ['t1', 't.2'], tools: { t1: 'approve' } } };
    const expected = [...rows('srv', ['t1', 't.2'], 'enableOnly', 'RUN'), ...rows('srv', ['t2', 't11', 'T1', 't-2x'], 'enableOnly', 'ABSENT')];
    await run({ title: 'enabledTools', servers: [stdio('srv', ['t1', 't.2', 't2', 't11', 'T1', 't-2x'])], rows: expected }, { parts: rendered('copilot-cli', servers), args: ['--allow-all-tools'] });
  });

  test('a server that is switched off offers nothing, and no other server goes with it', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), enabled: false }, SRV: started('SRV'), srv2: started('srv2') };
    const expected = [...rows('srv', ['t1'], 'disableServer', 'ABSENT'), ...rows('SRV', ['t1'], 'control', 'RUN'), ...rows('srv2', ['t1'], 'control', 'RUN')];
    await run({ title: 'enabled = false', servers: ['srv', 'SRV', 'srv2'].map((name) => stdio(name, ['t1'])), rows: expected }, { parts: rendered('copilot-cli', servers), args: ['--allow-all-tools'] });
  });
}

