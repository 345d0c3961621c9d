import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../../src/drivers/codex/launch.js';
import { locateProgram, shimTarget } from '../../src/launch/locate.js';
import { programName, splitCommand } from '../../src/launch/program-words.js';

let root = '';
beforeEach(() => { root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-locate-'))); });
afterEach(() => { rmSync(root, { recursive: true, force: true }); });

function program(name: string, mode = 0o755, text = '#!/bin/sh\n'): string {
  const file = join(root, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const find = (word: string, platform = 'linux', env: Record<string, string> = { PATH: `${join(root, 'a')}:${join(root, 'b')}` }) => locateProgram(word, { cwd: root, env, platform, node: '/usr/bin/node' });

describe.skipIf(process.platform === 'win32')('a program on the path', () => {
  it('is the first one that can be executed', async () => {
    program('a/codex', 0o644);
    const second = program('b/codex');
    expect(await find('codex')).toMatchObject({ kind: 'found', file: second, words: [] });
  });

  it('is found by its own path without the search path', async () => {
    const own = program('bin/codex');
    expect(await find('./bin/codex')).toMatchObject({ kind: 'found', file: own });
    expect(await find(own)).toMatchObject({ kind: 'found', file: own });
  });

  it('is known by the file behind its links', async () => {
    const target = program('store/codex-1.2.3');
    mkdirSync(join(root, 'a'), { recursive: true });
    symlinkSync(target, join(root, 'a', 'codex'));
    expect(await find('codex')).toMatchObject({ kind: 'found', file: join(root, 'a', 'codex'), identity: target });
  });

  it('is missing, or unusable, and these are two answers', async () => {
    expect(await find('codex')).toMatchObject({ kind: 'missing' });
    program('a/codex', 0o644);
    expect(process.getuid?.() === 0 ? 'unusable' : (await find('codex')).kind).toBe('unusable');
    mkdirSync(join(root, 'b', 'claude'), { recursive: true });
    expect(await find('claude')).toMatchObject({ kind: 'unusable', why: expect.stringContaining('folder') as string });
  });

  it('is not looked for in the working folder, also not by an empty entry of the path', async () => {
    program('codex');
    expect(await find('codex', 'linux', { PATH: '::' })).toMatchObject({ kind: 'missing' });
  });
});

describe('a program on Windows', () => {
  const shim = '@ECHO off\r\nGOTO start\r\n:find_dp0\r\nSET dp0=%~dp0\r\nEXIT /b\r\n:start\r\nSETLOCAL\r\nCALL :find_dp0\r\n\r\nIF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n) ELSE (\r\n  SET "_prog=node"\r\n)\r\n\r\nendLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@openai\\codex\\bin\\codex.js" %*\r\n';

  it('is the script behind a shim of npm, run by this Node and no shell', async () => {
    program('a/codex.cmd', 0o644, shim);
    expect(await find('codex', 'win32', { Path: join(root, 'a') })).toMatchObject({ kind: 'found', file: '/usr/bin/node', words: [join(root, 'a', 'node_modules', '@openai', 'codex', 'bin', 'codex.js')] });
  });

  it('is refused where a batch file is none of npm\'s', async () => {
    program('a/codex.cmd', 0o644, '@call something-else %*\r\n');
    expect(await find('codex', 'win32', { PATH: join(root, 'a') })).toMatchObject({ kind: 'unusable' });
  });

  it('is an .exe before a .cmd, by PATHEXT', async () => {
    const exe = program('a/codex.exe', 0o644, 'MZ');
    program('a/codex.cmd', 0o644, shim);
    expect(await find('codex', 'win32', { PATH: join(root, 'a'), PATHEXT: '.EXE;.CMD' })).toMatchObject({ kind: 'found', file: exe, words: [] });
  });

  it.each([
    ['"%_prog%"  "%dp0%\\x\\y.js" %*', 'x/y.js'],
    ['node "%~dp0\\x.mjs" %*', 'x.mjs'],
    ['"%dp0%\\x.exe" %*', undefined],
    ['"%dp0%\\x.js" %1', undefined],
    ['', undefined],
  ])('%j leads to %s', (text, script) => {
    expect(shimTarget(text, '/f')).toBe(script === undefined ? undefined : join('/f', script));
  });
});

describe('where the arguments of a client begin', () => {
  const split = (...command: readonly string[]) => splitCommand(command, launch);

  it.each([
    [['codex', 'exec'], 1],
    [['/opt/bin/codex', 'exec'], 1],
    [['C:\\x\\codex.cmd', 'exec'], 1],
    [['node', '/x/codex.js', 'exec'], 2],
    [['/usr/bin/node', 'bin/codex.js'], 2],
    [['npx', '@openai/codex', 'exec'], 2],
    [['npx', '-y', '@openai/codex@0.171.0', 'exec'], 3],
    [['bunx', '@openai/codex'], 2],
  ])('%j: behind word %s', (command, length) => {
    expect(split(...command)).toEqual({ ok: true, program: command.slice(0, length), args: command.slice(length) });
  });

  it.each([[[]], [['claude', 'exec']], [['bash', '-c', 'codex exec']], [['node', 'other.js']], [['npx', 'codex-something']], [['npx', '--package=x', '@openai/codex']], [['env', 'A=1', 'codex']], [['codex exec']]])('%j cannot be told', (command) => {
    expect(split(...command)).toMatchObject({ ok: false });
  });

  it('can be said', () => {
    expect(splitCommand(['sudo', '-u', 'me', 'codex', 'exec'], launch, 4)).toEqual({ ok: true, program: ['sudo', '-u', 'me', 'codex'], args: ['exec'] });
    expect(splitCommand(['codex'], launch, 2)).toMatchObject({ ok: false });
  });

  it('names of programs have no folder and no extension', () => {
    expect(['/a/b/codex', 'C:\\a\\Codex.EXE', 'codex.js', 'codex.cmd', 'my.codex'].map(programName)).toEqual(['codex', 'codex', 'codex', 'codex', 'my.codex']);
  });
});
