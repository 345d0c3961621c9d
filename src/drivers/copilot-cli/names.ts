import type { Nameable } from '../../driver.js';
import type { NormalizedPolicy } from '../../model.js';

/**
 * Names under Copilot CLI's own rules (seen on 1.0.102). The model knows a tool as san(server) + `-` + san(tool), cut at 64
 * characters. A rule `S(T)` compares S with the raw server name and T with the sanitised, cut name of the tool.
 *
 * INVARIANT: inside the sets below sanitising and cutting change nothing, and no server of the run equals another one plus
 * `-` plus more, so a joined name decodes to one pair.
 */
const plain = /^[A-Za-z0-9_-]+$/;

const longestKey = 64;

/** Kinds of rules: `shell(t)` is a rule for commands, and authorised tool t of an MCP server called shell. */
const kinds: ReadonlySet<string> = new Set(['memory', 'read', 'shell', 'url', 'write']);

/** The server that the client brings along. */
const builtin = 'github-mcp-server';

/** The rule of a tool, as value of `--allow-tool` and `--deny-tool`. */
export function ruleOf(server: string, tool: string): string {
  return `${server}(${tool})`;
}

/** The name under which the model knows a tool, as value of `--excluded-tools`. */
export function offeredName(server: string, tool: string): string {
  return `${server}-${tool}`;
}

/** The same for any names, as the client makes it: other characters replaced, and cut. */
export function offeredAs(server: string, tool: string): string {
  return offeredName(sanitised(server), sanitised(tool)).slice(0, longestKey);
}

function sanitised(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '-');
}

export function nameable(server: string, tool: string | undefined, all: NormalizedPolicy): Nameable {
  const why = serverRefusal(server, tool ?? 'x', all) ?? (tool === undefined ? undefined : toolRefusal(server, tool));
  if (why !== undefined) return { ok: false, why, fix: 'Rename the server or tool: letters, digits, "_" and "-".' };
  return { ok: true, key: tool === undefined ? [server] : [ruleOf(server, tool)] };
}

/** `tool` is for the example in the message only. */
function serverRefusal(server: string, tool: string, all: NormalizedPolicy): string | undefined {
  if (!plain.test(server)) return `Copilot CLI takes rules for servers of letters, digits, "_" and "-" only; another name is an invalid rule or can be another server to the model`;
  if (kinds.has(server)) return `"${server}(...)" is a rule of Copilot CLI for its own tools, and would approve those as well`;
  if (server === builtin) return `Copilot CLI has a server of its own called "${server}"`;
  const other = collisions(all).get(server);
  if (other === undefined) return undefined;
  const [shorter, longer] = server.length < other.length ? [server, other] : [other, server];
  const rest = longer.slice(shorter.length + 1);
  const end = server === shorter && tool.startsWith(`${rest}-`) ? tool.slice(rest.length + 1) : tool;
  return `Copilot CLI joins names with "-", so "${longer}-${end}" is both tool "${end}" of "${longer}" and tool "${rest}-${end}" of "${shorter}", and the model gets only one of them`;
}

function toolRefusal(server: string, tool: string): string | undefined {
  if (!plain.test(tool)) return `Copilot CLI compares rules with a sanitised tool name, so no rule means ${JSON.stringify(tool)} and nothing else`;
  const name = offeredName(server, tool);
  if (name.length > longestKey) return `the joined name would have ${String(name.length)} characters; Copilot CLI cuts at ${String(longestKey)} and compares rules with what is left`;
  if (name.startsWith(`${builtin}-`)) return `the joined name "${name}" can be a tool of Copilot CLI's own server "${builtin}"`;
  return undefined;
}

const known = new WeakMap<NormalizedPolicy, ReadonlyMap<string, string>>();

/** Servers of which one is another plus `-` plus more, each with its counterpart. Worked out once for a policy. */
function collisions(all: NormalizedPolicy): ReadonlyMap<string, string> {
  const found = known.get(all);
  if (found !== undefined) return found;
  const names = new Set(all.servers.map(({ name }) => name));
  const pairs = new Map<string, string>();
  for (const name of names) {
    for (let index = name.indexOf('-'); index !== -1; index = name.indexOf('-', index + 1)) {
      const shorter = name.slice(0, index);
      if (!names.has(shorter)) continue;
      pairs.set(name, shorter);
      pairs.set(shorter, name);
    }
  }
  known.set(all, pairs);
  return pairs;
}
