import { describe, expect, it } from 'vitest';
import { saidAbout, type Said, type Written } from './changed-files.js';

const written: Written = {
  driver: 'claude-code',
  servers: { files: { command: 'files-mcp', tools: { read: 'approve', write: 'prompt' }, disabledTools: ['gone'] }, docs: { command: 'docs-mcp', requiresApproval: true } },
  target: { file: 'settings.json', serversFile: '.mcp.json' },
};
const pairs = ['files/read', 'files/write', 'files/gone', 'files/other', 'docs/any'];
const held = { 'files/read': 'runs unasked', 'files/write': 'asks', 'files/gone': 'cannot be called', 'files/other': 'client decides', 'docs/any': 'asks' };

interface Settings {
  [key: string]: unknown;
  permissions: { [key: string]: unknown; allow: unknown[]; ask: unknown[]; deny: unknown };
}

const changed = async (change: (settings: Settings) => void): Promise<Said> => saidAbout(written, (files) => {
  const settings = JSON.parse(files['settings.json'] ?? '') as Settings;
  change(settings);
  return { 'settings.json': JSON.stringify(settings) };
}, pairs);
const added = async (list: 'allow' | 'ask' | 'deny', rule: unknown) => changed(({ permissions }) => { (permissions[list] as unknown[]).push(rule); });
const summary = ({ exit, errors, happens }: Said) => ({ exit, codes: errors.map((error) => error.slice(0, 6)), happens });

it('says nothing about what it wrote', async () => {
  expect(await changed(() => undefined)).toEqual({ exit: 0, errors: [], notes: [], happens: held });
});

/** Deny is tried first, then ask, then allow, whatever is more specific; each of these was seen on 2.1.332. */
describe('a rule that is wider than one tool is found, and so is what it does', () => {
  const all = (happens: string): object => Object.fromEntries(Object.keys(held).map((pair) => [pair, pair === 'files/gone' ? 'cannot be called' : happens]));
  it.each<['allow' | 'ask' | 'deny', string, object]>([
    ['allow', 'mcp__files', { ...held, 'files/other': 'runs unasked' }],
    ['allow', 'mcp__files__*', { ...held, 'files/other': 'runs unasked' }],
    ['allow', 'mcp__files__o*', { ...held, 'files/other': 'runs unasked' }],
    ['ask', 'mcp__files', { ...held, 'files/read': 'asks', 'files/other': 'asks' }],
    ['ask', 'mcp__files__r*', { ...held, 'files/read': 'asks' }],
    ['ask', 'mcp__*', all('asks')],
    ['ask', '*', all('asks')],
    ['deny', 'mcp__*', all('cannot be called')],
    ['deny', '*', all('cannot be called')],
  ])('%s %s', async (list, rule, happens) => {
    expect(summary(await added(list, rule))).toEqual({ exit: 1, codes: ['MCP406'], happens });
  });
});

describe('a rule that reaches no tool of a server is none', () => {
  it.each<['allow' | 'deny', string]>([['allow', '*'], ['allow', 'mcp*'], ['allow', 'm*'], ['deny', 'mcp*'], ['allow', 'Bash(ls:*)']])('%s %s', async (list, rule) => {
    expect(await added(list, rule)).toEqual({ exit: 0, errors: [], notes: [], happens: held });
  });

  it.each(['mcp__files__write(*)', 'mcp__*__write', 'mcp__*', 'mcp__third__*'])('allow %s is reported', async (rule) => {
    expect(summary(await added('allow', rule))).toMatchObject({ exit: 1, happens: held });
  });
});

describe('settings beside the rules', () => {
  const unknown = { ...held, 'files/write': 'unknown', 'docs/any': 'unknown' };
  const cases: readonly (readonly [string, (settings: Settings) => void, string, object])[] = [
    ['bypass mode', ({ permissions }) => Object.assign(permissions, { defaultMode: 'bypassPermissions' }), 'MCP412', { ...held, 'files/other': 'runs unasked' }],
    ['auto mode', ({ permissions }) => Object.assign(permissions, { defaultMode: 'auto' }), 'MCP413', unknown],
    ['a PermissionRequest hook', (settings) => Object.assign(settings, { hooks: { PermissionRequest: [] } }), 'MCP413', unknown],
    ['a PreToolUse hook', (settings) => Object.assign(settings, { hooks: { PreToolUse: [] } }), 'MCP413', unknown],
    ['a plugin', (settings) => Object.assign(settings, { enabledPlugins: { 'x@y': true } }), 'MCP414', held],
  ];
  it.each(cases)('%s', async (_what, change, code, happens) => {
    expect(summary(await changed(change))).toEqual({ exit: 1, codes: [code], happens });
  });

  it('a plugin that is switched off brings nothing', async () => {
    expect(await changed((settings) => Object.assign(settings, { enabledPlugins: { 'x@y': false } }))).toEqual({ exit: 0, errors: [], notes: [], happens: held });
  });
});

it('deny of another kind makes the client drop the file', async () => {
  const { exit, errors, happens } = await changed(({ permissions }) => { permissions.deny = 'mcp__files__gone'; });
  expect({ exit, happens: new Set(Object.values(happens)) }).toEqual({ exit: 1, happens: new Set(['unknown']) });
  expect(errors.map((error) => error.slice(0, 6))).toContain('MCP409');
});
