import type { Remark } from '../../driver.js';
import { entriesOf, isTable, tableAt, valueAt } from '../../reading.js';

/**
 * Settings that void approvals or answer prompts (openai/codex:codex-rs/core/src/mcp_tool_call.rs; every one of them seen
 * on 0.171.0, test/conformance/codex-files): `never` with write access to the whole disk runs every tool, a reviewer or an
 * allowing hook answers for the person.
 */
export function voidingRemarks(root: unknown): readonly Remark[] {
  return [...bypassRemarks(root), ...reviewerRemarks(root), ...hookRemarks(root)];
}

/** What gives write access to the whole disk: its key, how it is called, and what would not. */
interface FullAccess {
  readonly key: string;
  readonly what: string;
  readonly instead: string;
}

function bypassRemarks(root: unknown): readonly Remark[] {
  const isNever = valueAt(root, 'approval_policy') === 'never';
  return fullAccess(root).map(({ key, what, instead }, index): Remark => {
    if (isNever && index === 0) {
      return { code: 'MCP412', part: 'config', path: ['approval_policy'], message: `approval_policy "never" with ${what} runs every tool unasked, prompt tools included`, fix: `Set approval_policy = "on-request", or another ${key}.` };
    }
    return { code: 'MCP412', part: 'config', path: [key], message: `${what} makes \`codex exec\` run every tool unasked, prompt tools included`, fix: `Set ${instead}.` };
  });
}

/** `default_permissions` beats `sandbox_mode`; both are looked at, because releases without profiles know the latter only. */
function fullAccess(root: unknown): readonly FullAccess[] {
  const profile = valueAt(root, 'default_permissions');
  const instead = 'default_permissions = ":workspace" or ":read-only"';
  return [
    ...(valueAt(root, 'sandbox_mode') === 'danger-full-access' ? [{ key: 'sandbox_mode', what: 'sandbox_mode "danger-full-access"', instead: 'sandbox_mode = "workspace-write" or "read-only"' }] : []),
    ...(profile === ':danger-full-access' ? [{ key: 'default_permissions', what: 'default_permissions ":danger-full-access"', instead }] : []),
    ...(typeof profile === 'string' && writesEverywhere(root, profile, new Set()) ? [{ key: 'default_permissions', what: 'a permission profile that may write to the whole disk', instead }] : []),
  ];
}

/** Whether a profile, or one that it extends, gives write access to the root of the file system. What narrows it again is not followed. */
function writesEverywhere(root: unknown, profile: string, seen: Set<string>): boolean {
  const table = tableAt(root, 'permissions', profile);
  if (table === undefined || seen.has(profile)) return false;
  seen.add(profile);
  const opened = entriesOf(tableAt(table, 'filesystem')).some(([place, access]) => wholeDisk.has(place) && givesWrite(access));
  const parents = [table['extends']].flat().filter((parent) => typeof parent === 'string');
  return opened || parents.some((parent) => writesEverywhere(root, parent, seen));
}

const wholeDisk: ReadonlySet<string> = new Set([':root', '/', '/**']);

function givesWrite(access: unknown): boolean {
  return isTable(access) ? Object.values(access).some(givesWrite) : access === 'write';
}

function reviewerRemarks(root: unknown): readonly Remark[] {
  const reviewer = valueAt(root, 'approvals_reviewer');
  if (reviewer === undefined || reviewer === 'user') return [];
  return [{ code: 'MCP413', part: 'config', path: ['approvals_reviewer'], message: 'approvals_reviewer lets a model answer prompts', fix: 'Set approvals_reviewer = "user", or remove it.' }];
}

function hookRemarks(root: unknown): readonly Remark[] {
  return valueAt(root, 'hooks', 'PermissionRequest') === undefined
    ? []
    : [{ code: 'MCP413', part: 'config', path: ['hooks', 'PermissionRequest'], message: 'a PermissionRequest hook answers prompts', fix: 'Remove the hook, or make sure that it never allows.' }];
}
