import { describe, expect, it } from 'vitest';
import type { Entry } from '../src/driver.js';
import { codex } from '../src/drivers/codex/index.js';
import { nameable } from '../src/drivers/codex/names.js';
import { notes } from '../src/drivers/codex/notes.js';
import { project } from '../src/drivers/codex/project.js';
import { refusals } from '../src/drivers/codex/refusals.js';
import type { RemoteTransport, ServerPolicy, StdioTransport } from '../src/model.js';

const bare: ServerPolicy = { name: 'docs', enabled: true, required: false, disabledTools: [], tools: [] };
const stdio: StdioTransport = { type: 'stdio', command: ['docs'], args: [], env: [] };
const remote: RemoteTransport = { type: 'streamable-http', url: ['https://x.example'], headers: [] };
const set = (path: readonly string[], value: Entry['value'], more: Partial<Entry> = {}): Entry => ({ part: 'config', op: 'set', path: ['mcp_servers', 'docs', ...path], value, ...more });

const command = set(['command'], 'docs');
const url = set(['url'], 'https://x.example');

/** Each thing that a policy can say, and the whole of what Codex is told then, in this order. */
const said: readonly (readonly [what: string, server: Partial<ServerPolicy>, entries: readonly Entry[]])[] = [
  ['nothing', {}, []],
  ['a program', { transport: stdio }, [command]],
  ['arguments, an empty one too', { transport: { ...stdio, args: [['-y'], []] } }, [command, set(['args'], ['-y', ''])]],
  ['a folder', { transport: { ...stdio, cwd: ['/srv'] } }, [command, set(['cwd'], '/srv')]],
  [
    'an environment',
    { transport: { ...stdio, env: [{ name: 'EMPTY', value: [] }, { name: 'HOME', value: [{ env: 'HOME' }] }, { name: 'REGION', value: ['eu'] }] } },
    [command, set(['env_vars'], ['HOME'], { isUnordered: true }), set(['env', 'EMPTY'], '', { withheld: true }), set(['env', 'REGION'], 'eu', { withheld: true })],
  ],
  ['an address', { transport: remote }, [url]],
  ['a token', { transport: { ...remote, bearerTokenEnv: 'TOKEN' } }, [url, set(['bearer_token_env_var'], 'TOKEN')]],
  [
    'headers',
    { transport: { ...remote, headers: [{ name: 'X-A', value: ['a'] }, { name: 'X-B', value: [{ env: 'B' }] }] } },
    [url, set(['http_headers', 'X-A'], 'a', { withheld: true }), set(['env_http_headers', 'X-B'], 'B')],
  ],
  ['a login', { transport: { ...remote, oauth: { clientId: 'docs', scopes: ['a', 'b'] } } }, [url, set(['scopes'], ['a', 'b'], { isUnordered: true }), set(['oauth', 'client_id'], 'docs')]],
  ['a login without scopes', { transport: { ...remote, oauth: { clientId: 'docs' } } }, [url, set(['oauth', 'client_id'], 'docs')]],
  ['scopes alone', { transport: { ...remote, oauth: { scopes: [] } } }, [url, set(['scopes'], [], { isUnordered: true })]],
  ['that the server is off', { enabled: false }, [set(['enabled'], false)]],
  ['that the server is needed', { required: true }, [set(['required'], true)]],
  ['that unnamed tools ask', { requiresApproval: true }, [set(['default_tools_approval_mode'], 'prompt')]],
  ['that unnamed tools do not ask', { requiresApproval: false }, [set(['default_tools_approval_mode'], 'approve')]],
  ['the only tools', { enabledTools: ['a'] }, [set(['enabled_tools'], ['a'], { isUnordered: true })]],
  ['that there are no tools', { enabledTools: [] }, [set(['enabled_tools'], [], { isUnordered: true })]],
  ['tools that are off', { disabledTools: ['a', 'b'] }, [set(['disabled_tools'], ['a', 'b'], { isUnordered: true })]],
  [
    'modes of tools',
    { tools: [{ name: 'a.b', approvalMode: 'approve' }, { name: 'c', approvalMode: 'prompt' }] },
    [set(['tools', 'a.b', 'approval_mode'], 'approve', { tool: 'a.b' }), set(['tools', 'c', 'approval_mode'], 'prompt', { tool: 'c' })],
  ],
  [
    'everything: plain keys in front of tables',
    { transport: { ...stdio, env: [{ name: 'A', value: ['a'] }] }, required: true, tools: [{ name: 't', approvalMode: 'prompt' }] },
    [command, set(['required'], true), set(['env', 'A'], 'a', { withheld: true }), set(['tools', 't', 'approval_mode'], 'prompt', { tool: 't' })],
  ],
];

describe('what Codex is told', () => {
  it.each(said)('about %s', (_what, server, entries) => {
    expect(project({ ...bare, ...server })).toEqual(entries);
  });

  it('is a bug where a reference passed the gate', () => {
    expect(() => project({ ...bare, transport: { ...stdio, command: [{ env: 'BIN' }] } })).toThrow('a reference passed the gate');
  });
});

