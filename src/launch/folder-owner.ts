import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

const writableByOthers = 0o022;

/**
 * Why a client that takes files of one user only would skip a file in this folder: whoever owns a folder above it, or may write
 * there, could put another file in its place. What does not exist yet will belong to `creator`.
 */
export function distrustOf(folder: string, owner: number, creator: number | undefined): string | undefined {
  if (creator === undefined) return 'on this system nobody can tell who owns its folder';
  if (creator !== owner) return `it would belong to user ${String(creator)}`;
  const folders = new Set([...upwards(folder), ...upwards(realOf(folder))]);
  return [...folders].map((path) => faultOf(path, owner)).find((fault) => fault !== undefined);
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

/** Of a folder that is not there: that of the nearest one above it. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : realOf(above);
  }
}

/** A folder that is not there yet has no fault; one that cannot be looked at may have any. */
function faultOf(path: string, owner: number): string | undefined {
  const link = look(lstatSync, path);
  const target = look(statSync, path);
  if (link === 'unknown' || target === 'unknown') return `nobody can tell who owns ${JSON.stringify(path)}`;
  if (target === undefined) return undefined;
  if (target.uid !== owner || (link?.isSymbolicLink() === true && link.uid !== owner)) return `${JSON.stringify(path)} belongs to somebody else`;
  return (target.mode & writableByOthers) === 0 ? undefined : `others can write to ${JSON.stringify(path)}`;
}

type Look = (path: string, options: { readonly throwIfNoEntry: false }) => Stats | undefined;

function look(stat: Look, path: string): Stats | 'unknown' | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}
