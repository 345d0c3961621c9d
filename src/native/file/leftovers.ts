import { join } from 'node:path';
import type { FileSystem } from './file-system.js';
import type { Target } from './target.js';

/** What time it is for the file system, whose clock need not be ours. */
export type FileClock = () => number;

/** Tells whose it is, for which file, and that it may go. */
export function temporaryName(name: string, random: string): string {
  return `.${name}.mcpolicy-${random}.tmp`;
}

/** Far longer than any run takes. */
const abandonedAfter = 10 * 60_000;

/** Removes the temporary files of runs that were killed. Those of runs that are still at work are young. */
export async function removeLeftovers(fileSystem: FileSystem, { folder, name }: Target, clock: FileClock): Promise<void> {
  const names = await fileSystem.readdir(folder);
  for (const path of names.filter((other) => isTemporary(other, name)).map((other) => join(folder, other))) {
    const { mtimeMs } = await fileSystem.lstat(path);
    if (clock() - mtimeMs > abandonedAfter) await fileSystem.unlink(path);
  }
}

function isTemporary(other: string, name: string): boolean {
  const [start, end] = temporaryName(name, '\0').split('\0');
  return other.startsWith(start ?? '') && other.endsWith(end ?? '') && /^[0-9a-f]{16}$/.test(other.slice(start?.length, -(end?.length ?? 0)));
}
