import { join, resolve } from 'node:path';
import type { Host } from '../host.js';

/** Where receipts are kept: the folder named, else the user's own state folder. `undefined` where there is no home. */
export function stateFolder(named: string | undefined, { env, cwd }: Host): string | undefined {
  if (named !== undefined) return resolve(cwd, named);
  const base = env['XDG_STATE_HOME'] || env['LOCALAPPDATA'] || (env['HOME'] ? join(env['HOME'], '.local', 'state') : undefined);
  return base === undefined ? undefined : join(base, 'mcpolicy', 'attachments');
}
