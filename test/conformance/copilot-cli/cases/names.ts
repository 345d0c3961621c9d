import { test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { observe, observeCollision, rows, stdio, type Collision, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runCopilot } from '../run.js';

const longTool = 'x'.repeat(64 - 'srv-'.length);

function approving(server: string, ...tools: readonly string[]): SpecServers {
  return { [server]: { command: 'x', tools: Object.fromEntries(tools.map((tool) => [tool, 'approve'])) } };
}

interface ForcedCollision extends Collision {
  readonly flags: readonly string[];
}

const collisions: readonly ForcedCollision[] = [
  {
    title: 'rule for x-y runs x.y', flags: ['--allow-tool=srv(x-y)'], servers: [stdio('srv', ['x.y', 'x_y'])],
    rows: [...rows('srv', ['x.y'], 'collision', 'RUN'), ...rows('srv', ['x_y'], 'boundary', 'ASK')], refused: approving('srv', 'x.y'), reason: /no rule means "x.y"/,
  },
  {
    title: 'deny with a raw name under a broad allow does not hold', flags: ['--allow-tool=srv', '--deny-tool=srv(x.y)'], servers: [stdio('srv', ['x.y'])], rows: rows('srv', ['x.y'], 'collision', 'RUN'),
    refused: { srv: { command: 'x', disabledTools: ['x.y'] } }, reason: /no rule means "x.y"/,
  },
  {
    title: 'deny of 65 characters under a broad allow does not hold', flags: ['--allow-tool=srv', `--deny-tool=srv(${longTool}x)`], servers: [stdio('srv', [`${longTool}x`])],
    rows: rows('srv', [`${longTool}x`], 'collision', 'RUN'), refused: { srv: { command: 'x', disabledTools: [`${longTool}x`] } }, reason: /65 characters/,
  },
  {
    title: 'of (a, b-c) and (a-b, c) only one is offered', flags: ['--allow-tool=a(b-c)'], servers: [stdio('a', ['b-c']), stdio('a-b', ['c'])],
    rows: [...rows('a', ['b-c'], 'limit', 'ABSENT'), ...rows('a-b', ['c'], 'boundary', 'ASK')], refused: { ...approving('a', 'b-c'), ...approving('a-b', 'c') }, reason: /"a-b-c" is both tool "c" of "a-b" and tool "b-c" of "a"/,
  },
  {
    title: 'excluding (a, b-c) hides c of a-b', flags: ['--allow-all-tools', '--excluded-tools=a-b-c'], servers: [stdio('a-b', ['c', 'd'])],
    rows: [...rows('a-b', ['c'], 'collision', 'ABSENT'), ...rows('a-b', ['d'], 'control', 'RUN')], refused: { ...approving('a', 'b-c'), ...approving('a-b', 'c') }, reason: /"a-b-c" is both/,
  },
  {
    title: 'a rule for commands runs a tool of a server called shell', flags: ['--allow-tool=shell(t1)'], servers: [stdio('shell', ['t1'])], rows: rows('shell', ['t1'], 'collision', 'RUN'),
    refused: approving('shell', 't1'), reason: /"shell\(\.\.\.\)" is a rule of Copilot CLI for its own tools/,
  },
];

/** Names that are rendered reach exactly their tool; names that are refused are refused for a reason that can be seen. */
export function nameCases(suite: HeadlessSuite): void {
  test('every kind of representable name reaches its own tool and no other', async () => {
    const tools = ['a-b', 'a_b', '_x_', 'x__y', '-y', '__proto__', 'constructor', 'UPPER', 'upper', '9', longTool];
    const servers: SpecServers = {
      srv: { ...started('srv'), tools: Object.fromEntries(tools.map((tool) => [tool, 'approve'])) },
      'a_b-c': { ...started('a_b-c'), tools: { a_b: 'approve' } },
      github: { ...started('github'), tools: { get_issue: 'approve' } },
    };
    const fleet = [stdio('srv', [...tools, 'Constructor', 'x_y', 'x']), stdio('a_b-c', ['a_b', '_x_']), stdio('github', ['get_issue', 'x'])];
    const expected = [
      ...rows('srv', tools, 'approve', 'RUN'), ...rows('srv', ['Constructor', 'x_y', 'x'], 'boundary', 'ASK'),
      ...rows('a_b-c', ['a_b'], 'approve', 'RUN'), ...rows('a_b-c', ['_x_'], 'boundary', 'ASK'),
      ...rows('github', ['get_issue'], 'approve', 'RUN'), ...rows('github', ['x'], 'boundary', 'ASK'),
    ];
    await observe(suite, { title: 'representable names', servers: fleet, rows: expected }, (scenario) => runCopilot(suite.client(), { ...scenario, parts: rendered('copilot-cli', servers) }));
  });

  test.each(collisions.map((collision) => [collision.title, collision] as const))('%s', async (_title, found) => {
    const mcp = JSON.stringify({ mcpServers: Object.fromEntries(found.servers.map(({ name }) => [name, { type: 'local', ...started(name), tools: ['*'] }])) });
    const parts = forced({ args: found.flags.join('\n'), mcp });
    await observeCollision(suite, 'copilot-cli', found, (scenario) => runCopilot(suite.client(), { ...scenario, parts }));
  });
}
