import type { Remark } from '../../driver.js';
import { entriesOf, tableAt, valueAt } from '../../reading.js';

/** Settings that approve beside the policy file, or shut tools off (0.61.0; see docs/drivers/gemini-cli.md). */
export function settingsRemarks(root: unknown): readonly Remark[] {
  return [...trustRemarks(root), ...listRemarks(root), ...adminPolicyRemarks(root), ...emptyCoreRemarks(root)];
}

function trustRemarks(root: unknown): readonly Remark[] {
  return entriesOf(tableAt(root, 'mcpServers'))
    .filter(([, server]) => valueAt(server, 'trust') === true)
    .map(([server]): Remark => ({ code: 'MCP406', part: 'settings', path: ['mcpServers', server, 'trust'], server, message: 'trust runs every tool of the server unasked', fix: 'Remove trust, or set it to false.' }));
}

const wideners: readonly (readonly [path: readonly string[], what: string])[] = [
  [['mcp', 'allowed'], 'mcp.allowed approves every tool of the servers it names'],
  [['tools', 'allowed'], 'tools.allowed approves tools by names that no server is part of'],
  [['mcp', 'autoAllowInHeadless'], 'autoAllowInHeadless runs tools unasked where nobody can answer'],
  [['allowMCPServers'], 'allowMCPServers approves every tool of the servers it names'],
];

function listRemarks(root: unknown): readonly Remark[] {
  return wideners
    .filter(([path]) => isSet(valueAt(root, ...path)))
    .map(([path, message]): Remark => ({ code: 'MCP406', part: 'settings', path, message, fix: 'Remove it, and approve single tools.' }));
}

/** Rules of the admin tier, from any settings file: they beat those of every other file, and of `--policy` (seen). */
function adminPolicyRemarks(root: unknown): readonly Remark[] {
  if (!isSet(valueAt(root, 'adminPolicyPaths'))) return [];
  return [{ code: 'MCP414', part: 'settings', path: ['adminPolicyPaths'], message: 'adminPolicyPaths brings rules of the admin tier, which beat those of the policy', fix: 'Remove it, and keep the rules in the policy file.' }];
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}

/** An empty list means "no tools" here, not "nothing said". */
function emptyCoreRemarks(root: unknown): readonly Remark[] {
  const core = valueAt(root, 'tools', 'core');
  return Array.isArray(core) && core.length === 0 ? [{ code: 'MCP407', part: 'settings', path: ['tools', 'core'], message: 'tools.core is empty, which takes all built-in tools away', fix: 'Remove the key if that is not meant.' }] : [];
}
