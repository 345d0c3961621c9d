import type { Remark } from '../../driver.js';
import { entriesOf, tableAt, valueAt } from '../../reading.js';

/** Settings beside the rules that widen them, answer prompts, or make the client skip the file (2.1.332, seen in runs). */
export function settingsRemarks(root: unknown): readonly Remark[] {
  return [...modeRemarks(root), ...hookRemarks(root), ...projectServerRemarks(root), ...pluginRemarks(root), ...listRemarks(root)];
}

function remark(code: Remark['code'], path: readonly string[], message: string, fix?: string): Remark {
  return { code, part: 'settings', path, message, ...(fix === undefined ? {} : { fix }) };
}

function modeRemarks(root: unknown): readonly Remark[] {
  const mode = valueAt(root, 'permissions', 'defaultMode');
  if (mode === 'auto') return [remark('MCP413', ['permissions', 'defaultMode'], 'defaultMode "auto" lets a model decide on tools without a rule', 'Remove defaultMode. Explicit ask and deny rules still hold.')];
  if (mode !== 'bypassPermissions') return [];
  return [remark('MCP412', ['permissions', 'defaultMode'], 'defaultMode "bypassPermissions" runs every tool without a rule unasked', 'Remove defaultMode. Explicit ask and deny rules still hold.')];
}

function hookRemarks(root: unknown): readonly Remark[] {
  const hooks = tableAt(root, 'hooks');
  return ['PermissionRequest', 'PreToolUse']
    .filter((name) => hooks?.[name] !== undefined)
    .map((name) => remark('MCP413', ['hooks', name], name === 'PermissionRequest' ? 'a PermissionRequest hook answers prompts' : 'a PreToolUse hook can run tools that no rule names', 'Remove the hook, or make sure that it never allows.'));
}

function projectServerRemarks(root: unknown): readonly Remark[] {
  return valueAt(root, 'enableAllProjectMcpServers') === true
    ? [remark('MCP414', ['enableAllProjectMcpServers'], 'enableAllProjectMcpServers starts every server that a repository brings, without a question', 'Remove it, and enable servers one by one.')]
    : [];
}

/** Plugins that are switched on: each can bring hooks that answer prompts, and servers. */
function pluginRemarks(root: unknown): readonly Remark[] {
  return entriesOf(tableAt(root, 'enabledPlugins'))
    .filter(([, isOn]) => isOn !== false)
    .map(([plugin]) => remark('MCP414', ['enabledPlugins', plugin], 'a plugin can bring hooks and servers, which were not examined', 'Look through the plugin, or switch it off.'));
}

function listRemarks(root: unknown): readonly Remark[] {
  return ['deniedMcpServers', 'allowedMcpServers'].flatMap((key) => {
    const list = valueAt(root, key);
    const isStrange = Array.isArray(list) && list.some((item) => /[^A-Za-z0-9_-]/.test(String(valueAt(item, 'serverName') ?? '')));
    return isStrange ? [remark('MCP409', [key], `${key} holds a server name with other characters than letters, digits, "_" and "-"; releases exist that skip the whole file for it`)] : [];
  });
}
