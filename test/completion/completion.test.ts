import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCodes } from '../../src/diagnostics.js';
import { driverIds } from '../../src/drivers/registry.js';
import { runMain } from '../run-main.js';

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
/** In CI every shell must be there: a test that is left out proves nothing. */
const without = (shell: string) => !has(shell) && (process.env['CI'] ?? '') === '';

let folder = '';
const scripts = new Map<string, string>();

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-completion-')));
  mkdirSync(join(folder, 'work'));
  for (const file of ['spec one.toml', 'other.toml']) writeFileSync(join(folder, 'work', file), '');
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { exit, stdout } = await runMain(['completion', shell], { cwd: folder });
    expect(exit).toBe(0);
    scripts.set(shell, stdout);
    writeFileSync(join(folder, shell), stdout);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What each shell offers at the end of a command line. */
const offers: Readonly<Record<string, (line: readonly string[]) => readonly string[]>> = {
  bash: (line) => run('bash', ['--norc', '-c', `. ../bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mcpolicy; printf '%s\\n' "\${COMPREPLY[@]}"`, 'bash', ...line]),
  zsh: (line) => run('zsh', ['-f', '-c', `compdef() { :; }; compadd() { shift; print -rl -- \${(M)@:#\${PREFIX}*}; }; _files() { print -rl -- *; }; _describe() { print -rl -- \${(M)\${commands%%:*}:#\${PREFIX}*}; }; . ../zsh; words=("$@"); CURRENT=$#; PREFIX=$words[-1]; _mcpolicy`, 'zsh', ...line]),
  fish: (line) => run('fish', ['--no-config', '-c', `source ../fish; complete -C '${line.join(' ')}'`]).map((offered) => offered.split('\t')[0] ?? ''),
};

function run(shell: string, args: readonly string[]): readonly string[] {
  return execFileSync(shell, args, { cwd: join(folder, 'work'), encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', HOME: folder } }).split('\n').filter((line) => line !== '');
}

describe.each(Object.keys(offers))('completion in %s', (shell) => {
  const offered = (...line: string[]) => offers[shell]!(['mcpolicy', ...line]);

  it.skipIf(without(shell))('offers commands, drivers, options, choices and codes', () => {
    expect(offered('re')).toContain('render');
    expect(offered('render', 'c')).toEqual(driverIds.filter((id) => id.startsWith('c')));
    expect(offered('check', '--fo')).toEqual(['--format']);
    expect(offered('check', '--format', 's')).toEqual(['sarif']);
    expect(offered('diff', '--fail-on', '')).toEqual(expect.arrayContaining(['loosened', 'any']) as string[]);
    expect(offered('fingerprint', '--driver', 'ze')).toEqual(['zed']);
    expect(offered('completion', 'b')).toEqual(['bash']);
  });

  it.skipIf(without(shell))('offers files, blanks in their names included', () => {
    expect(offered('check', '--spec', shell === 'fish' ? '' : 's').join('\n')).toMatch(/spec\\? one\.toml/);
    expect(offered('check', 'o').join('\n')).toContain('other.toml');
  });

  it.skipIf(without(shell))('is a script that the shell reads without a complaint', () => {
    expect(spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('the scripts', () => {
  it('know every command with every option, in each shell', async () => {
    const help = (await runMain(['--help'], { cwd: folder })).stdout;
    const names = [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name ?? '').filter((name) => name !== 'help');
    expect(names).toContain('completion');
    for (const [shell, script] of scripts) expect(names.filter((name) => !script.includes(name)), shell).toEqual([]);
    for (const name of names) {
      const options = [...(await runMain([name, '--help'], { cwd: folder })).stdout.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, option]) => option ?? '');
      for (const [shell, script] of scripts) expect(options.filter((option) => !script.includes(option)), `${shell} ${name}`).toEqual([]);
    }
  });

  it('hold words only, which no shell expands', () => {
    for (const word of [...driverIds, ...allCodes]) expect(word).toMatch(/^[\w-]+$/);
  });

  it('have balanced brackets and quotes in PowerShell', () => {
    const script = (scripts.get('powershell') ?? '').replace(/'[^']*'/g, '');
    for (const [open, close] of ['{}', '()', '[]'].map((pair) => [...pair])) expect(script.split(open ?? '').length).toBe(script.split(close ?? '').length);
    expect(script).not.toContain("'");
  });

  it('refuse an unknown shell', async () => {
    expect(await runMain(['completion', 'bsh'], { cwd: folder })).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('Did you mean "bash"') as string });
  });
});
