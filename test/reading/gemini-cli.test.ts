import { describe, expect, it } from 'vitest';
import { inWorkspace } from '../apply/workspace.js';
import { saidAbout, type Said, type Written } from './changed-files.js';

const written: Written = {
  driver: 'gemini-cli',
  servers: { files: { command: 'files-mcp', tools: { read: 'approve', write: 'prompt' } }, docs: { command: 'docs-mcp', requiresApproval: true } },
  target: { file: '.gemini/policies/p.toml', serversFile: '.gemini/settings.json' },
};
const file = '.gemini/policies/p.toml';
const pairs = ['files/read', 'files/write', 'files/other', 'docs/any'];

/** What is said when something stands above the rules that mcpolicy wrote. */
const above = async (text: string): Promise<Said> => saidAbout(written, (files) => ({ [file]: `${text}\n${files[file] ?? ''}` }), pairs);
const rule = (keys: string, decision = 'allow', priority = '999') => `[[rule]]\n${keys}\ndecision = "${decision}"\npriority = ${priority}\n`;
const held = { 'files/read': 'runs unasked', 'files/write': 'asks', 'files/other': 'client decides', 'docs/any': 'asks' };

/** Each was loaded by the client's own loader and put to its own engine (0.61.0): it runs a tool that must ask. */
describe('a rule that may run a tool which must ask is found', () => {
  const onWrite = 'mcpName = "files"\ntoolName = "write"\n';

  it.each<[string, string]>([
    ['modes', `${onWrite}modes = ["default"]`],
    ['argsPattern', `${onWrite}argsPattern = "a"`],
    ['an empty argsPattern', `${onWrite}argsPattern = ""`],
    ['interactive', `${onWrite}interactive = true`],
    ['subagent', `${onWrite}subagent = "x"`],
    ['commandPrefix', `${onWrite}commandPrefix = "git"`],
    ['a key that the client does not know', `${onWrite}foo = 1`],
    ['denyMessage', `${onWrite}denyMessage = "no"`],
    ['annotations', `${onWrite}toolAnnotations = { readOnlyHint = true }`],
  ])('with %s, on a tool that is named', async (_what, keys) => {
    expect(await above(rule(keys))).toMatchObject({ exit: 1, errors: [`MCP408 ${file}:1`], happens: { ...held, 'files/write': 'unknown' } });
  });

  it('with a condition, on a tool that is not named', async () => {
    expect(await above(rule('mcpName = "docs"\ntoolName = "any"\nmodes = ["default"]'))).toMatchObject({ exit: 1, errors: [`MCP408 ${file}:1`], happens: { ...held, 'docs/any': 'unknown' } });
    expect(await above(rule('mcpName = "files"\ntoolName = "other"\nmodes = ["default"]'))).toMatchObject({ exit: 1, errors: [`MCP408 ${file}:1`], happens: { ...held, 'files/other': 'unknown' } });
    expect(await above(rule('mcpName = "third"\ntoolName = "any"\nmodes = ["default"]'))).toMatchObject({ exit: 1, errors: [`MCP408 ${file}:1`], happens: held });
  });

  const open = { 'files/read': 'runs unasked', 'files/write': 'runs unasked', 'files/other': 'runs unasked', 'docs/any': 'runs unasked' };
  it.each<[string, string, object]>([
    ['every tool', 'toolName = "*"', open],
    ['a list with every tool', 'toolName = ["*"]', open],
    ['a list with every tool among others', 'toolName = ["run_shell_command", "*"]', open],
    ['every tool of servers', 'toolName = "mcp_*"', open],
    ['every tool of every server', 'mcpName = "*"\ntoolName = "*"', open],
    ['every tool of a server, by prefix', 'toolName = "mcp_files_*"', { ...open, 'docs/any': 'asks' }],
    ['every tool of a server', 'mcpName = "files"\ntoolName = "*"', { ...open, 'docs/any': 'asks' }],
    ['a list', 'mcpName = "files"\ntoolName = ["write", "other"]', { ...open, 'docs/any': 'asks' }],
    ['the joined name', 'toolName = "mcp_files_write"', { ...held, 'files/write': 'runs unasked' }],
    ['the joined name in a list', 'toolName = ["read_file", "mcp_files_write"]', { ...held, 'files/write': 'runs unasked' }],
    ['annotations', 'toolName = "*"\ntoolAnnotations = { readOnlyHint = true }', { 'files/read': 'runs unasked', 'files/write': 'unknown', 'files/other': 'unknown', 'docs/any': 'unknown' }],
    ['a pattern of the manual', 'toolName = "mcp_*_write"', { ...held, 'files/write': 'unknown', 'files/other': 'unknown', 'docs/any': 'unknown' }],
    ['one tool of every server', 'mcpName = "*"\ntoolName = "write"', { ...held, 'files/write': 'unknown', 'files/other': 'unknown', 'docs/any': 'unknown' }],
  ])('covering %s', async (_what, keys, happens) => {
    expect(await above(rule(keys))).toMatchObject({ exit: 1, errors: [`MCP406 ${file}:1`], happens });
  });

  it('under a name that has the prefix already', async () => {
    expect(await above(rule('mcpName = "files"\ntoolName = "mcp_files_write"'))).toMatchObject({ exit: 1, errors: [`MCP404 ${file}:1`, `MCP407 ${file}:1`], happens: { ...held, 'files/write': 'runs unasked' } });
  });

  it('is found where a rule that asks has conditions', async () => {
    const without = written.servers['docs'];
    const said = await saidAbout({ ...written, servers: { ...written.servers, docs: { ...without, tools: { drop: 'prompt' } } } }, (files) => ({ [file]: (files[file] ?? '').replaceAll('decision = "ask_user"\n', 'decision = "ask_user"\nmodes = ["default"]\n') }), ['files/write', 'docs/any']);
    expect(said).toMatchObject({ exit: 1, happens: { 'files/write': 'unknown', 'docs/any': 'unknown' } });
    expect(said.errors.map((error) => error.slice(0, 6))).toEqual(expect.arrayContaining(['MCP401', 'MCP403']));
  });
});

