import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './clients.js';

/** Folders of one run; nothing in them outlives it, and no two runs share one. */
export interface Scratch {
  readonly root: string;
  /** HOME of the client. */
  readonly home: string;
  /** The project the client works on; a git root, so that no folder above it counts. */
  readonly project: string;
  /** A folder that no sandbox of the project may write to. */
  readonly outside: string;
  remove(): void;
}

/** Makes the folders of one run below the client cache. */
export function makeScratch(): Scratch {
  const parent = path.join(cacheFolder(), 'scratch');
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(path.join(parent, 'run-'));
  const [home, project, outside] = ['home', 'project', 'outside'].map((name) => path.join(root, name)) as [string, string, string];
  for (const folder of [home, path.join(project, '.git'), outside]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const remove = () => { rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }); };
  return { root, home, project, outside, remove };
}

/**
 * The whole environment of a client: nothing of the caller's own reaches it, and its traffic cannot leave loopback.
 * Windows processes do not start without SystemRoot, and look for the home folder in USERPROFILE.
 */
export function isolatedEnvironment(scratch: Scratch, extra: Readonly<Record<string, string>>): Record<string, string> {
  const windows = process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '', USERPROFILE: scratch.home } : {};
  return { PATH: process.env['PATH'] ?? '', HOME: scratch.home, HTTPS_PROXY: 'http://127.0.0.1:9', ...windows, ...extra };
}
