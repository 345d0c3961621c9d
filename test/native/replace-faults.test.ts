import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../src/native/file/file-system.js';
import { replaceFile } from '../../src/native/file/replace.js';
import { hooked, systemError } from './faulty-file-system.js';
import { leftovers, scratchFolder } from './folder.js';

const old = Buffer.from('model = "old"\n'.repeat(20));
const next = Buffer.from('model = "new"\n'.repeat(30));

function contentOf(path: string): string {
  if (!existsSync(path)) return 'none';
  const content = readFileSync(path);
  return content.equals(old) ? 'old' : content.equals(next) ? 'new' : 'broken';
}

/** Waiting takes no time here, and a wait is ten times as long as it was meant. */
function quick(base: FileSystem): FileSystem {
  let skipped = 0;
  return { ...base, now: () => base.now() + skipped, sleep: (milliseconds) => Promise.resolve((skipped += 10 * milliseconds)) };
}

async function callsOf(expected: Uint8Array | null): Promise<readonly string[]> {
  const path = join(scratchFolder(), 'config.toml');
  if (expected !== null) writeFileSync(path, expected);
  const calls: string[] = [];
  await replaceFile(path, expected, next, hooked(({ name }) => void calls.push(name)));
  return calls;
}

describe.each([['an old file', old], ['no file', null]] as const)('over %s, a fault', (_what, expected) => {
  it.each(['ENOSPC', 'EACCES', 'EIO', 'EROFS'])('%s at any call leaves the old or the new content, whole, and no temporary file', async (code) => {
    const calls = await callsOf(expected);
    expect(calls.length).toBeGreaterThan(15);
    for (const [index, name] of calls.entries()) {
      const folder = scratchFolder();
      const path = join(folder, 'config.toml');
      if (expected !== null) writeFileSync(path, expected);
      const replaced = await replaceFile(path, expected, next, quick(hooked(({ number }) => { if (number === index + 1) throw systemError(code); })));
      const where = `call ${String(index + 1)}, ${name}`;
      expect([where, contentOf(path)]).toEqual([where, replaced.ok ? 'new' : expected === null ? 'none' : 'old']);
      // Where removing it is what fails, the lock stays; it grows stale.
      expect([where, leftovers(folder).filter((left) => name !== 'unlink' || left.endsWith('.tmp'))]).toEqual([where, []]);
    }
  });

  it('that goes on for good is reported in words', async () => {
    const path = join(scratchFolder(), 'config.toml');
    if (expected !== null) writeFileSync(path, expected);
    const replaced = await replaceFile(path, expected, next, hooked(({ name }) => { if (name === 'writeFile') throw systemError('ENOSPC'); }));
    expect(replaced).toMatchObject({ ok: false, problem: { kind: 'io', message: expect.stringContaining('no space left') as string } });
  });
});

describe('a rename that is in the way of a reader for a moment', () => {
  it('is tried again', async () => {
    const path = join(scratchFolder(), 'config.toml');
    writeFileSync(path, old);
    let failures = 0;
    const fileSystem = hooked(({ name }) => { if (name === 'rename' && (failures += 1) <= 2) throw systemError('EPERM'); });
    expect(await replaceFile(path, old, next, fileSystem)).toEqual({ ok: true, written: true });
  });
});

describe('a bug', () => {
  it('is thrown, not reported as a fault of the system', async () => {
    const path = join(scratchFolder(), 'config.toml');
    await expect(replaceFile(path, null, next, { ...nodeFileSystem, create: () => Promise.reject(new TypeError('a bug')) })).rejects.toThrow('a bug');
  });
});

describe('a lock', () => {
  const lockOf = (folder: string) => join(folder, '.config.toml.mcpolicy.lock');

  it('that was left behind is taken away', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    writeFileSync(lockOf(folder), 'left behind');
    const past = Date.now() / 1000 - 60;
    utimesSync(lockOf(folder), past, past);
    expect(await replaceFile(path, null, next)).toEqual({ ok: true, written: true });
    expect(leftovers(folder)).toEqual([]);
  });

  it('that seems to come from the future does not block for ever', async () => {
    const folder = scratchFolder();
    writeFileSync(lockOf(folder), 'left behind');
    const future = Date.now() / 1000 + 86_400;
    utimesSync(lockOf(folder), future, future);
    expect(await replaceFile(join(folder, 'config.toml'), null, next, quick(nodeFileSystem))).toEqual({ ok: true, written: true });
    expect(leftovers(folder)).toEqual([]);
  });

  it('that is held is waited for', async () => {
    const folder = scratchFolder();
    writeFileSync(lockOf(folder), 'held');
    let rounds = 0;
    const fileSystem = quick({ ...nodeFileSystem, unlink: nodeFileSystem.unlink });
    const patient: FileSystem = { ...fileSystem, sleep: async (milliseconds) => {
      await fileSystem.sleep(milliseconds);
      if ((rounds += 1) === 5) await nodeFileSystem.unlink(lockOf(folder));
    } };
    expect(await replaceFile(join(folder, 'config.toml'), null, next, patient)).toEqual({ ok: true, written: true });
    expect(rounds).toBe(5);
  });

  it('that changes hands all the time is given up on', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    let holders = 0;
    const busy = quick(hooked(({ name, path: called }) => {
      if (name !== 'create' || called !== lockOf(folder)) return;
      writeFileSync(lockOf(folder), `holder ${String((holders += 1))}`);
      utimesSync(lockOf(folder), Date.now() / 1000 + 3600, Date.now() / 1000 + 3600);
    }));
    expect(await replaceFile(path, null, next, busy)).toMatchObject({ ok: false, problem: { kind: 'locked' } });
    expect(existsSync(path)).toBe(false);
    expect(leftovers(folder)).toEqual(['.config.toml.mcpolicy.lock']);
  });

  it('that was lost while this run was suspended stops the write', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'config.toml');
    writeFileSync(path, old);
    let looks = 0;
    const robbed = hooked(({ name, path: called }) => {
      if (name === 'readFile' && called === path && (looks += 1) === 2) writeFileSync(lockOf(folder), 'somebody else');
    });
    expect(await replaceFile(path, old, next, robbed)).toMatchObject({ ok: false, problem: { kind: 'changed' } });
    expect(contentOf(path)).toBe('old');
    expect(readFileSync(lockOf(folder), 'utf8')).toBe('somebody else');
  });
});

describe('temporary files of runs that were killed', () => {
  it('are removed once they are old, and nothing else is', async () => {
    const folder = scratchFolder();
    const names = ['.config.toml.mcpolicy-0123456789abcdef.tmp', '.config.toml.mcpolicy-fedcba9876543210.tmp', '.config.toml.mcpolicy-mine.tmp', '.other.toml.mcpolicy-0123456789abcdef.tmp', 'config.toml.bak'];
    for (const name of names) writeFileSync(join(folder, name), 'half');
    const past = Date.now() / 1000 - 3600;
    for (const name of names.filter((_, index) => index !== 1)) utimesSync(join(folder, name), past, past);
    expect((await replaceFile(join(folder, 'config.toml'), null, next)).ok).toBe(true);
    expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(names.slice(1));
    expect(statSync(join(folder, 'config.toml')).size).toBe(next.length);
  });
});
