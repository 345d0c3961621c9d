import type { Nameable } from '../../driver.js';

/**
 * Names under Gemini CLI's own rules (google-gemini/gemini-cli 0.61.0: generateValidName, formatMcpToolName, ruleMatches).
 * A tool is known as `mcp_` + server + `_` + tool, where characters outside `[A-Za-z0-9_.:-]` become `_` and long names are
 * cut in the middle. A rule is turned into the same form without sanitising and compared with it, on its own server only.
 *
 * INVARIANT: inside the sets below the joined name is the rule's own, it splits at the first `_` behind the prefix, and so
 * decodes to one pair.
 */
const serverName = /^[A-Za-z0-9.:-]+$/;
const toolName = /^[A-Za-z0-9_.:-]+$/;

/** One more character, and the client keeps the first 30 and the last 30 around `...`. */
const longestKey = 63;

/** The name under which the client registers a tool, from any names: one prefix, other characters replaced, and cut in the middle. */
export function offeredAs(server: string, tool: string): string {
  const joined = `${server}_${tool}`;
  const name = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^A-Za-z0-9_.:-]/g, '_');
  return name.length <= longestKey ? name : `${name.slice(0, 30)}...${name.slice(-30)}`;
}

export function nameable(server: string, tool: string | undefined): Nameable {
  const why = serverRefusal(server, tool ?? 'x');
  if (why !== undefined) return { ok: false, why, fix: 'Rename the server: letters, digits, ".", ":" and "-".' };
  if (tool === undefined) return { ok: true, key: [server] };
  return toolRefusal(server, tool) ?? { ok: true, key: [server, tool] };
}

/** `tool` is for the example in the message only. */
function serverRefusal(server: string, tool: string): string | undefined {
  if (server === 'mcp') return 'Gemini CLI leaves the prefix out for a server called "mcp", so no rule reaches its tools, and "mcp_a_b" would be its tool "a_b" and tool "b" of server "a"';
  if (serverName.test(server)) return undefined;
  if (server.includes('_')) {
    const [before, after] = [server.slice(0, server.indexOf('_')), server.slice(server.indexOf('_') + 1)];
    return `Gemini CLI joins names with "_", so "mcp_${server}_${tool}" is both tool "${tool}" of "${server}" and tool "${after}_${tool}" of "${before}"`;
  }
  return `Gemini CLI turns other characters of a server name into "_" in its tools' names but not in rules, so a rule for ${JSON.stringify(server)} matches nothing`;
}

function toolRefusal(server: string, tool: string): Extract<Nameable, { ok: false }> | undefined {
  if (!toolName.test(tool)) {
    return { ok: false, why: `Gemini CLI turns other characters of a tool name into "_", so ${JSON.stringify(tool)} is known as ${JSON.stringify(tool.replace(/[^A-Za-z0-9_.:-]/gu, '_'))}, which can be another tool`, fix: 'Have the server rename the tool: letters, digits, "_", ".", ":" and "-".' };
  }
  const key = `mcp_${server}_${tool}`;
  if (key.length > longestKey) {
    return { ok: false, why: `the joined name would have ${String(key.length)} characters, and Gemini CLI cuts names of more than ${String(longestKey)} in the middle`, fix: 'Shorten the name of the server or tool.' };
  }
  const prefix = `mcp_${server}_`;
  if (tool.startsWith(prefix)) {
    return { ok: false, why: `Gemini CLI also takes a rule for "${tool}" as the rule for tool "${tool.slice(prefix.length)}", because it adds its prefix to names that have it`, fix: `Have the server rename the tool without "${prefix}".` };
  }
  if (key.length === longestKey && key.slice(30, 33) === '...') {
    return { ok: false, why: 'the joined name looks like one that Gemini CLI has cut, so a tool with a longer name would be known by it too', fix: 'Have the server rename the tool.' };
  }
  return undefined;
}
