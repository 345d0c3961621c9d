import type { Remark } from '../../driver.js';
import { entriesOf, tableAt, valueAt } from '../../reading.js';

/**
 * Settings that void approvals or answer prompts (openai/codex:codex-rs/core/src/mcp_tool_call.rs; seen on 0.171.0):
 * `never` with full disk access runs every tool, a reviewer or an allowing hook answers for the person.
 */
export function voidingRemarks(root: unknown): readonly Remark[] {
  return [...bypassRemarks(root), ...reviewerRemarks(root), ...hookRemarks(root)];
}

function bypassRemarks(root: unknown): readonly Remark[] {
  const isNever = valueAt(root, 'approval_policy') === 'never';
  const isFullAccess = valueAt(root, 'sandbox_mode') === 'danger-full-access';
  if (isNever && isFullAccess) {
    return [{ code: 'MCP412', part: 'config', path: ['approval_policy'], message: 'approval_policy "never" with sandbox_mode "danger-full-access" runs every tool unasked, prompt tools included', fix: 'Set approval_policy = "on-request", or another sandbox_mode.' }];
  }
  if (isFullAccess) {
    return [{ code: 'MCP412', part: 'config', path: ['sandbox_mode'], message: 'sandbox_mode "danger-full-access" makes `codex exec` run every tool unasked, prompt tools included', fix: 'Set sandbox_mode = "workspace-write" or "read-only".' }];
  }
  return [];
}

function reviewerRemarks(root: unknown): readonly Remark[] {
  const reviewer = valueAt(root, 'approvals_reviewer');
  if (reviewer === undefined || reviewer === 'user') return [];
  return [{ code: 'MCP413', part: 'config', path: ['approvals_reviewer'], message: 'approvals_reviewer lets a model answer prompts', fix: 'Set approvals_reviewer = "user", or remove it.' }];
}

function hookRemarks(root: unknown): readonly Remark[] {
  const hooks = tableAt(root, 'hooks');
  return entriesOf(hooks)
    .filter(([name]) => name === 'PermissionRequest')
    .map(([name]): Remark => ({ code: 'MCP413', part: 'config', path: ['hooks', name], message: 'a PermissionRequest hook answers prompts', fix: 'Remove the hook, or make sure that it never allows.' }));
}
