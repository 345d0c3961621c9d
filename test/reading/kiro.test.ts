import { describe, expect, it } from 'vitest';
import { saidAbout, type Said, type Written } from './changed-files.js';

const written: Written = { driver: 'kiro', servers: { files: { command: 'files-mcp', tools: { read: 'approve' } } }, target: { file: 'agent.json' } };
const pairs = ['files/read', 'files/other'];
const held = { 'files/read': 'runs unasked', 'files/other': 'client decides' };

const merged = async (more: object): Promise<Said> => saidAbout(written, (files) => ({ 'agent.json': JSON.stringify({ ...(JSON.parse(files['agent.json'] ?? '') as object), ...more }) }), pairs);

describe('a file that the client rejects is no file that holds', () => {
  it.each<[string, object]>([
    ['an unknown key', { foo: 1 }],
    ['a key in another spelling', { allowed_tools: [] }],
    ['an inherited name', { toString: 1 }],
    ['a name that is no text', { name: 1 }],
    ['a flag that is no flag', { useLegacyMcpJson: 'yes' }],
    ['hooks that are no table', { hooks: [] }],
    ['a server that is no table', { mcpServers: { files: { command: 'files-mcp' }, x: 'y' } }],
  ])('%s', async (_what, more) => {
    expect(await merged(more)).toMatchObject({ exit: 1, errors: ['MCP409 agent.json:1'], happens: { 'files/read': 'unknown', 'files/other': 'unknown' } });
  });

  it('with tools that are no texts', async () => {
    const said = await merged({ tools: ['@files', 1] });
    expect(said).toMatchObject({ exit: 1, happens: { 'files/read': 'unknown' } });
  });
});

it('keys of either client are fine', async () => {
  expect(await merged({ name: 'x', description: null, prompt: 'p', model: 'm', toolAliases: {}, resources: [], hooks: {}, toolsSettings: {}, includeMcpJson: true, $schema: 's' })).toEqual({ exit: 0, errors: [], notes: [], happens: held });
});

it.each(['@builtin*', '@builtin/*', '@builtins', '*', '@files', '@fil*', 'fs_*'])('%s is wider than one tool', async (pattern) => {
  expect(await merged({ allowedTools: ['@files/read', pattern] })).toMatchObject({ exit: 1, errors: ['MCP406 agent.json:1'] });
});

it.each(['@builtin', '@builtin/fs_read', 'fs_read'])('%s is the client\'s own', async (pattern) => {
  expect(await merged({ allowedTools: ['@files/read', pattern] })).toEqual({ exit: 0, errors: [], notes: [], happens: held });
});
