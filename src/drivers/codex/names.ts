import type { Nameable } from '../../driver.js';

/** Checked by Codex when the server starts, not when the file loads: a bad name silently leaves the server out. */
const serverName = /^[A-Za-z0-9_:@/.-]+$/;
/** The set before 0.152.0; up to 0.151.0 a server with `: @ / .` in its name is left out (seen in runs; openai/codex#28654). */
export const portableServerName = /^[A-Za-z0-9_-]+$/;
/** Left out without a message; its policy lives under `[apps]`. */
const reserved = 'codex_apps';

/**
 * Tool keys are raw `tools/list` names compared byte for byte, so every tool name is exact. Nothing is sanitised, folded
 * or globbed in the approval lookup.
 */
export function nameable(server: string, tool: string | undefined): Nameable {
  if (server === reserved) return { ok: false, why: `Codex reserves the server name "${reserved}" and leaves such a server out`, fix: 'Rename the server.' };
  if (!serverName.test(server)) {
    return { ok: false, why: 'Codex starts servers only under names of letters, digits and _ : @ / . -', fix: 'Rename the server.' };
  }
  return { ok: true, key: tool === undefined ? ['mcp_servers', server] : ['mcp_servers', server, 'tools', tool] };
}