describe('names that Codex takes', () => {
  it.each(['a', '-', 'A.b', '@acme/docs:v1', '0_9', '__proto__'])('%s', (server) => {
    expect(nameable(server, undefined)).toEqual({ ok: true, key: ['mcp_servers', server] });
    expect(nameable(server, 'any "tool"')).toEqual({ ok: true, key: ['mcp_servers', server, 'tools', 'any "tool"'] });
  });

  it.each(['', 'é', 'éa', 'aé', 'a b', ' a', 'a\n', 'a*'])('not %j', (server) => {
    expect(nameable(server, 't')).toEqual({ ok: false, why: 'Codex starts servers only under names of letters, digits and _ : @ / . -', fix: 'Rename the server.' });
  });

  it('not the one of its own', () => {
    expect(nameable('codex_apps', 't')).toEqual({ ok: false, why: 'Codex reserves the server name "codex_apps" and leaves such a server out', fix: 'Rename the server.' });
  });
});

describe('notes of Codex', () => {
  const codes = (name: string, requiresApproval?: boolean) => notes({ ...bare, name, ...(requiresApproval === undefined ? {} : { requiresApproval }) }).map(({ code, server }) => [code, server]);

  it('are about a default that nobody declared', () => {
    expect(codes('docs')).toEqual([['MCP320', 'docs']]);
    expect(codes('docs', true)).toEqual([]);
    expect(codes('docs', false)).toEqual([]);
  });

  it.each(['a.b', '.a', 'a.', '@', 'a:b', 'a/b'])('are about the name %s, which older releases leave out', (name) => {
    expect(codes(name, true)).toEqual([['MCP321', name]]);
    expect(codes(name)).toEqual([['MCP320', name], ['MCP321', name]]);
  });
});

describe('references that Codex has no key for', () => {
  const of = (transport: ServerPolicy['transport']) => refusals({ ...bare, ...(transport === undefined ? {} : { transport }) }).map(({ why, fix }) => [why, fix]);
  const write = 'Write the value out, or let the server read the variable itself (env).';

  it.each<[string, ServerPolicy['transport'], readonly (readonly string[])[]]>([
    ['none without a transport', undefined, []],
    ['none among literals', { ...stdio, args: [['x'], []], cwd: ['/'], env: [{ name: 'A', value: ['a'] }, { name: 'B', value: [] }] }, []],
    ['not a variable under its own name', { ...stdio, env: [{ name: 'A', value: [{ env: 'A' }] }] }, []],
    ['not a whole header', { ...remote, headers: [{ name: 'X-A', value: [{ env: 'A' }] }, { name: 'X-B', value: ['b'] }, { name: 'X-C', value: [] }] }, []],
    ['a program', { ...stdio, command: [{ env: 'A' }] }, [['Codex does not expand references in command', write]]],
    ['arguments', { ...stdio, args: [['x'], ['-', { env: 'A' }]] }, [['Codex does not expand references in argument 2', write]]],
    ['a folder', { ...stdio, cwd: [{ env: 'A' }] }, [['Codex does not expand references in cwd', write]]],
    ['an address', { ...remote, url: ['https://', { env: 'A' }] }, [['Codex does not expand references in url', write]]],
    ['a variable under another name', { ...stdio, env: [{ name: 'A', value: [{ env: 'B' }] }] }, [['Codex passes environment variables on under their own name only, and "A" refers to another one', 'Write A = "${env:A}" and set that variable for Codex.']]],
    ['a variable inside text', { ...stdio, env: [{ name: 'A', value: ['x', { env: 'A' }] }] }, [['Codex does not expand references inside the value of "A"', 'Write A = "${env:A}" and set that variable for Codex.']]],
    ['a header inside text', { ...remote, headers: [{ name: 'X-A', value: ['x', { env: 'A' }] }] }, [['Codex takes a header from a variable as a whole, and header "X-A" holds a reference inside other text', 'Let the variable hold the whole value of the header.']]],
    ['a login inside text', { ...remote, headers: [{ name: 'AUTHORIZATION', value: ['Basic ', { env: 'A' }] }] }, [['Codex takes a header from a variable as a whole, and header "AUTHORIZATION" holds a reference inside other text', 'Write exactly "Bearer ${env:NAME}".']]],
  ])('%s', (_what, transport, expected) => {
    expect(of(transport)).toEqual(expected);
  });

  it('are refused under the code of references, with the server', () => {
    const asked = [{ ...stdio, command: [{ env: 'A' }], env: [{ name: 'A', value: [{ env: 'B' }] }] }, { ...remote, headers: [{ name: 'X-A', value: ['x', { env: 'A' }] }] }];
    for (const transport of asked) for (const { code, server } of refusals({ ...bare, transport })) expect([code, server]).toEqual(['MCP303', 'docs']);
  });
});

describe('keys of Codex that a declared transport owns', () => {
  it('are all that the projection of a transport writes, and more', () => {
    const full = [
      { ...stdio, args: [['x']], cwd: ['/'], env: [{ name: 'A', value: ['a'] }, { name: 'B', value: [{ env: 'B' }] }] },
      { ...remote, bearerTokenEnv: 'A', headers: [{ name: 'X-A', value: ['a'] }, { name: 'X-B', value: [{ env: 'B' }] }], oauth: { clientId: 'a', scopes: ['a'] } },
    ];
    const written = new Set(full.flatMap((transport) => project({ ...bare, transport })).map(({ path }) => path[2] ?? ''));
    expect([...written].sort()).toEqual(['args', 'bearer_token_env_var', 'command', 'cwd', 'env', 'env_http_headers', 'env_vars', 'http_headers', 'oauth', 'scopes', 'url']);
    expect([...written].filter((key) => !codex.transportKeys?.includes(key))).toEqual([]);
    expect(codex.endpointKeys).toEqual(['command', 'args', 'cwd', 'url']);
  });
});
