import type { Remark } from '../../driver.js';
import { tableAt, valueAt } from '../../reading.js';

/** Settings beside the rules that widen them, answer prompts, or make the client skip the file (2.1.332, seen in runs). */
export function settingsRemarks(root: unknown): readonly Remark[] {
  return [...modeRemarks(root), ...hookRemarks(root), ...projectServerRemarks(root), ...listRemarks(root)];
}

function remark(code: Remark['code'], path: readonly string[], message: string, fix?: string): Remark {
  return { code, part: 'settings', path, message, ...(fix === undefined ? {} : { fix }) };
}

function modeRemarks(root: unknown): readonly Remark[] {
  const mode = valueAt(root, 'permissions', 'defaultMode');
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

function listRemarks(root: unknown): readonly Remark[] {
  return ['deniedMcpServers', 'allowedMcpServers'].flatMap((key) => {
    const list = valueAt(root, key);
    const isStrange = Array.isArray(list) && list.some((item) => /[^A-Za-z0-9_-]/.test(String(valueAt(item, 'serverName') ?? '')));
    return isStrange ? [remark('MCP409', [key], `${key} holds a server name with other characters than letters, digits, "_" and "-"; releases exist that skip the whole file for it`)] : [];
  });
}
