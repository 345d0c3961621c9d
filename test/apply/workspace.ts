import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMain, type Ended } from '../run-main.js';

/** A folder with one client file in it, and a command line that is run there. */
export interface Workspace {
  readonly folder: string;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  bytes(name: string): Buffer;
  /** What tells whether a file was touched at all. */
  identity(name: string): string;
  run(...args: string[]): Promise<Ended>;
}

/** Makes a folder, lets `use` work in it, and removes it. */
export async function inWorkspace<T>(files: Readonly<Record<string, string | Uint8Array>>, use: (workspace: Workspace) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-apply-')));
  const path = (name: string) => join(folder, name);
  const workspace: Workspace = {
    folder,
    write: (name, content) => { writeFileSync(path(name), content); },
    read: (name) => readFileSync(path(name), 'utf8'),
    bytes: (name) => readFileSync(path(name)),
    identity: (name) => {
      const { ino, mtimeMs, ctimeMs, mode } = statSync(path(name));
      return [ino, mtimeMs, ctimeMs, mode.toString(8)].join(' ');
    },
    run: (...args) => runMain(args, { cwd: folder }),
  };
  try {
    for (const [name, content] of Object.entries(files)) workspace.write(name, content);
    return await use(workspace);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
