import { join } from 'node:path';
import { nodeFileSystem, type FileSystem, type OpenFile } from './file-system.js';
import { removeLeftovers, temporaryName, type FileClock } from './leftovers.js';
import { acquireLock, isHeld, releaseLock, type Lock } from './lock.js';
import { changedWhileWriting, codeOf, writeProblem, type WriteProblem } from './problem.js';
import { lstatOrMissing, resolveTarget, type Target } from './target.js';

export type Replaced =
  /** `written` is false where the file held these bytes already: then not even its time changed. */
  { readonly ok: true; readonly written: boolean } | { readonly ok: false; readonly problem: WriteProblem };

/**
 * Puts new bytes in the place of the bytes that were read (`null`: there was no file), all of them or none, whatever fails
 * and whenever. Links are followed and stay, mode and owner stay; access control lists and extended attributes do not.
 */
export async function replaceFile(path: string, expected: Uint8Array | null, next: Uint8Array, fileSystem: FileSystem = nodeFileSystem): Promise<Replaced> {
  try {
    const resolved = await resolveTarget(fileSystem, path);
    if (!resolved.ok) return resolved;
    const state = await compare(fileSystem, resolved.target, expected, next);
    return state === 'as-expected' ? await writeBeside(fileSystem, resolved.target, expected, next) : resultOf(state);
  } catch (error) {
    return { ok: false, problem: writeProblem(error) };
  }
}

/** Two runs that want the same are no conflict: the later one finds its work done. */
type State = 'as-expected' | 'done' | 'changed';

async function compare(fileSystem: FileSystem, { path }: Target, expected: Uint8Array | null, next: Uint8Array): Promise<State> {
  const stats = await lstatOrMissing(fileSystem, path);
  if (stats === undefined) return expected === null ? 'as-expected' : 'changed';
  if (!stats.isFile()) return 'changed';
  const current = await fileSystem.readFile(path);
  if (Buffer.compare(current, next) === 0) return 'done';
  return expected !== null && Buffer.compare(current, expected) === 0 ? 'as-expected' : 'changed';
}

function resultOf(state: 'done' | 'changed'): Replaced {
  return state === 'done' ? { ok: true, written: false } : { ok: false, problem: changedWhileWriting };
}

async function writeBeside(fileSystem: FileSystem, target: Target, expected: Uint8Array | null, next: Uint8Array): Promise<Replaced> {
  const temporary = join(target.folder, temporaryName(target.name, fileSystem.random()));
  const file = await fileSystem.create(temporary);
  const kept = { isTemporary: true };
  try {
    const written = await fill(fileSystem, file, target, next);
    if ('kind' in written) return { ok: false, problem: written };
    const replaced = await swap(fileSystem, target, temporary, written.clock, () => compare(fileSystem, target, expected, next));
    kept.isTemporary = !(replaced.ok && replaced.written);
    return replaced;
  } finally {
    if (kept.isTemporary) await fileSystem.unlink(temporary);
  }
}

/** The file is complete and on the disk before anybody sees it under its name. */
async function fill(fileSystem: FileSystem, file: OpenFile, { stats }: Target, next: Uint8Array): Promise<WriteProblem | { readonly clock: FileClock }> {
  try {
    const own = await file.stat();
    const isOthers = stats !== undefined && (stats.uid !== own.uid || stats.gid !== own.gid);
    if (isOthers && !(await canGiveAway(file, stats))) return { kind: 'owner', message: 'the file belongs to another user or group, which replacing it would change', fix: 'Run the command as the owner of the file.' };
    await file.writeFile(next);
    if (stats !== undefined && (stats.mode & 0o777) !== (own.mode & 0o777)) await file.chmod(stats.mode & 0o777);
    await file.sync();
    const { mtimeMs } = await file.stat();
    const start = fileSystem.now();
    return { clock: () => mtimeMs + fileSystem.now() - start };
  } finally {
    await file.close();
  }
}

async function canGiveAway(file: OpenFile, { uid, gid }: { readonly uid: number; readonly gid: number }): Promise<boolean> {
  try {
    await file.chown(uid, gid);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** Compares and renames under the lock. */
async function swap(fileSystem: FileSystem, target: Target, temporary: string, clock: FileClock, look: () => Promise<State>): Promise<Replaced> {
  const lock = await acquireLock(fileSystem, target, clock);
  if (lock === undefined) return { ok: false, problem: { kind: 'locked', message: 'another run is writing this file, and does not finish', fix: 'Wait for it, or end it.' } };
  try {
    const state = await look();
    if (state !== 'as-expected') return resultOf(state);
    if (!(await isHeld(fileSystem, lock))) return { ok: false, problem: changedWhileWriting };
    await renameOver(fileSystem, temporary, target.path);
    return { ok: true, written: true };
  } finally {
    await settle(fileSystem, target, lock, clock);
  }
}

/** Where open files cannot be replaced (Windows), a reader is in the way for a moment only. */
async function renameOver(fileSystem: FileSystem, from: string, to: string, attempts = 4): Promise<void> {
  try {
    await fileSystem.rename(from, to);
  } catch (error) {
    if (attempts <= 1 || !['EACCES', 'EBUSY', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
    await fileSystem.sleep(25);
    await renameOver(fileSystem, from, to, attempts - 1);
  }
}

/** What is left to do changes nothing for the file, so it cannot fail the write. */
async function settle(fileSystem: FileSystem, target: Target, lock: Lock, clock: FileClock): Promise<void> {
  for (const act of [() => releaseLock(fileSystem, lock), () => fileSystem.syncFolder(target.folder), () => removeLeftovers(fileSystem, target, clock)]) {
    try {
      await act();
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
}
