import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, realpath, rename, unlink, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export type OpenFile = Pick<FileHandle, 'writeFile' | 'sync' | 'chmod' | 'chown' | 'stat' | 'close'>;

/** The calls that writing a file takes, so that tests can let each of them fail. They reject with errors of the system. */
export interface FileSystem {
  readonly lstat: (path: string) => Promise<Stats>;
  readonly realpath: (path: string) => Promise<string>;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly readdir: (path: string) => Promise<readonly string[]>;
  readonly mkdir: (path: string) => Promise<unknown>;
  /** Fails where the name is taken. For the owner only, until told otherwise. */
  readonly create: (path: string) => Promise<OpenFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  readonly syncFolder: (path: string) => Promise<void>;
  /** A name that nobody can foresee. */
  readonly random: () => string;
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

export const nodeFileSystem: FileSystem = {
  lstat,
  realpath,
  readFile,
  readdir,
  mkdir: (path) => mkdir(path, { recursive: true, mode: 0o700 }),
  create: (path) => open(path, 'wx', 0o600),
  rename,
  unlink,
  syncFolder,
  random: () => randomBytes(8).toString('hex'),
  now: () => performance.now(),
  sleep,
};

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
