import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedFile } from './plan.js';

/** A folder that only its owner can enter, for the time of one run. */
export interface PrivateFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Writes the files of a run below the user's cache. Throws what the file system throws. */
export async function makePrivateFolder(cache: string, files: readonly PlannedFile[]): Promise<PrivateFolder> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const path = await mkdtemp(join(cache, 'run-'));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  try {
    for (const file of files) await writePrivate(path, file);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writePrivate(folder: string, file: PlannedFile): Promise<void> {
  if (file.text === undefined) await mkdir(join(folder, file.name), { mode: 0o700 });
  else await writeFile(join(folder, file.name), file.text, { mode: 0o600, flag: 'wx' });
}

