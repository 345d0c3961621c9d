import type { Nameable } from '../../driver.js';

/**
 * `@server/tool` is compared with raw names, equality before wildcards; every pattern is first tested against `@server`
 * alone, and wildcard syntax acts only in patterns with `*` or `?` (aws/amazon-q-developer-cli@15cc8f3).
 *
 * INVARIANT: without `/` in a server the pattern splits at its first `/`, and without wildcards it is one pair.
 */
const plain = /^[A-Za-z0-9_.-]+$/;

/** Tools whose joined name is longer are left out by the client. Three characters join server and tool. */
const longestName = 64;
const joint = 3;

/** The pattern of a tool, or of a whole server. */
export function patternOf(server: string, tool?: string): string {
  return tool === undefined ? `@${server}` : `@${server}/${tool}`;
}

export function nameable(server: string, tool: string | undefined): Nameable {
  const why = refusal(server, tool);
  if (why !== undefined) return { ok: false, why, fix: 'Rename the server or tool: letters, digits, "_", "." and "-".' };
  return { ok: true, key: [patternOf(server, tool)] };
}

function refusal(server: string, tool: string | undefined): string | undefined {
  if (server === 'builtin') return '"@builtin" means the client\'s own tools';
  if (!plain.test(server)) {
    const slash = server.indexOf('/');
    return slash === -1
      ? 'characters of this server name are syntax of the client\'s patterns, or untested in them'
      : `"@${server}" is both the whole server "${server}" and tool "${server.slice(slash + 1)}" of "${server.slice(0, slash)}"`;
  }
  if (tool === undefined) return undefined;
  if (!plain.test(tool)) return 'characters of this tool name are syntax of the client\'s patterns, or untested in them';
  const length = server.length + joint + tool.length;
  return length <= longestName ? undefined : `the joined name would have ${String(length)} characters, and the client leaves out tools with more than ${String(longestName)}`;
}
