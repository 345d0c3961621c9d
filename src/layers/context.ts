import { readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir, platform, userInfo } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { LayerContext, LayerFolder } from '../driver.js';

/** Where somebody wants to know what a client would do. */
export interface Situation {
  /** The working folder of the client, absolute. */
  readonly cwd: string;
  /** The user's home folder; absent: the one of this process. */
  readonly home?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile?: string;
  /** Trust that can still be given counts as given. */
  readonly mayTrust?: true;
  /** As `process.platform` says it; absent: this machine's. */
  readonly platform?: string;
}

/** Looks around: repository, worktree and links decide which folders a client takes for the project. */
export async function contextOf(situation: Situation): Promise<LayerContext> {
  const system = situation.platform ?? platform();
  const root = await repositoryRoot(situation.cwd);
  const folders = await Promise.all(foldersUpTo(situation.cwd, root ?? situation.cwd).map((path) => layerFolder(path, root ?? situation.cwd)));
  const main = root === undefined ? undefined : await mainCheckout(root);
  return {
    folders,
    ...(main === undefined ? {} : { mainCheckout: await layerFolder(main, main) }),
    home: situation.home ?? homeOf(situation.env, system, situation.cwd),
    env: situation.env,
    platform: system,
    ...(situation.profile === undefined ? {} : { profile: situation.profile }),
    ...(situation.mayTrust === undefined ? {} : { mayTrust: situation.mayTrust }),
  };
}

/** A variable that is set to nothing says nothing, as clients take it; Node's `homedir` would believe it. */
function homeOf(env: Situation['env'], system: string, cwd: string): string {
  const named = env[system === 'win32' ? 'USERPROFILE' : 'HOME'];
  if (named === '') return userInfo().homedir;
  return named === undefined ? homedir() : resolve(cwd, named);
}

/** The nearest folder with a `.git` that is a repository: a file, or a folder that holds `HEAD`. An empty folder is none. */
export async function repositoryRoot(cwd: string): Promise<string | undefined> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const kind = await kindOf(join(folder, '.git'));
    if (kind === 'file' || (kind === 'folder' && (await kindOf(join(folder, '.git', 'HEAD'))) !== undefined)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function foldersUpTo(cwd: string, root: string): readonly string[] {
  const folders = [resolve(cwd)];
  while (folders.at(-1) !== root) folders.push(dirname(folders.at(-1) ?? root));
  return folders;
}

async function layerFolder(path: string, root: string): Promise<LayerFolder> {
  const below = relative(root, path);
  return { path, real: await realOf(path), below: below === '' ? [] : below.split(sep) };
}

/**
 * The checkout that owns a linked worktree: `.git` names a folder `worktrees/<name>` of its repository, and the folder names
 * this `.git` in turn. A pointer in one direction only proves nothing.
 */
async function mainCheckout(root: string): Promise<string | undefined> {
  const pointer = join(root, '.git');
  const target = /^gitdir: (.+)$/m.exec((await textOf(pointer)) ?? '')?.[1]?.trim();
  if (target === undefined) return undefined;
  const folder = resolve(root, target);
  const back = (await textOf(join(folder, 'gitdir')))?.trim();
  if (back === undefined || basename(dirname(folder)) !== 'worktrees' || (await realOf(resolve(folder, back))) !== (await realOf(pointer))) return undefined;
  const repository = dirname(dirname(folder));
  return basename(repository) === '.git' ? dirname(repository) : undefined;
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A path that is not there is its own real path. */
export async function realOf(path: string): Promise<string> {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
