import { chmodSync, chownSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../src/native/file/replace.js';
import { hooked, systemError } from './faulty-file-system.js';
import { leftovers, scratchFolder } from './folder.js';

const isPosix = process.platform !== 'win32';
const isRoot = process.getuid?.() === 0;
const old = Buffer.from('model = "old"\n');
const next = Buffer.from('model = "new"\n');

function fileWith(content: Buffer, mode = 0o644): { readonly folder: string; readonly path: string } {
  const folder = scratchFolder();
  const path = join(folder, 'config.toml');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return { folder, path };
}

async function refusal(path: string, expected: Uint8Array | null): Promise<string> {
  const replaced = await replaceFile(path, expected, next);
  if (replaced.ok) throw new Error('not refused');
  expect(replaced.problem.fix).not.toBe('');
  return replaced.problem.kind;
}

describe('a file that is as it was read', () => {
  it.runIf(isPosix)('is replaced, with its mode', async () => {
    const { folder, path } = fileWith(old, 0o640);
    expect(await replaceFile(path, old, next)).toEqual({ ok: true, written: true });
    expect(readFileSync(path)).toEqual(next);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(leftovers(folder)).toEqual([]);
  });

  it('is left alone when it holds the new bytes already', async () => {
    const { path } = fileWith(next);
    utimesSync(path, 1_000_000, 1_000_000);
    const before = statSync(path);
    expect(await replaceFile(path, next, next)).toEqual({ ok: true, written: false });
    expect(await replaceFile(path, old, next)).toEqual({ ok: true, written: false });
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
    expect(statSync(path).ino).toBe(before.ino);
  });

  it('is made, for its owner only, where there was none', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'made', 'for', 'it', 'config.toml');
    expect(await replaceFile(path, null, next)).toEqual({ ok: true, written: true });
    expect(readFileSync(path)).toEqual(next);
    if (isPosix) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.runIf(isRoot)('keeps its owner and group', async () => {
    const { path } = fileWith(old);
    chownSync(path, 12_345, 23_456);
    expect((await replaceFile(path, old, next)).ok).toBe(true);
    expect(statSync(path)).toMatchObject({ uid: 12_345, gid: 23_456 });
  });

  it.runIf(isRoot)('is refused when its owner cannot be kept', async () => {
    const { folder, path } = fileWith(old);
    chownSync(path, 12_345, 23_456);
    const replaced = await replaceFile(path, old, next, hooked(({ name }) => { if (name === 'chown') throw systemError('EPERM'); }));
    expect(replaced).toMatchObject({ ok: false, problem: { kind: 'owner' } });
    expect(readFileSync(path)).toEqual(old);
    expect(leftovers(folder)).toEqual([]);
  });
});

describe('a file that is not as it was read', () => {
  it.each<[string, Buffer | null, Buffer | null]>([
    ['changed', Buffer.from('by somebody else'), old],
    ['made', Buffer.from('by somebody else'), null],
    ['removed', null, old],
  ])('is left alone when it was %s', async (_what, found, expected) => {
    const path = join(scratchFolder(), 'config.toml');
    if (found !== null) writeFileSync(path, found);
    expect(await refusal(path, expected)).toBe('changed');
    expect(existsSync(path) ? readFileSync(path) : null).toEqual(found);
  });

  it.each([['writing the temporary file', 'writeFile', 1], ['sending it to the disk', 'sync', 1], ['taking the lock', 'create', 2], ['comparing', 'readFile', 2]] as const)('is left alone when it changes while %s', async (_what, name, count) => {
    const { folder, path } = fileWith(old);
    let seen = 0;
    const fileSystem = hooked((call) => {
      const isMeant = call.name === name && (name !== 'readFile' || call.path === path);
      if (isMeant && (seen += 1) === count) writeFileSync(path, 'by somebody else');
    });
    const replaced = await replaceFile(path, old, next, fileSystem);
    expect(replaced).toMatchObject({ ok: false, problem: { kind: 'changed', message: expect.stringContaining('changed while writing') as string } });
    expect(readFileSync(path, 'utf8')).toBe('by somebody else');
    expect(leftovers(folder)).toEqual([]);
  });
});

describe.runIf(isPosix)('links', () => {
  it.each<[string, (folder: string, path: string) => string]>([
    ['a relative link', (folder) => (symlinkSync('real/config.toml', join(folder, 'link')), join(folder, 'link'))],
    ['a link to a link', (folder) => (symlinkSync('real/config.toml', join(folder, 'a')), symlinkSync('a', join(folder, 'link')), join(folder, 'link'))],
    ['a linked folder', (folder) => (symlinkSync('real', join(folder, 'dir')), join(folder, 'dir', 'config.toml'))],
    ['an absolute link', (folder, path) => (symlinkSync(path, join(folder, 'link')), join(folder, 'link'))],
  ])('%s stays, its target changes, and the temporary file is made beside the target', async (_what, link) => {
    const folder = scratchFolder();
    mkdirSync(join(folder, 'real'));
    const real = join(folder, 'real', 'config.toml');
    writeFileSync(real, old);
    const path = link(folder, real);
    const isLink = lstatSync(path).isSymbolicLink();
    const pointsTo = isLink ? readlinkSync(path) : undefined;
    const made: string[] = [];
    const fileSystem = hooked((call) => void (call.name === 'create' && made.push(call.path)));
    expect(await replaceFile(path, old, next, fileSystem)).toEqual({ ok: true, written: true });
    expect(readFileSync(real)).toEqual(next);
    expect(isLink ? readlinkSync(path) : undefined).toBe(pointsTo);
    expect(made.map((name) => name.startsWith(join(lstatSync(folder).isSymbolicLink() ? readlinkSync(folder) : folder, 'real')))).toEqual([true, true]);
  });

  it('that lead nowhere are refused, and nothing is made', async () => {
    const folder = scratchFolder();
    symlinkSync('nowhere', join(folder, 'link'));
    expect(await refusal(join(folder, 'link'), null)).toBe('dangling-link');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('that lead in a circle are refused', async () => {
    const folder = scratchFolder();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(await refusal(join(folder, 'a'), null)).toBe('io');
  });

  it('of the hard kind are refused', async () => {
    const { folder, path } = fileWith(old);
    linkSync(path, join(folder, 'other-name.toml'));
    expect(await refusal(path, old)).toBe('hard-link');
    expect(readFileSync(path)).toEqual(old);
  });
});

describe('what is no writable file', () => {
  it('is refused when it is a folder', async () => {
    expect(await refusal(scratchFolder(), old)).toBe('not-a-file');
  });

  it('is refused when it is read-only', async () => {
    const { path } = fileWith(old, 0o444);
    expect(await refusal(path, old)).toBe('read-only');
    expect(readFileSync(path)).toEqual(old);
  });

  it.runIf(isPosix && !isRoot)('is refused when its folder is read-only', async () => {
    const { folder, path } = fileWith(old);
    chmodSync(folder, 0o555);
    expect(await refusal(path, old)).toBe('io');
    chmodSync(folder, 0o755);
    expect(readFileSync(path)).toEqual(old);
    expect(leftovers(folder)).toEqual([]);
  });
});
