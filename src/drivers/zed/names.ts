import type { Nameable } from '../../driver.js';

/**
 * The key of a tool is `mcp:` + raw server id + `:` + raw tool name, found by map equality: nothing is sanitised, folded or
 * globbed (zed-industries/zed@00b6ce1:crates/agent/src/tools/context_server_registry.rs, crates/agent/src/tool_permissions.rs).
 *
 * INVARIANT: a server without `:` ends at the second colon of its key, so one key decodes to one pair.
 */
export function nameable(server: string, tool: string | undefined): Nameable {
  if (server.includes(':')) {
    const example = tool ?? 'x';
    const [before, after] = [server.slice(0, server.indexOf(':')), server.slice(server.indexOf(':') + 1)];
    return { ok: false, why: `Zed joins names with ":", so "${keyOf(server, example)}" is both tool "${example}" of "${server}" and tool "${after}:${example}" of "${before}"`, fix: 'Rename the server without ":".' };
  }
  return { ok: true, key: [tool === undefined ? server : keyOf(server, tool)] };
}

/** The key in `agent.tool_permissions.tools`. */
export function keyOf(server: string, tool: string): string {
  return `mcp:${server}:${tool}`;
}
