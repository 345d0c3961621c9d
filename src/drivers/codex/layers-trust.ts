import type { LayerContext, LayerFolder } from '../../driver.js';
import { entriesOf, tableAt, valueAt } from '../../reading.js';

/**
 * What the user said about a folder of a project (openai/codex:codex-rs/config/src/loader/mod.rs, decision_for_dir): an
 * entry for the folder itself, else for the root of the project, else for the checkout that owns the worktree. Each is
 * looked up without symbolic links first. Entries for folders above the root do not count.
 */
export function trustOf(folder: LayerFolder, context: LayerContext, config: unknown): string | undefined {
  const root = context.folders.at(-1);
  const folders = [folder, ...(root === undefined ? [] : [root]), ...(context.mainCheckout === undefined ? [] : [context.mainCheckout])];
  const levels = trustLevels(config, context.platform);
  return folders.flatMap(({ real, path }) => [real, path]).map((key) => levels.get(normal(key, context.platform))).find((level) => level !== undefined);
}

function trustLevels(config: unknown, platform: string): ReadonlyMap<string, string> {
  const entries = entriesOf(tableAt(config, 'projects')).flatMap(([path, value]): readonly (readonly [string, string])[] => {
    const level = valueAt(value, 'trust_level');
    return typeof level === 'string' ? [[normal(path, platform), level]] : [];
  });
  return new Map(entries);
}

/** Windows paths are compared without regard to case. */
function normal(path: string, platform: string): string {
  return platform === 'win32' ? path.toLowerCase() : path;
}
