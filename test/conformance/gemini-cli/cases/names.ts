import { test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { observe, observeCollision, rows, stdio, type Collision, type HeadlessSuite } from '../../harness/headless-suite.js';
import { ruleText } from '../rules.js';
import { runGemini } from '../run.js';

const longTool = 'x'.repeat(63 - 'mcp_srv_'.length);
const cutTool = `${'z'.repeat(30 - 'mcp_srv_'.length)}...${'z'.repeat(30)}`;

function approving(server: string, ...tools: readonly string[]): SpecServers {
  return { [server]: { command: 'x', tools: Object.fromEntries(tools.map((tool) => [tool, 'approve'])) } };
}

interface ForcedCollision extends Collision {
  readonly rule: readonly [server: string, tool: string];
}

const collisions: readonly ForcedCollision[] = [
  {
    title: 'rule for mcp_srv_x runs x', rule: ['srv', 'mcp_srv_x'], servers: [stdio('srv', ['x', 'mcp_srv_x', 'y'])],
    rows: [...rows('srv', ['x'], 'collision', 'RUN'), ...rows('srv', ['mcp_srv_x'], 'approve', 'RUN'), ...rows('srv', ['y'], 'boundary', 'ABSENT')],
    refused: approving('srv', 'mcp_srv_x'), reason: /also takes a rule for "mcp_srv_x" as the rule for tool "x"/,
  },
  {
    title: 'rule for b_c runs b/c', rule: ['alpha', 'b_c'], servers: [stdio('alpha', ['b/c'])], rows: rows('alpha', ['b/c'], 'collision', 'RUN'),
    refused: approving('alpha', 'b/c'), reason: /"b\/c" is known as "b_c"/,
  },
  {
    title: 'of (a, b_c) and (a_b, c) only one is offered', rule: ['a', 'b_c'], servers: [stdio('a', ['b_c']), stdio('a_b', ['c'])], rows: rows('a_b', ['c'], 'boundary', 'ABSENT'),
    refused: approving('a_b', 'c'), reason: /"mcp_a_b_c" is both tool "c" of "a_b" and tool "b_c" of "a"/,
  },
  {
    title: 'no rule reaches a server called mcp', rule: ['mcp', 't1'], servers: [stdio('mcp', ['t1'])], rows: rows('mcp', ['t1'], 'limit', 'ABSENT'),
    refused: approving('mcp', 't1'), reason: /no rule reaches its tools/,
  },
  {
    title: 'no rule reaches a server with a space', rule: ['my srv', 't1'], servers: [stdio('my srv', ['t1'])], rows: rows('my srv', ['t1'], 'limit', 'ABSENT'),
    refused: approving('my srv', 't1'), reason: /matches nothing/,
  },
  {
    title: 'no rule reaches a name of 64 characters', rule: ['srv', `${longTool}x`], servers: [stdio('srv', [`${longTool}x`])], rows: rows('srv', [`${longTool}x`], 'limit', 'ABSENT'),
    refused: approving('srv', `${longTool}x`), reason: /64 characters/,
  },
  {
    title: 'rule for a name that looks cut runs a longer one', rule: ['srv', cutTool], servers: [stdio('srv', [cutTool.replace('...', '-middle-')])], rows: rows('srv', [cutTool.replace('...', '-middle-')], 'collision', 'RUN'),
    refused: approving('srv', cutTool), reason: /looks like one that Gemini CLI has cut/,
  },
];

/** Names that are rendered reach exactly their tool; names that are refused are refused for a reason that can be seen. */
export function nameCases(suite: HeadlessSuite): void {
  test('every kind of representable name reaches its own tool and no other', async () => {
    const tools = ['a-b', 'a_b', 'a.b', 'a:b', '_x_', 'x__y', '__proto__', 'constructor', 'UPPER', 'upper', '9', 'mcp_other_x', longTool];
    const servers: SpecServers = {
      srv: { ...started('srv'), tools: Object.fromEntries(tools.map((tool) => [tool, 'approve'])) },
      'a.b:c-d': { ...started('a.b:c-d'), tools: { 'a-b': 'prompt', a_b: 'approve' } },
    };
    const fleet = [stdio('srv', [...tools, 'Constructor', 'x_y', 'x']), stdio('a.b:c-d', ['a-b', 'a_b', '_x_'])];
    const expected = [
      ...rows('srv', tools, 'approve', 'RUN'), ...rows('srv', ['Constructor', 'x_y', 'x'], 'boundary', 'ABSENT'),
      ...rows('a.b:c-d', ['a_b'], 'approve', 'RUN'), ...rows('a.b:c-d', ['a-b'], 'prompt', 'ASK'), ...rows('a.b:c-d', ['_x_'], 'boundary', 'ABSENT'),
    ];
    await observe(suite, { title: 'representable names', servers: fleet, rows: expected }, (scenario) => runGemini(suite.client(), { ...scenario, parts: rendered('gemini-cli', servers) }));
  });

  test.each(collisions.map((collision) => [collision.title, collision] as const))('%s', async (_title, found) => {
    const settings = JSON.stringify({ mcpServers: Object.fromEntries(found.servers.map(({ name }) => [name, started(name)])) });
    const parts = forced({ policy: ruleText(...found.rule, 'allow', 900), settings });
    await observeCollision(suite, 'gemini-cli', found, (scenario) => runGemini(suite.client(), { ...scenario, parts }));
  });

  test('an enabled tool with a parenthesis enables another one', async () => {
    const settings = JSON.stringify({ mcpServers: { srv: { ...started('srv'), includeTools: ['read(file)'] } } });
    const found: Collision = {
      title: 'includeTools "read(file)"', servers: [stdio('srv', ['read', 'write'])], rows: [...rows('srv', ['read'], 'collision', 'RUN'), ...rows('srv', ['write'], 'boundary', 'ABSENT')],
      refused: { srv: { command: 'x', enabledTools: ['read(file)'] } }, reason: /also enables tool "read"/,
    };
    await observeCollision(suite, 'gemini-cli', found, (scenario) => runGemini(suite.client(), { ...scenario, parts: forced({ policy: '', settings }), args: ['--yolo'] }));
  });
}
