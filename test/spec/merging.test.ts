import { describe, expect, it } from 'vitest';
import type { NeutralSpec, ServerSpec, StdioTransport, ToolSpec } from '../../src/model.js';
import { normalize } from '../../src/spec/normalize.js';

const stdio: StdioTransport = { type: 'stdio', command: ['x'], args: [], env: [] };
const specOf = (file: string, ...servers: readonly Partial<ServerSpec>[]): NeutralSpec => ({ file, servers: servers.map((server) => ({ name: 'docs', file, key: `${file}-key`, tools: [], ...server })), targets: [] });
const approve = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({ name, approvalMode: 'approve', ...more });
const prompt = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({ name, approvalMode: 'prompt', ...more });

function faultsOf(...specs: readonly NeutralSpec[]) {
  const outcome = normalize(specs);
  return outcome.ok ? outcome.notes : outcome.faults;
}

function serverOf(...specs: readonly NeutralSpec[]) {
  const outcome = normalize(specs);
  if (!outcome.ok) throw new Error(outcome.faults.map(({ message }) => message).join('\n'));
  return outcome.value.servers[0];
}

const key = (file: string, ...path: readonly (string | number)[]) => ({ file, path: ['mcpServers', `${file}-key`, ...path], part: 'key' });

describe('one server in several specs', () => {
  it('is what all of them say', () => {
    const parts = [{ transport: stdio }, { enabled: false }, { required: true }, { reuseKey: 'k' }, { requiresApproval: false }, { enabledTools: ['a'] }, { disabledTools: ['b'] }];
    expect(serverOf(...parts.map((part, index) => specOf(String(index), part)))).toStrictEqual({ name: 'docs', transport: stdio, enabled: false, required: true, reuseKey: 'k', requiresApproval: false, enabledTools: ['a'], disabledTools: ['b'], tools: [] });
    expect(serverOf(specOf('a', {}))).toStrictEqual({ name: 'docs', enabled: true, required: false, disabledTools: [], tools: [] });
  });

  it.each<[keyof ServerSpec, unknown, unknown]>([
    ['transport', stdio, { ...stdio, args: [['y']] }],
    ['enabled', true, false],
    ['required', true, false],
    ['reuseKey', 'a', 'b'],
    ['requiresApproval', true, false],
    ['enabledTools', ['a'], ['b']],
    ['disabledTools', [], ['b']],
  ])('cannot say %s twice in two ways', (field, one, other) => {
    const [first, same, second] = [specOf('a', { [field]: one }), specOf('b', { [field]: one }), specOf('c', { [field]: other })];
    expect(faultsOf(first, same)).toEqual([]);
    expect(faultsOf(first, specOf('b', {}), second)).toStrictEqual([
      { code: 'MCP207', message: `${field} of server "docs" is declared twice with different values`, subject: { server: 'docs' }, at: key('c'), related: [{ message: 'first declared here', at: key('a') }] },
    ]);
  });

  it('has each tool once, sorted, without its place in the file', () => {
    const tools = [prompt('c'), approve('b', { key: 0 }), approve('a', { key: ' a' })];
    const sorted = [{ name: 'a', approvalMode: 'approve' }, { name: 'b', approvalMode: 'approve' }, { name: 'c', approvalMode: 'prompt' }];
    expect(serverOf(specOf('a', { tools }))?.tools).toStrictEqual(sorted);
    expect(serverOf(specOf('a', { tools: tools.toReversed() }))?.tools).toStrictEqual(sorted);
    expect(serverOf(specOf('a', { tools: [...tools, ...tools] }))?.tools).toStrictEqual(sorted);
    expect(serverOf(specOf('a', { tools: tools.slice(1) }), specOf('b', { tools }))?.tools).toStrictEqual(sorted);
  });

  it('cannot give a tool two modes, in one file or in two', () => {
    const fault = (at: object, first: object, server = 'docs') => ({ code: 'MCP207', message: `tool "t" of server "${server}" is declared "approve" and "prompt"`, subject: { server, tool: 't' }, at, related: [{ message: 'declared "approve" here', at: first }] });
    expect(faultsOf(specOf('a', { tools: [approve('t', { key: 'T' })] }), specOf('b', { tools: [approve('t'), prompt('u')] }), specOf('c', { tools: [prompt('t')] }))).toStrictEqual([fault(key('c', 'tools', 't'), key('a', 'tools', 'T'))]);
    expect(faultsOf(specOf('a', { tools: [approve('t', { key: 0 }), prompt('t', { key: 1 })] }))).toStrictEqual([fault({ ...key('a', 'tools', 1), part: 'value' }, { ...key('a', 'tools', 0), part: 'value' })]);
  });

  it('is one of several, sorted by name', () => {
    const policy = normalize([specOf('a', { name: 'b' }, { name: 'a' }), specOf('b', { name: 'C' }, { name: 'b' })]);
    expect(policy.ok ? policy.value.servers.map(({ name }) => name) : policy.faults).toEqual(['C', 'a', 'b']);
  });
});

describe('targets', () => {
  const targets = (file: string, ...drivers: readonly string[]): NeutralSpec => ({ file, servers: [], targets: drivers.map((driver) => ({ driver, spec: file, file: 'x' })) });

  it('are sorted by driver, and each declared in one spec', () => {
    const policy = normalize([targets('a', 'zed', 'codex'), targets('b', 'kiro')]);
    expect(policy.ok ? policy.value.targets : policy.faults).toEqual([['codex', 'a'], ['kiro', 'b'], ['zed', 'a']].map(([driver, spec]) => ({ driver, spec, file: 'x' })));
    const place = (file: string) => ({ file, path: ['targets', 'zed'], part: 'key' });
    expect(faultsOf(targets('a', 'zed'), targets('b', 'zed'))).toStrictEqual([
      { code: 'MCP207', message: 'target "zed" is declared in two specs', subject: { driver: 'zed' }, at: place('b'), related: [{ message: 'first declared here', at: place('a') }] },
    ]);
  });
});