describe('a rule that cannot run a tool which must ask is a note at most', () => {
  it.each<[string, string, readonly string[]]>([
    ['a condition on a tool that is approved anyway', rule('mcpName = "files"\ntoolName = "read"\nmodes = ["plan"]'), [`MCP417 ${file}:1`]],
    ['a lower priority than the rule that asks', rule('mcpName = "files"\ntoolName = "write"\nmodes = ["default"]', 'allow', '998'), [`MCP417 ${file}:1`]],
    ['a tool of the client', rule('toolName = "read_file"'), []],
    ['tools of the client, under conditions', rule('toolName = ["read_file", "glob"]\nmodes = ["default"]'), []],
    ['a command', rule('toolName = "run_shell_command"\ncommandPrefix = ["git status"]'), []],
    ['a key beside the rules', '[other]\nx = 1', []],
    ['a checker', '[[safety_checker]]\ntoolName = "*"\n[safety_checker.checker]\ntype = "in-process"\nname = "allowed-path"', []],
  ])('%s', async (_what, text, notes) => {
    expect(await above(text)).toEqual({ exit: 0, errors: [], notes, happens: held });
  });
});

/** Each was seen to leave no rule, or to stop the engine (0.61.0). */
describe('a file that the client drops is no file that holds', () => {
  const unknown = { 'files/read': 'unknown', 'files/write': 'unknown', 'files/other': 'unknown', 'docs/any': 'unknown' };
  const x = 'mcpName = "third"\ntoolName = "x"\n';

  it.each<[string, string]>([
    ['no toolName', rule('mcpName = "files"')],
    ['annotations only', rule('toolAnnotations = { readOnlyHint = true }')],
    ['a list of servers', rule('mcpName = ["files"]\ntoolName = "x"')],
    ['an empty toolName', rule('toolName = ""')],
    ['an empty name in a list', rule('toolName = ["read_file", ""]')],
    ['an empty mcpName', rule('mcpName = ""\ntoolName = "read_file"')],
    ['an empty subagent', rule('subagent = ""\ntoolName = "read_file"')],
    ['a priority out of range', rule(x, 'deny', '5000')],
    ['a priority below zero', rule(x, 'deny', '-1')],
    ['a priority between numbers', rule(x, 'deny', '1.5')],
    ['a priority that is no number', rule(x, 'deny', '"1"')],
    ['no priority', `[[rule]]\n${x}decision = "deny"`],
    ['an unknown decision', rule(x, 'ask')],
    ['an unknown mode', rule(`${x}modes = ["nope"]`, 'deny')],
    ['a mode by its option', rule(`${x}modes = ["auto_edit"]`, 'deny')],
    ['interactive that is no flag', rule(`${x}interactive = "yes"`, 'deny')],
    ['annotations that are no table', rule(`${x}toolAnnotations = [1]`, 'deny')],
    ['a checker without a checker', '[[safety_checker]]\ntoolName = "x"'],
    ['a checker of an unknown name', '[[safety_checker]]\ntoolName = "x"\n[safety_checker.checker]\ntype = "in-process"\nname = "zz"'],
    ['a checker that is no list', '[safety_checker]\ntoolName = "x"'],
    ['a list of values of different types', '[other]\nx = [1, "a"]'],
    ['the same in a tool of the client', rule('toolName = "read_file"', 'allow', '1000')],
  ])('%s', async (_what, text) => {
    const { exit, errors, happens } = await above(text);
    expect({ exit, happens }).toEqual({ exit: 1, happens: unknown });
    expect(errors.map((error) => error.slice(0, 6))).toContain('MCP409');
  });

  it('is neither imported nor edited', async () => {
    await inWorkspace({ 'p.toml': rule('mcpName = "files"'), 'mcpolicy.json': JSON.stringify({ version: 1, mcpServers: written.servers, targets: { 'gemini-cli': { file: 'p.toml' } } }) }, async ({ run, read }) => {
      expect(await run('import', 'gemini-cli', 'p.toml')).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringContaining('MCP409') as string });
      expect(await run('apply', '--yes')).toMatchObject({ exit: 1, stderr: expect.stringContaining('MCP409') as string });
      expect(read('p.toml')).toBe(rule('mcpName = "files"'));
    });
  });
});

it('trust beside a rule that asks is no answer', async () => {
  const settings = '.gemini/settings.json';
  const said = await saidAbout(written, (files) => ({ [settings]: (files[settings] ?? '').replaceAll('"trust": false', '"trust": true') }), pairs);
  expect(said).toMatchObject({ exit: 1, happens: { 'files/read': 'runs unasked', 'files/write': 'unknown', 'files/other': 'runs unasked', 'docs/any': 'unknown' } });
});

it('rules of the admin tier, which settings bring, are found', async () => {
  const settings = '.gemini/settings.json';
  const said = await saidAbout(written, (files) => ({ [settings]: (files[settings] ?? '').replace('{', '{"adminPolicyPaths": ["x.toml"],') }), pairs);
  expect(said).toMatchObject({ exit: 1, errors: [`MCP414 ${settings}:1`] });
});
