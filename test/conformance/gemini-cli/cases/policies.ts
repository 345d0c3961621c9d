import { expect, test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { http, observe, rows, sse, stdio, type HeadlessCase, type HeadlessRow, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runGemini, type GeminiRun } from '../run.js';
import { ruleText } from '../rules.js';

/** Token that the HTTP server of a run demands. Made up, but shaped like a real one, so that a leak would be recognised. */
const token = 'run-scoped-3f9c1d7e5b2a4860';
const approved = ['ui_close', 'ui_open', 'ui_patch', 'ui_wait_action'];
const agentTools = [...approved, 'ui_drop', { name: 'ui_other', annotations: { readOnlyHint: true } }, 'ui_gone'];
const modes = Object.fromEntries([...approved.map((tool) => [tool, 'approve']), ['ui_drop', 'prompt']]);
const policy = { disabledTools: ['ui_gone'], tools: modes };

const overHttp: SpecServers = { 'agent-ui': { type: 'streamable-http', url: '{{url:agent-ui}}', bearerTokenEnv: 'AGENT_UI_RUN_TOKEN', ...policy }, notes: started('notes') };
const overStdio: SpecServers = { 'agent-ui': { ...started('agent-ui'), ...policy }, notes: started('notes') };
const httpFleet = [http('agent-ui', agentTools, { authorization: `Bearer ${token}` }), stdio('notes', ['ui_open'])];
const stdioFleet = [stdio('agent-ui', agentTools), stdio('notes', ['ui_open'])];
const secrets = { AGENT_UI_RUN_TOKEN: token };

/** What a run shows: `others` is what happens to everything that no rule names. Unruled tools are left out headless. */
function expectations(others: HeadlessRow['expected']): HeadlessRow[] {
  const isOpen = others === 'RUN';
  return [
    ...rows('agent-ui', approved, 'approve', 'RUN'),
    ...rows('agent-ui', ['ui_drop'], 'prompt', 'ASK'),
    ...rows('agent-ui', ['ui_other'], isOpen ? 'control' : 'undeclared', others),
    ...rows('agent-ui', ['ui_gone'], 'disable', 'ABSENT'),
    ...rows('notes', ['ui_open'], isOpen ? 'control' : 'boundary', others),
  ];
}

/** Switches and settings that open everything else, and must not open a prompt or a disabled tool. */
const wideners: readonly [what: string, run: Partial<GeminiRun>][] = [
  ['--yolo', { args: ['--yolo'] }],
  ['mcp.allowed', { settings: { mcp: { allowed: ['agent-ui', 'notes'] } } }],
  ['--allowed-mcp-server-names', { args: ['--allowed-mcp-server-names', 'agent-ui', '--allowed-mcp-server-names', 'notes'] }],
];

/** Entries beside a good rule that the client's loader does not accept. */
const dropping: readonly [what: string, entry: string][] = [
  ['rule without toolName', '[[rule]]\nmcpName = "srv"\ndecision = "ask_user"\npriority = 800\n'],
  ['priority out of range', ruleText('other', 'x', 'deny', 5000)],
  ['priority between numbers', ruleText('other', 'x', 'deny', 1.5)],
  ['unknown decision', ruleText('other', 'x', 'deny', 1).replace('"deny"', '"ask"')],
  ['unknown mode', `${ruleText('other', 'x', 'deny', 1)}modes = ["nope"]\n`],
  ['list of servers', ruleText('other', 'x', 'deny', 1).replace('"other"', '["other"]')],
  ['checker without a checker', '[[safety_checker]]\ntoolName = "x"\n'],
  ['list of mixed types', '[other]\nx = [1, "a"]\n'],
];

/** Names and conditions of a rule that stands above one that asks, at the same priority. */
const overruling: readonly [what: string, keys: string][] = [
  ['modes', 'mcpName = "srv"\ntoolName = "drop"\nmodes = ["default"]'],
  ['an empty argsPattern', 'mcpName = "srv"\ntoolName = "drop"\nargsPattern = ""'],
  ['interactive = false', 'mcpName = "srv"\ntoolName = "drop"\ninteractive = false'],
  ['an unknown key', 'mcpName = "srv"\ntoolName = "drop"\nfoo = 1'],
  ['every tool', 'toolName = "*"'],
  ['every tool in a list', 'toolName = ["*"]'],
  ['every tool by annotations', 'toolName = "*"\ntoolAnnotations = { readOnlyHint = true }'],
  ['mcp_*', 'toolName = "mcp_*"'],
  ['mcp_SERVER_*', 'toolName = "mcp_srv_*"'],
  ['every server', 'mcpName = "*"\ntoolName = "*"'],
  ['a list of tools', 'mcpName = "srv"\ntoolName = ["other", "drop"]'],
  ['the joined name', 'toolName = "mcp_srv_drop"'],
];

/** Patterns that look wider than they are. */
const matchingNothing: readonly [what: string, keys: string][] = [
  ['mcp_*_TOOL', 'toolName = "mcp_*_drop"'],
  ['a tool of every server', 'mcpName = "*"\ntoolName = "drop"'],
  ['a pattern in the name', 'mcpName = "srv"\ntoolName = "d*"'],
];

/** Rendered policies, alone and against everything that is wider. */
export function policyCases(suite: HeadlessSuite): void {
  const run = (tested: HeadlessCase, more: Omit<GeminiRun, 'servers' | 'steps'>) => observe(suite, tested, (scenario) => runGemini(suite.client(), { ...scenario, ...more }));

  test('four approved tools, one that asks and one disabled, over HTTP with a bearer token', async () => {
    const title = 'policy over HTTP';
    const seen = await run({ title, servers: httpFleet, rows: expectations('ABSENT') }, { parts: rendered('gemini-cli', overHttp, secrets), env: secrets });
    expect(seen.calls).toHaveLength(4);
    expect(seen.refusedRequests).toBe(0);
    suite.record.cases.push({ case: `${title}: transport`, cell: 'streamableHttp', expected: 'RUN', seen: seen.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
  });

  test('the same over server-sent events', async () => {
    const servers: SpecServers = { ...overHttp, 'agent-ui': { ...overHttp['agent-ui'], type: 'sse' } };
    const fleet = [sse('agent-ui', agentTools, { authorization: `Bearer ${token}` }), stdio('notes', ['ui_open'])];
    const title = 'policy over server-sent events';
    const seen = await run({ title, servers: fleet, rows: expectations('ABSENT') }, { parts: rendered('gemini-cli', servers, secrets), env: secrets });
    suite.record.cases.push({ case: `${title}: transport`, cell: 'sse', expected: 'RUN', seen: seen.calls.length === 4 && seen.refusedRequests === 0 ? 'RUN' : 'UNCLEAR' });
  });

  test('the same with another token reaches nothing', async () => {
    const tested = { title: 'policy over HTTP, wrong token', servers: httpFleet, rows: rows('agent-ui', approved, 'control', 'ABSENT') };
    const seen = await run(tested, { parts: rendered('gemini-cli', overHttp, secrets), env: { AGENT_UI_RUN_TOKEN: 'another-token' } });
    expect(seen.refusedRequests).toBeGreaterThan(0);
  });

  test('the same over stdio', async () => {
    const title = 'policy over stdio';
    const seen = await run({ title, servers: stdioFleet, rows: expectations('ABSENT') }, { parts: rendered('gemini-cli', overStdio) });
    suite.record.cases.push({ case: `${title}: transport`, cell: 'stdio', expected: 'RUN', seen: seen.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
  });

  test.each(wideners)('prompt and disable hold against %s', async (what, more) => {
    await run({ title: `policy against ${what}`, servers: stdioFleet, rows: expectations('RUN') }, { parts: rendered('gemini-cli', overStdio), ...more });
  });

  test('prompt and disable hold against a trusted server, headless', async () => {
    const trusting = (stage: Parameters<GeminiRun['parts']>[0]) => {
      const parts = rendered('gemini-cli', overStdio)(stage);
      return { ...parts, settings: (parts['settings'] ?? '').replace('"trust": false', '"trust": true') };
    };
    const expected = expectations('RUN').filter(({ step }) => step.server === 'agent-ui');
    await run({ title: 'policy of a trusted server', servers: stdioFleet, rows: expected }, { parts: trusting });
  });

  test('only enabled tools are offered, under --yolo too', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), enabledTools: ['t1', 'x/y', 'z.1'], tools: { t1: 'approve' } } };
    const expected = [...rows('srv', ['t1', 'x/y', 'z.1'], 'enableOnly', 'RUN'), ...rows('srv', ['t2', 't11', 'T1'], 'enableOnly', 'ABSENT')];
    await run({ title: 'enabledTools', servers: [stdio('srv', ['t1', 'x/y', 'z.1', 't2', 't11', 'T1'])], rows: expected }, { parts: rendered('gemini-cli', servers), args: ['--yolo'] });
  });

  test('a server whose unnamed tools need approval asks for each, and still runs what is approved', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), requiresApproval: true, disabledTools: ['gone'], tools: { ok: 'approve', named: 'prompt' } }, other: started('other') };
    const fleet = [stdio('srv', ['ok', 'named', 'unnamed', 'gone']), stdio('other', ['unnamed'])];
    const inside = [...rows('srv', ['ok'], 'approve', 'RUN'), ...rows('srv', ['named'], 'prompt', 'ASK'), ...rows('srv', ['unnamed'], 'serverDefaultPrompt', 'ASK'), ...rows('srv', ['gone'], 'disable', 'ABSENT')];
    await run({ title: 'requiresApproval', servers: fleet, rows: [...inside, ...rows('other', ['unnamed'], 'boundary', 'ABSENT')] }, { parts: rendered('gemini-cli', servers) });
    await run({ title: 'requiresApproval under --yolo', servers: fleet, rows: [...inside, ...rows('other', ['unnamed'], 'control', 'RUN')] }, { parts: rendered('gemini-cli', servers), args: ['--yolo'] });
  });

  test.each(dropping)('%s makes the client drop the whole file', async (title, entry) => {
    const settings = JSON.stringify({ mcpServers: { srv: started('srv') } });
    await run({ title, servers: [stdio('srv', ['ok'])], rows: rows('srv', ['ok'], 'limit', 'ABSENT') }, { parts: forced({ policy: `${ruleText('srv', 'ok', 'allow', 900)}\n${entry}`, settings }) });
  });

  test.each(overruling)('%s runs a tool that should ask', async (title, keys) => {
    const settings = JSON.stringify({ mcpServers: { srv: started('srv') } });
    const above = `[[rule]]\n${keys}\ndecision = "allow"\npriority = 999\n`;
    const servers = [stdio('srv', [{ name: 'drop', annotations: { readOnlyHint: true } }])];
    await run({ title, servers, rows: rows('srv', ['drop'], 'control', 'RUN') }, { parts: forced({ policy: `${above}\n${ruleText('srv', 'drop', 'ask_user', 999)}`, settings }) });
  });

  test.each(matchingNothing)('%s matches nothing', async (title, keys) => {
    const settings = JSON.stringify({ mcpServers: { srv: started('srv') } });
    const policyText = `[[rule]]\n${keys}\ndecision = "allow"\npriority = 999\n\n${ruleText('srv', 'drop', 'ask_user', 999)}`;
    await run({ title, servers: [stdio('srv', ['drop'])], rows: rows('srv', ['drop'], 'limit', 'ASK') }, { parts: forced({ policy: policyText, settings }) });
  });

  test('policy files of a project are not read, those of the user are', async () => {
    const settings = JSON.stringify({ mcpServers: { srv: started('srv') } });
    const files = { '.gemini/policies/mcpolicy.toml': ruleText('srv', 'ok', 'allow', 900) };
    await run({ title: 'policy file of a project', servers: [stdio('srv', ['ok'])], rows: rows('srv', ['ok'], 'limit', 'ABSENT') }, { parts: forced({ settings }), projectFiles: files });
    await run({ title: 'policy file of the user', servers: [stdio('srv', ['ok'])], rows: rows('srv', ['ok'], 'approve', 'RUN') }, { parts: forced({ settings }), homeFiles: files });
  });
}
