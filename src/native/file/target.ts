import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from './file-system.js';
import { codeOf, type WriteProblem } from './problem.js';

/** The file that a path ends at, all symbolic links followed. `stats` is missing where there is none yet. */
export interface Target {
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly stats?: Stats;
}

export type Resolved = { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly problem: WriteProblem };

/** Follows links, so that the link stays and its target changes, and refuses what a rename would break. */
export async function resolveTarget(fileSystem: FileSystem, path: string): Promise<Resolved> {
  const named = await lstatOrMissing(fileSystem, path);
  if (named === undefined) return newTarget(fileSystem, path);
  const real = await realpathOrMissing(fileSystem, path);
  if (real === undefined) return refuse('dangling-link', 'this is a symbolic link to a file that does not exist', 'Create the file it points to, or remove the link.');
  const stats = await fileSystem.lstat(real);
  const problem = problemOf(stats);
  return problem === undefined ? { ok: true, target: { ...partsOf(real), stats } } : { ok: false, problem };
}

async function newTarget(fileSystem: FileSystem, path: string): Promise<Resolved> {
  await fileSystem.mkdir(dirname(path));
  const folder = await fileSystem.realpath(dirname(path));
  return { ok: true, target: partsOf(join(folder, basename(path))) };
}

function partsOf(path: string): Target {
  return { path, folder: dirname(path), name: basename(path) };
}

function problemOf(stats: Stats): WriteProblem | undefined {
  if (!stats.isFile()) return { kind: 'not-a-file', message: 'this is not a regular file', fix: 'Name the file that the client reads.' };
  if (stats.nlink > 1) {
    return {
      kind: 'hard-link',
      message: 'the file has several names (hard links), and replacing it under one of them would leave the others behind',
      fix: 'Remove the other names, or use a symbolic link.',
    };
  }
  if ((stats.mode & 0o222) === 0) return { kind: 'read-only', message: 'the file is read-only', fix: 'Make it writable if it is meant to change.' };
  return undefined;
}

function refuse(kind: WriteProblem['kind'], message: string, fix: string): Resolved {
  return { ok: false, problem: { kind, message, fix } };
}

/** `undefined`: there is nothing at this path. */
export async function lstatOrMissing(fileSystem: FileSystem, path: string): Promise<Stats | undefined> {
  try {
    return await fileSystem.lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function realpathOrMissing(fileSystem: FileSystem, path: string): Promise<string | undefined> {
  try {
    return await fileSystem.realpath(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
