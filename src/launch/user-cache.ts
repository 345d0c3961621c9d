import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Env } from './environment.js';

/**
 * The folder for what may be lost: known versions of clients, and private files of runs. Inside the user's own cache, because
 * clients distrust files below folders that others can write to, such as the system's temporary one.
 */
export function userCache(env: Env, platform: string, cwd: string): string {
  return join(resolve(cwd, base(env, platform)), 'mcpolicy');
}

function base(env: Env, platform: string): string {
  if (platform === 'win32') return set(env['LOCALAPPDATA']) ?? join(homedir(), 'AppData', 'Local');
  const home = set(env['HOME']) ?? homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  return set(env['XDG_CACHE_HOME']) ?? join(home, '.cache');
}

function set(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
