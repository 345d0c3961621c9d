import type { Remark } from '../../driver.js';
import { entriesOf, isTable, tableAt, valueAt } from '../../reading.js';

/** Blocks of a settings file that Zed lays over the rest: for a release channel, a platform, or a profile that is chosen in the editor. */
const blocks = ['stable', 'preview', 'nightly', 'dev', 'macos', 'linux', 'windows'] as const;
const judged = [['agent', 'tool_permissions'], ['agent', 'always_allow_tool_actions'], ['context_servers']] as const;

/** Permissions and servers in such a block: they can say otherwise than the rest of the file, and are not judged. */
export function overrideRemarks(root: unknown): readonly Remark[] {
  const profiles = entriesOf(tableAt(root, 'profiles')).flatMap(([name, value]) => [['profiles', name], ...(isTable(value) && isTable(value['settings']) ? [['profiles', name, 'settings']] : [])]);
  return [...blocks.map((name) => [name]), ...profiles].flatMap((place) => judged
    .filter((path) => valueAt(root, ...place, ...path) !== undefined)
    .map((path): Remark => ({ code: 'MCP414', part: 'settings', path: [...place, ...path], message: `"${place.join('.')}" overrides the rest of the file, and what it says about tools was not judged`, fix: 'Say it outside this block.' })));
}
