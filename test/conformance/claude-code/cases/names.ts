import { test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { observe, observeCollision, rows, stdio, type Collision, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runClaude } from '../run.js';

const longTool = 'x'.repeat(128 - 'mcp__srv__'.length);

/** Parts that allow these rules and start these servers, written by hand. */
function allowing(rules: readonly string[], servers: readonly string[], deny: readonly string[] = []) {
  const settings = JSON.stringify({ permissions: { allow: rules, deny } });
  const mcp = JSON.stringify({ mcpServers: Object.fromEntries(servers.map((name) => [name, { type: 'stdio', ...started(name) }])) });
  return forced({ settings, mcp });
}

function approving(server: string, tool: string): SpecServers {
  return { [server]: { command: 'x', tools: { [tool]: 'approve' } } };
}

interface ForcedCollision extends Collision {
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
}

/** A tool of one server that runs by a rule which was written for another pair. */
function collision(title: string, meant: [server: string, tool: string], ran: [server: string, tool: string], refusedPair: [server: string, tool: string], reason: RegExp): ForcedCollision {
  const [server, tool] = ran;
  return { title, servers: [stdio(server, [tool])], rows: rows(server, [tool], 'collision', 'RUN'), refused: approving(...refusedPair), reason, allow: [`mcp__${meant[0]}__${meant[1]}`] };
}

const collisions: readonly ForcedCollision[] = [
  collision('rule for (a, b__c) runs c of a__b', ['a', 'b__c'], ['a__b', 'c'], ['a__b', 'c'], /"mcp__a__b__c" is both tool "c" of "a__b" and tool "b__c" of "a"/),
  collision('rule for (a, _c) runs c of a_', ['a', '_c'], ['a_', 'c'], ['a_', 'c'], /"mcp__a___c" is both/),
  collision('rule for my_srv runs a tool of my.srv', ['my_srv', 't1'], ['my.srv', 't1'], ['my.srv', 't1'], /server "my_srv"/),
  collision('rule for x_y runs x.y', ['srv', 'x_y'], ['srv', 'x.y'], ['srv', 'x.y'], /would also mean tool "x_y"/),
  collision('rule for x_y runs x/y', ['srv', 'x_y'], ['srv', 'x/y'], ['srv', 'x/y'], /would also mean tool "x_y"/),
  {
    title: 'deny with a raw name under a broad allow does not hold', servers: [stdio('srv', ['x.y'])], rows: rows('srv', ['x.y'], 'collision', 'RUN'),
    refused: { srv: { command: 'x', disabledTools: ['x.y'] } }, reason: /would also mean tool "x_y"/, allow: ['mcp__srv'], deny: ['mcp__srv__x.y'],
  },
  {
    title: 'a name of 129 characters is not offered', servers: [stdio('srv', [`${longTool}x`])], rows: rows('srv', [`${longTool}x`], 'limit', 'ABSENT'),
    refused: approving('srv', `${longTool}x`), reason: /129 characters/, allow: [`mcp__srv__${longTool}x`],
  },
];

const reserved = ['ccr-email', 'claude-code-remote', 'claude-device', 'claude-in-chrome', 'claude_ai', 'computer-use', 'hearthbot', 'ide', 'remote-devices', 'webagent', 'workspace'];

/** Names that are rendered reach exactly their tool; names that are refused are refused for a reason that can be seen. */
export function nameCases(suite: HeadlessSuite): void {
  test('every kind of representable name reaches its own tool and no other', async () => {
    const tools = ['a-b', 'a_b', '_x_', 'x__y', '__proto__', 'constructor', 'UPPER', 'upper', '9', longTool];
    const servers: SpecServers = {
      srv: { ...started('srv'), tools: Object.fromEntries(tools.map((tool) => [tool, 'approve'])) },
      'a-b_c': { ...started('a-b_c'), tools: { 'a-b': 'prompt', a_b: 'approve' } },
      toString: { ...started('toString'), tools: { valueOf: 'approve' } },
    };
    const fleet = [stdio('srv', [...tools, 'Constructor', 'x_y', 'x']), stdio('a-b_c', ['a-b', 'a_b', '_x_']), stdio('toString', ['valueOf', 'x'])];
    const expected = [
      ...rows('srv', tools, 'approve', 'RUN'), ...rows('srv', ['Constructor', 'x_y', 'x'], 'boundary', 'ASK'),
      ...rows('a-b_c', ['a_b'], 'approve', 'RUN'), ...rows('a-b_c', ['a-b'], 'prompt', 'ASK'), ...rows('a-b_c', ['_x_'], 'boundary', 'ASK'),
      ...rows('toString', ['valueOf'], 'approve', 'RUN'), ...rows('toString', ['x'], 'boundary', 'ASK'),
    ];
    await observe(suite, { title: 'representable names', servers: fleet, rows: expected }, (scenario) => runClaude(suite.client(), { ...scenario, parts: rendered('claude-code', servers) }));
  });

  test.each(collisions.map((collision) => [collision.title, collision] as const))('%s', async (_title, found) => {
    const servers = found.servers.map(({ name }) => name);
    await observeCollision(suite, 'claude-code', found, (scenario) => runClaude(suite.client(), { ...scenario, parts: allowing(found.allow, servers, found.deny) }));
  });

  test('reserved servers offer nothing', async () => {
    const servers = reserved.map((name) => stdio(name, ['t1']));
    const parts = allowing(reserved.map((name) => `mcp__${name}__t1`), reserved);
    for (const name of reserved) {
      await observeCollision(suite, 'claude-code', { title: `reserved ${name}`, servers: [], rows: [], refused: approving(name, 't1'), reason: /reserves the server name/ }, async () => emptyRun);
    }
    await observe(suite, { title: 'reserved servers', servers, rows: reserved.flatMap((name) => rows(name, ['t1'], 'limit', 'ABSENT')) }, (scenario) => runClaude(suite.client(), { ...scenario, parts }));
  });
}

const emptyRun = { outcomes: new Map(), calls: [], offered: [], exitCode: 0, stdout: '', stderr: '', refusedRequests: 0 };
