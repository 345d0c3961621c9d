import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assertPortable, findCases, readCase, runCase, wantsUpdate, writeGolden } from './fixture-case.js';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-runner-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Writes a folder of files and returns its path. */
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    const path = join(scratch, name, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  return join(scratch, name);
}

const spec = 'version = 1\nrequiresApproval = true\n[mcpServers.docs]\ncommand = "docs"\n';
const caseToml = (args: readonly string[], more = '') => `about = "x"\nargs = ${JSON.stringify(args)}\nexit = 0\n${more}`;
const render = ['render', 'codex', '--spec', 'spec.toml'];

describe('a case', () => {
  it('takes absent goldens as empty streams', async () => {
    const given = readCase(folderOf('absent', { 'case.toml': caseToml(render), 'spec.toml': spec }));
    expect(given.golden).toEqual({ exit: 0, stdout: '', stderr: '', changed: new Map() });
    expect((await runCase(given)).stdout).toBe('[mcp_servers.docs]\ncommand = "docs"\ndefault_tools_approval_mode = "prompt"\n');
  });

  it('reports files that are new or different', async () => {
    const target = `${spec}tools = { search = "approve" }\n[targets.codex]\nfile = "out/config.toml"\n`;
    const given = readCase(folderOf('changed', { 'case.toml': caseToml(['apply', 'codex', '--yes', '--spec', 'spec.toml']), 'spec.toml': target, 'out/config.toml': '# mine\n', 'after/out/config.toml': 'x' }));
    expect([...given.inputs.keys()]).toEqual(['out/config.toml', 'spec.toml']);
    expect([...given.golden.changed.keys()]).toEqual(['out/config.toml']);
    const { changed } = await runCase(given);
    expect([...changed.keys()]).toEqual(['out/config.toml']);
    expect(changed.get('out/config.toml')?.toString()).toContain('# mine\n');
    expect(readFileSync(join(given.folder, 'out/config.toml'), 'utf8')).toBe('# mine\n');
  });

  it('runs where it says, with the input and environment that it gives', async () => {
    const args = ['render', 'codex', '--spec', '-', '--spec-format', 'toml'];
    const given = readCase(folderOf('where', { 'case.toml': caseToml(args, 'stdin = "input"\ncwd = "below"\nfolders = ["below", ".git/HEAD"]\nenv = { FORCE_COLOR = "1" }\n'), input: spec.replace('requiresApproval = true', '') }));
    const { stderr, exit } = await runCase(given);
    expect(exit).toBe(0);
    expect(stderr).toContain('\u001b[');
  });

  it('fails when the output holds the folder that it ran in', () => {
    const ended = { exit: 0, stdout: '', stderr: '' };
    expect(() => assertPortable({ ...ended, stderr: `${scratch}/spec.toml: error` }, scratch)).toThrow('absolute path');
    expect(() => assertPortable({ ...ended, stdout: `x = "${scratch}"` }, scratch)).toThrow('absolute path');
    expect(() => assertPortable({ ...ended, stdout: 'spec.toml' }, scratch)).not.toThrow();
  });

  it.each([
    ['an unknown key', `${caseToml(render)}argz = []\n`],
    ['no word about itself', 'args = []\nexit = 0\n'],
    ['no exit code', 'about = "x"\nargs = []\n'],
  ])('is refused with %s', (what, text) => {
    expect(() => readCase(folderOf(what, { 'case.toml': text }))).toThrow(/case\.toml/);
  });
});

describe('goldens', () => {
  it('are written as what happened, and removed when nothing did', async () => {
    const folder = folderOf('golden', { 'case.toml': caseToml(render).replace('exit = 0', 'exit = 4'), 'spec.toml': spec, stderr: 'old', 'after/old.txt': 'old' });
    writeGolden(folder, await runCase(readCase(folder)));
    const again = readCase(folder);
    expect(again.golden).toEqual(await runCase(again));
    expect(again.exit).toBe(0);
    expect(findCases(scratch).cases).toContain('golden');
  });

  it('are rewritten on demand, and never in CI', () => {
    expect(wantsUpdate({})).toBe(false);
    expect(wantsUpdate({ MCPOLICY_UPDATE: '0' })).toBe(false);
    expect(wantsUpdate({ MCPOLICY_UPDATE: '1', CI: '' })).toBe(true);
    expect(wantsUpdate({ CI: 'true' })).toBe(false);
    expect(() => wantsUpdate({ MCPOLICY_UPDATE: '1', CI: 'true' })).toThrow('refused in CI');
  });
});

describe('the search for cases', () => {
  it('finds them at any depth, and folders beside them that lack case.toml', () => {
    const root = folderOf('tree', { 'a/one/case.toml': '', 'a/two/spec.toml': '', 'a/README.md': '', 'b/c/three/case.toml': '', 'other/input.toml': '' });
    expect(findCases(root)).toEqual({ cases: ['a/one', 'b/c/three'], strays: ['a/two'] });
  });
});
