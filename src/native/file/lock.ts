import { join } from 'node:path';
import type { FileSystem, OpenFile } from './file-system.js';
import { temporaryName, type FileClock } from './leftovers.js';
import { codeOf } from './problem.js';
import { lstatOrMissing, type Target } from './target.js';

/**
 * Comparing a file and renaming another one over it are two acts. The lock keeps two runs of this program from doing them
 * at the same time. It is held for these two acts only, so a lock that is seconds old was left behind by a run that was killed,
 * and is taken away. A holder that was only suspended looks for its lock again right before the rename.
 */
export interface Lock {
  readonly path: string;
  readonly token: string;
}

/** The two acts take milliseconds. */
const staleAfter = 10_000;
const patience = 30_000;

/** `undefined`: others held the lock all the time. */
export async function acquireLock(fileSystem: FileSystem, target: Target, clock: FileClock): Promise<Lock | undefined> {
  const path = join(target.folder, `.${target.name}.mcpolicy.lock`);
  const lock: Lock = { path, token: fileSystem.random() };
  const start = fileSystem.now();
  const seen = { token: '', since: start };
  while (fileSystem.now() - start < patience) {
    if (await tryToCreate(fileSystem, lock)) return lock;
    const other = await tokenOf(fileSystem, path);
    if (other !== seen.token) Object.assign(seen, { token: other, since: fileSystem.now() });
    if (other !== undefined && (await isStale(fileSystem, path, clock, seen.since))) await takeAway(fileSystem, target, path);
    else await fileSystem.sleep(5 + (fileSystem.now() % 20));
  }
  return undefined;
}

async function tryToCreate(fileSystem: FileSystem, { path, token }: Lock): Promise<boolean> {
  const file = await createUnlessTaken(fileSystem, path);
  if (file === undefined) return false;
  try {
    await sign(file, token);
    return true;
  } catch (error) {
    await fileSystem.unlink(path);
    throw error;
  }
}

async function createUnlessTaken(fileSystem: FileSystem, path: string): Promise<OpenFile | undefined> {
  try {
    return await fileSystem.create(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

async function sign(file: OpenFile, token: string): Promise<void> {
  try {
    await file.writeFile(token);
  } finally {
    await file.close();
  }
}

/** Old by the clock of the file system, or, where clocks disagree, looked at for that long. */
async function isStale(fileSystem: FileSystem, path: string, clock: FileClock, since: number): Promise<boolean> {
  const stats = await lstatOrMissing(fileSystem, path);
  if (stats === undefined) return false;
  return clock() - stats.mtimeMs > staleAfter || fileSystem.now() - since > staleAfter;
}

/** A rename succeeds for one run only, however many find the lock stale. */
async function takeAway(fileSystem: FileSystem, { folder, name }: Target, path: string): Promise<void> {
  const aside = join(folder, temporaryName(name, fileSystem.random()));
  try {
    await fileSystem.rename(path, aside);
    await fileSystem.unlink(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

export async function isHeld(fileSystem: FileSystem, { path, token }: Lock): Promise<boolean> {
  return (await tokenOf(fileSystem, path)) === token;
}

/** A lock that cannot be read is taken for ours: it was a moment ago. */
export async function releaseLock(fileSystem: FileSystem, lock: Lock): Promise<void> {
  const isOurs = await isHeld(fileSystem, lock).catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    return true;
  });
  if (isOurs) await fileSystem.unlink(lock.path);
}

async function tokenOf(fileSystem: FileSystem, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await fileSystem.readFile(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
