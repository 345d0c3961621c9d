import { describe, expect, it } from 'vitest';
import { saidAbout, type Said, type Written } from './changed-files.js';

const written: Written = { driver: 'zed', servers: { files: { command: 'files-mcp', tools: { read: 'approve', write: 'prompt' }, disabledTools: ['gone'] } }, target: { file: 'settings.json' } };
const pairs = ['files/read', 'files/write', 'files/gone', 'files/other'];
const held = { 'files/read': 'runs unasked', 'files/write': 'asks', 'files/gone': 'cannot be called', 'files/other': 'client decides' };

interface Settings {
  [key: string]: unknown;
  agent: { [key: string]: unknown; tool_permissions: { [key: string]: unknown; tools: Record<string, Record<string, unknown>> } };
}

const changed = async (change: (settings: Settings) => void): Promise<Said> => saidAbout(written, (files) => {
  const settings = JSON.parse(files['settings.json'] ?? '') as Settings;
  change(settings);
  return { 'settings.json': JSON.stringify(settings) };
}, pairs);
const codes = ({ errors }: Said) => errors.map((error) => error.slice(0, 6));
const everything = [{ pattern: '.*' }];

describe('patterns in the entry of a tool', () => {
  it.each<[string, string, string]>([['always_allow', 'write', 'MCP406'], ['always_allow', 'gone', 'MCP406'], ['always_allow', 'read', 'MCP406'], ['always_confirm', 'gone', 'MCP408'], ['always_deny', 'read', 'MCP408']])('%s on %s is found', async (list, tool, code) => {
    const said = await changed(({ agent }) => Object.assign(agent.tool_permissions.tools[`mcp:files:${tool}`] ?? {}, { [list]: everything }));
    expect({ exit: said.exit, codes: codes(said), happens: said.happens }).toEqual({ exit: 1, codes: [code], happens: { ...held, [`files/${tool}`]: 'unknown' } });
  });

  it.each(['files:other', 'third:any'])('on %s, which the policy does not name, are found', async (pair) => {
    const said = await changed(({ agent }) => Object.assign(agent.tool_permissions.tools, { [`mcp:${pair}`]: { always_allow: everything } }));
    expect({ exit: said.exit, codes: codes(said) }).toEqual({ exit: 1, codes: ['MCP406'] });
    expect(said.happens['files/other']).toBe(pair === 'files:other' ? 'unknown' : 'client decides');
  });

  it('that are empty, or of a built-in tool, are not', async () => {
    const said = await changed(({ agent }) => Object.assign(agent.tool_permissions.tools, { terminal: { always_allow: everything }, 'mcp:files:write': { default: 'confirm', always_allow: [] } }));
    expect(said).toEqual({ exit: 0, errors: [], notes: [], happens: held });
  });

  it('stop an import from looking whole', async () => {
    const said = await changed(({ agent }) => Object.assign(agent.tool_permissions.tools, { 'mcp:files:write': 'allow' }));
    expect(codes(said)).toEqual(['MCP401', 'MCP409']);
  });
});

describe('defaults of all tools', () => {
  it.each<[string, (settings: Settings) => void, string, string]>([
    ['allow', ({ agent }) => Object.assign(agent.tool_permissions, { default: 'allow' }), 'MCP406', 'runs unasked'],
    ['an unknown word', ({ agent }) => Object.assign(agent.tool_permissions, { default: 'ask' }), 'MCP409', 'client decides'],
    ['the switch of older releases', ({ agent }) => Object.assign(agent, { always_allow_tool_actions: true }), 'MCP406', 'runs unasked'],
  ])('%s', async (_what, change, code, other) => {
    const said = await changed(change);
    expect({ exit: said.exit, codes: codes(said), happens: said.happens }).toEqual({ exit: 1, codes: [code], happens: { ...held, 'files/other': other } });
  });
});

describe('blocks that override the file', () => {
  const open = { agent: { tool_permissions: { default: 'allow' } } };
  it.each<[string, object]>([
    ...['stable', 'preview', 'nightly', 'dev', 'linux', 'macos', 'windows'].map((name): [string, object] => [name, { [name]: open }]),
    ['a profile', { profiles: { work: open } }],
    ['a profile with settings', { profiles: { work: { settings: open } } }],
    ['a server', { preview: { context_servers: { files: { command: 'other' } } } }],
    ['the switch of older releases', { nightly: { agent: { always_allow_tool_actions: true } } }],
  ])('%s', async (_what, block) => {
    const said = await changed((settings) => Object.assign(settings, block));
    expect({ exit: said.exit, codes: codes(said), happens: new Set(Object.values(said.happens)) }).toEqual({ exit: 1, codes: ['MCP414'], happens: new Set(['unknown']) });
  });

  it('about other things say nothing', async () => {
    expect(await changed((settings) => Object.assign(settings, { preview: { theme: 'x' }, profiles: { work: { agent: { enabled: true } } } }))).toEqual({ exit: 0, errors: [], notes: [], happens: held });
  });
});
