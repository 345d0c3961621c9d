import { expect, test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { http, observe, rows, sse, stdio, type HeadlessCase, type HeadlessRow, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runClaude, type ClaudeRun } from '../run.js';

/** Token that the HTTP server of a run demands. Made up, but shaped like a real one, so that a leak would be recognised. */
const token = 'run-scoped-3f9c1d7e5b2a4860';
const approved = ['ui_close', 'ui_open', 'ui_patch', 'ui_wait_action'];
const readOnly = { readOnlyHint: true };
const agentTools = [...approved, { name: 'ui_drop', annotations: readOnly }, { name: 'ui_other', annotations: readOnly }, 'ui_gone'];
const modes = Object.fromEntries([...approved.map((tool) => [tool, 'approve']), ['ui_drop', 'prompt']]);
const policy = { disabledTools: ['ui_gone'], tools: modes };

const overHttp: SpecServers = {
  'agent-ui': { type: 'streamable-http', url: '{{url:agent-ui}}', bearerTokenEnv: 'AGENT_UI_RUN_TOKEN', ...policy },
  notes: started('notes'),
};
const overStdio: SpecServers = { 'agent-ui': { ...started('agent-ui'), ...policy }, notes: started('notes') };
const httpFleet = [http('agent-ui', agentTools, { authorization: `Bearer ${token}` }), stdio('notes', ['ui_open'])];
const stdioFleet = [stdio('agent-ui', agentTools), stdio('notes', ['ui_open'])];
const secrets = { AGENT_UI_RUN_TOKEN: token };

/** What a run shows: `others` is what happens to everything that no rule names. */
function expectations(others: HeadlessRow['expected']): HeadlessRow[] {
  const cell = others === 'ASK' ? 'boundary' : 'control';
  return [
    ...rows('agent-ui', approved, 'approve', 'RUN'),
    ...rows('agent-ui', ['ui_drop'], 'prompt', 'ASK'),
    ...rows('agent-ui', ['ui_other'], others === 'ASK' ? 'undeclared' : 'control', others),
    ...rows('agent-ui', ['ui_gone'], 'disable', 'ABSENT'),
    ...rows('notes', ['ui_open'], cell, others),
  ];
}

/** Switches and files that open everything else, and must not open a prompt or a disabled tool. */
const wideners: readonly [what: string, run: Partial<ClaudeRun>][] = [
  ['--dangerously-skip-permissions', { args: ['--dangerously-skip-permissions'] }],
  ['--permission-mode bypassPermissions', { args: ['--permission-mode', 'bypassPermissions'] }],
  ['--allowedTools for whole servers', { args: ['--allowedTools', 'mcp__agent-ui,mcp__notes'] }],
  ['user settings that allow whole servers', { sources: 'user', userSettings: { permissions: { allow: ['mcp__agent-ui', 'mcp__notes'] } } }],
  ['user settings that allow the very tools', { sources: 'user', userSettings: { permissions: { allow: ['mcp__agent-ui__ui_drop', 'mcp__agent-ui__ui_other', 'mcp__agent-ui__ui_gone', 'mcp__notes__ui_open'] } } }],
];

/** Rules for more than one tool: those that allow stand alone, the others beside an exact allow. */
const wideRules: readonly [list: 'allow' | 'ask' | 'deny', rule: string, expected: HeadlessRow['expected']][] = [
  ['allow', '*', 'ASK'],
  ['allow', 'mcp*', 'ASK'],
  ['allow', 'mcp__s*', 'ASK'],
  ['allow', 'mcp__*__drop', 'ASK'],
  ['allow', 'mcp__srv__*', 'RUN'],
  ['ask', '*', 'ASK'],
  ['ask', 'mcp__*', 'ASK'],
  ['ask', 'mcp__srv__d*', 'ASK'],
  ['deny', '*', 'ABSENT'],
  ['deny', 'mcp*', 'RUN'],
];

/** Rendered policies, alone and against everything that is wider. */
export function policyCases(suite: HeadlessSuite): void {
  const run = (tested: HeadlessCase, more: Omit<ClaudeRun, 'servers' | 'steps'>) => observe(suite, tested, (scenario) => runClaude(suite.client(), { ...scenario, ...more }));

  test('four approved tools, one that asks and one disabled, over HTTP with a bearer token', async () => {
    const title = 'policy over HTTP';
    const seen = await run({ title, servers: httpFleet, rows: expectations('ASK') }, { parts: rendered('claude-code', overHttp, secrets), env: secrets });
    expect(seen.calls).toHaveLength(4);
    expect(seen.refusedRequests).toBe(0);
    suite.record.cases.push({ case: `${title}: transport`, cell: 'streamableHttp', expected: 'RUN', seen: seen.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
  });

  test('the same over server-sent events', async () => {
    const servers: SpecServers = { ...overHttp, 'agent-ui': { ...overHttp['agent-ui'], type: 'sse' } };
    const fleet = [sse('agent-ui', agentTools, { authorization: `Bearer ${token}` }), stdio('notes', ['ui_open'])];
    const title = 'policy over server-sent events';
    const seen = await run({ title, servers: fleet, rows: expectations('ASK') }, { parts: rendered('claude-code', servers, secrets), env: secrets });
    suite.record.cases.push({ case: `${title}: transport`, cell: 'sse', expected: 'RUN', seen: seen.calls.length === 4 && seen.refusedRequests === 0 ? 'RUN' : 'UNCLEAR' });
  });

  test('the same with another token reaches nothing', async () => {
    const tested = { title: 'policy over HTTP, wrong token', servers: httpFleet, rows: rows('agent-ui', approved, 'control', 'ABSENT') };
    const seen = await run(tested, { parts: rendered('claude-code', overHttp, secrets), env: { AGENT_UI_RUN_TOKEN: 'another-token' } });
    expect(seen.refusedRequests).toBeGreaterThan(0);
  });

  test('the same over stdio', async () => {
    const title = 'policy over stdio';
    const seen = await run({ title, servers: stdioFleet, rows: expectations('ASK') }, { parts: rendered('claude-code', overStdio) });
    suite.record.cases.push({ case: `${title}: transport`, cell: 'stdio', expected: 'RUN', seen: seen.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
  });

  test.each(wideners)('prompt and disable hold against %s', async (what, more) => {
    await run({ title: `policy against ${what}`, servers: stdioFleet, rows: expectations('RUN') }, { parts: rendered('claude-code', overStdio), ...more });
  });

  test('a server whose unnamed tools need approval asks for each, in bypass mode too', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), requiresApproval: true, disabledTools: ['gone'], tools: { named: 'prompt' } }, other: started('other') };
    const fleet = [stdio('srv', ['named', { name: 'unnamed', annotations: readOnly }, 'gone']), stdio('other', ['unnamed'])];
    const expected = [...rows('srv', ['named'], 'prompt', 'ASK'), ...rows('srv', ['unnamed'], 'serverDefaultPrompt', 'ASK'), ...rows('srv', ['gone'], 'disable', 'ABSENT'), ...rows('other', ['unnamed'], 'control', 'RUN')];
    await run({ title: 'requiresApproval in bypass mode', servers: fleet, rows: expected }, { parts: rendered('claude-code', servers), args: ['--dangerously-skip-permissions'] });
  });

  test('a server-wide ask rule also stops an approved tool, which is why that combination is refused', async () => {
    const settings = JSON.stringify({ permissions: { allow: ['mcp__agent-ui__ui_open'], ask: ['mcp__agent-ui'] } });
    const mcp = JSON.stringify({ mcpServers: { 'agent-ui': started('agent-ui') } });
    await run({ title: 'server-wide ask beside an exact allow', servers: [stdio('agent-ui', ['ui_open'])], rows: rows('agent-ui', ['ui_open'], 'limit', 'ASK') }, { parts: forced({ settings, mcp }) });
  });

  test.each(wideRules)('%s %s beside an exact allow, or alone', async (list, rule, expected) => {
    const allow = ['mcp__srv__drop'];
    const settings = JSON.stringify({ permissions: list === 'allow' ? { allow: [rule] } : { allow, [list]: [rule] } });
    const mcp = JSON.stringify({ mcpServers: { srv: started('srv') } });
    await run({ title: `wide rule ${list} ${rule}`, servers: [stdio('srv', ['drop'])], rows: rows('srv', ['drop'], expected === 'RUN' ? 'control' : 'limit', expected) }, { parts: forced({ settings, mcp }) });
  });

  test('a PermissionRequest hook answers for the user, which is what the note says', async () => {
    const answer = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } });
    const hooks = { PermissionRequest: [{ matcher: '*', hooks: [{ type: 'command', command: `printf '%s' '${answer}'` }] }] };
    const tested = { title: 'prompt with an allowing hook of the user', servers: stdioFleet, rows: rows('agent-ui', ['ui_drop'], 'limit', 'RUN') };
    await run(tested, { parts: rendered('claude-code', overStdio), sources: 'user', userSettings: { hooks } });
  });
}
