import type { Nameable } from '../../driver.js';

/**
 * Names under Claude Code's own rules. The client builds the key of a tool as `mcp__` + san(server) + `__` + san(tool), where
 * san turns every character outside `[A-Za-z0-9_-]` into `_` (seen on 2.1.332), and matches rules against that key only.
 *
 * INVARIANT: inside the sets below san changes nothing and the first `__` behind the prefix ends the server, so one key
 * decodes to one pair.
 */
const plain = /^[A-Za-z0-9_-]+$/;
const firstOther = /[^A-Za-z0-9_-]/u;

/** At 129 characters the client silently does not offer the tool. */
const longestKey = 128;

/** Taken by the client, which never offers the tools of such a server (runs on 2.1.332). The client's own list is longer and not public. */
const reserved: ReadonlySet<string> = new Set([
  'ccr-email', 'claude-code-remote', 'claude-device', 'claude-in-chrome', 'claude_ai', 'computer-use', 'hearthbot', 'ide', 'remote-devices', 'webagent', 'workspace',
]);

/** The client gives servers of plugins and connectors keys with these beginnings: `plugin:x:y` becomes `plugin_x_y`. */
const foreignPrefixes = ['plugin_', 'claude_ai_'] as const;

/** The rule string of a tool, or of a whole server. */
export function ruleOf(server: string, tool?: string): string {
  return tool === undefined ? `mcp__${server}` : `mcp__${server}__${tool}`;
}

/** The key that the client builds, from any names. */
export function offeredAs(server: string, tool: string): string {
  return ruleOf(sanitised(server), sanitised(tool));
}

export function nameable(server: string, tool: string | undefined): Nameable {
  const refusal = serverRefusal(server, tool ?? 'x') ?? (tool === undefined ? undefined : toolRefusal(server, tool));
  return refusal ?? { ok: true, key: [ruleOf(server, tool)] };
}

type Refused = Extract<Nameable, { ok: false }>;

/** `tool` is for the example in the message only. */
function serverRefusal(server: string, tool: string): Refused | undefined {
  const other = firstOther.exec(server)?.[0];
  if (other !== undefined || !plain.test(server)) {
    return refuse(`Claude Code turns ${JSON.stringify(other ?? '')} in a server name into "_", so its rules would also be those of server ${JSON.stringify(sanitised(server))}`, 'Rename the server: letters, digits, "-" and single "_".');
  }
  if (server.includes('__')) {
    const [a, b] = splitAt(server, server.indexOf('__'), 2);
    return refuse(`Claude Code joins names with "__", so "${ruleOf(server, tool)}" is both tool "${tool}" of "${server}" and tool "${b}__${tool}" of "${a}"`, 'Rename the server without "__".');
  }
  if (server.startsWith('_') || server.endsWith('_')) {
    return refuse(`Claude Code joins names with "__", so "${ruleOf(server, tool)}" ${edgeCollision(server, tool)}`, 'Rename the server without "_" at its ends.');
  }
  if (reserved.has(server)) return refuse(`Claude Code reserves the server name "${server}" and does not offer its tools`, 'Rename the server.');
  const prefix = foreignPrefixes.find((text) => server.startsWith(text));
  return prefix === undefined ? undefined : refuse(`Claude Code gives servers of ${prefix === 'plugin_' ? 'plugins' : 'connectors'} names that begin with "${prefix}", so a rule for "${server}" could be theirs`, 'Rename the server.');
}

function toolRefusal(server: string, tool: string): Refused | undefined {
  const other = firstOther.exec(tool)?.[0];
  if (other !== undefined || !plain.test(tool)) {
    return refuse(`Claude Code turns ${JSON.stringify(other ?? '')} in a tool name into "_", so rule "${ruleOf(server, sanitised(tool))}" would also mean tool ${JSON.stringify(sanitised(tool))}`, 'Have the server rename the tool: letters, digits, "-" and "_".');
  }
  const length = ruleOf(server, tool).length;
  return length <= longestKey ? undefined : refuse(`the rule would have ${String(length)} characters, and Claude Code does not offer tools whose name has more than ${String(longestKey)}`, 'Shorten the name of the server or tool.');
}

function edgeCollision(server: string, tool: string): string {
  const other = server.endsWith('_') ? `tool "_${tool}" of "${server.slice(0, -1)}"` : `tool "${tool}" of a server whose name ends before the first "__"`;
  return `is both tool "${tool}" of "${server}" and ${other}`;
}

function sanitised(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_');
}

function splitAt(text: string, index: number, width: number): readonly [string, string] {
  return [text.slice(0, index), text.slice(index + width)];
}

function refuse(why: string, fix: string): Refused {
  return { ok: false, why, fix };
}
