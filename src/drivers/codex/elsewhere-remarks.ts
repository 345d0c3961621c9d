import type { Remark } from '../../driver.js';
import { quote } from '../../quote.js';
import { entriesOf, isTable, tableAt, valueAt } from '../../reading.js';
import { meantKey } from './dead-keys.js';

/** Approvals and servers that stand where Codex does not look, or looks beside `mcp_servers`. */
export function elsewhereRemarks(root: unknown): readonly Remark[] {
  return [...wrongRoots(root), ...pluginRemarks(root), ...appRemarks(root), ...profileRemarks(root)];
}

/** Where other clients keep servers, and spellings of Codex's own key that it does not know. */
function wrongRoots(root: unknown): readonly Remark[] {
  const nested = tableAt(root, 'mcp', 'servers') === undefined ? [] : [['mcp', 'servers']];
  const misspelt = entriesOf(isTable(root) ? root : undefined).flatMap(([key, value]) => (key !== 'mcp_servers' && isTable(value) && meantKey(key, ['mcp_servers']) !== undefined ? [[key]] : []));
  const tools = entriesOf(tableAt(root, 'tools')).some(([, value]) => valueAt(value, 'approval_mode') !== undefined) ? [['tools']] : [];
  return [...nested, ...misspelt, ...tools].map((path) => ({ code: 'MCP407', part: 'config', path, message: `Codex does not read [${path.map((key) => (/^[\w-]+$/.test(key) ? key : quote(key))).join('.')}]`, fix: 'Codex reads [mcp_servers.<name>] and [mcp_servers.<name>.tools.<tool>].' }));
}

/** openai/codex#19537: plugins bring servers of their own, with the same approval keys. */
function pluginRemarks(root: unknown): readonly Remark[] {
  return entriesOf(tableAt(root, 'plugins')).flatMap(([plugin, value]) =>
    entriesOf(tableAt(value, 'mcp_servers')).map(
      ([server]): Remark => ({ code: 'MCP414', part: 'config', path: ['plugins', plugin, 'mcp_servers', server], server, message: `plugin ${quote(plugin)} has approvals of its own for this server` }),
    ),
  );
}

function appRemarks(root: unknown): readonly Remark[] {
  return entriesOf(tableAt(root, 'apps'))
    .filter(([, app]) => isTable(app))
    .map(([app]): Remark => ({ code: 'MCP414', part: 'config', path: ['apps', app], message: `app ${quote(app)} has approvals of its own` }));
}

/** Profiles of older releases; newer ones are files of their own. */
function profileRemarks(root: unknown): readonly Remark[] {
  return entriesOf(tableAt(root, 'profiles'))
    .filter(([, profile]) => isTable(profile) && ['mcp_servers', 'approval_policy', 'sandbox_mode', 'approvals_reviewer'].some((key) => Object.hasOwn(profile, key)))
    .map(([profile]): Remark => ({ code: 'MCP414', part: 'config', path: ['profiles', profile], message: `profile ${quote(profile)} changes approvals when it is chosen` }));
}