describe('modes that can never act', () => {
  const dead = (why: string, at: object, tool = 't') => ({ code: 'MCP211', message: `tool "${tool}" of server "docs" has an approval mode, and ${why}`, subject: { server: 'docs', tool }, at });

  it.each<[Partial<ServerSpec>, string]>([
    [{ enabled: false }, 'the server is switched off (enabled = false)'],
    [{ enabled: false, disabledTools: ['t'] }, 'the server is switched off (enabled = false)'],
    [{ disabledTools: ['s', 't'] }, 'the tool is in disabledTools'],
    [{ enabledTools: [] }, 'the tool is missing from enabledTools'],
    [{ enabledTools: ['s'] }, 'the tool is missing from enabledTools'],
  ])('%j', (fields, why) => {
    expect(faultsOf(specOf('a', { ...fields, tools: [prompt('t')] }))).toStrictEqual([dead(why, key('a', 'tools', 't'))]);
  });

  it('are not those of other tools', () => {
    expect(faultsOf(specOf('a', { enabledTools: ['t'], disabledTools: ['s'], tools: [approve('t')] }))).toEqual([]);
    expect(faultsOf(specOf('a', { enabled: false, enabledTools: ['t'], disabledTools: ['s'] }))).toEqual([]);
  });

  it('are reported where they stand', () => {
    expect(faultsOf(specOf('a', { enabled: false, tools: [prompt('s')] }), specOf('b', { tools: [prompt('r'), approve('t', { key: 1 })] }))).toStrictEqual([
      dead('the server is switched off (enabled = false)', key('b', 'tools', 'r'), 'r'),
      dead('the server is switched off (enabled = false)', key('a', 'tools', 's'), 's'),
      dead('the server is switched off (enabled = false)', key('b', 'tools', 1), 't'),
    ]);
  });

  it('include tools that are both enabled and disabled', () => {
    expect(faultsOf(specOf('a', { enabledTools: ['s', 't'] }), specOf('b', { disabledTools: ['r', 't'] }))).toStrictEqual([
      { code: 'MCP211', message: 'tool "t" of server "docs" is both in enabledTools and in disabledTools', fix: 'Remove it from one of the two.', subject: { server: 'docs', tool: 't' }, at: key('b', 'disabledTools') },
    ]);
  });
});

describe('names that look the same', () => {
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  const twin = (what: string, spelled: string, subject: object, at: object, first: object) => ({ code: 'MCP208', message: `two ${what} look the same and differ in bytes: ${spelled}`, subject, at, related: [{ message: 'the other spelling', at: first }] });

  it('are refused among servers', () => {
    expect(faultsOf(specOf('a', { name: composed }), specOf('b', { name: composed }), specOf('c', { name: decomposed }))).toStrictEqual([
      twin('servers', `"${decomposed}" (U+00E9 and U+0301)`, { server: decomposed }, key('c'), key('a')),
    ]);
  });

  it('are refused among tools of one server, in whichever files they stand', () => {
    const subject = { server: 'docs', tool: decomposed };
    expect(faultsOf(specOf('a', { tools: [approve('a'), approve(composed)] }), specOf('b', { tools: [approve('b'), approve(decomposed, { key: 1 })] }))).toStrictEqual([
      twin('tools', `"${decomposed}" (U+00E9 and U+0301)`, subject, key('b', 'tools', 1), key('a', 'tools', composed)),
    ]);
  });

  it('are told by every character that is not ASCII', () => {
    expect(faultsOf(specOf('a', { tools: [approve('\u00e9\u00e9'), approve('e\u0301\u00e9')] }))).toMatchObject([{ message: expect.stringContaining('(U+00E9 U+00E9 and U+0301 U+00E9)') as string }]);
    expect(faultsOf(specOf('a', { tools: [approve('K\u00e9'), approve('\u212a\u00e9')] }))).toMatchObject([{ message: expect.stringContaining('(U+00E9 and U+212A U+00E9)') as string }]);
  });

  it('may be ASCII on one side, wherever it stands', () => {
    expect(faultsOf(specOf('a', { tools: [approve('K')] }), specOf('b', { tools: [approve('\u212a')] }))).toStrictEqual([
      twin('tools', '"\u212a" (plain letters and U+212A)', { server: 'docs', tool: '\u212a' }, key('b', 'tools', '\u212a'), key('a', 'tools', 'K')),
    ]);
    expect(faultsOf(specOf('a', { tools: [approve('\u212a'), approve('K'), approve('k')] }))).toStrictEqual([
      twin('tools', '"K" (U+212A and plain letters)', { server: 'docs', tool: 'K' }, key('a', 'tools', 'K'), key('a', 'tools', '\u212a')),
    ]);
    expect(faultsOf(specOf('a', { name: 'K' }), specOf('b', { name: '\u212a' }))).toStrictEqual([
      twin('servers', '"\u212a" (plain letters and U+212A)', { server: '\u212a' }, key('b'), key('a')),
    ]);
  });

  it('are nobody\'s business on two servers, and one name is no twin of itself', () => {
    expect(faultsOf(specOf('a', { tools: [approve(composed)] }, { name: 'forge', tools: [approve(decomposed)] }))).toEqual([]);
    expect(faultsOf(specOf('a', { tools: [approve(composed)] }), specOf('b', { tools: [approve(composed), approve('\u00e8')] }))).toEqual([]);
  });
});
