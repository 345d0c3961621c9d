import type { Diagnostic, Place } from '../diagnostics.js';
import { compareNames, type ServerPolicy } from '../model.js';
import { quote } from '../quote.js';
import { didYouMean } from '../suggest.js';
import { grouped } from './group.js';
import type { Failure, ListedTool } from './listed.js';
import type { Mention, ServerMentions } from './mentions.js';

/** What one server lists against what the policy says of it: names without a tool, and names with two. */
export function compareListed(server: string, tools: readonly ListedTool[], mentions: ServerMentions): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count > 1).sort(([a], [b]) => compareNames(a, b));
  const unknown = [...grouped(mentions.tools, ({ tool }) => tool)].filter(([tool]) => !counts.has(tool));
  const known = [...counts.keys()];
  return [...unknown.map(([tool, places], index) => unlisted(server, tool, places, index < mostSuggested ? known : [])), ...repeated.map(([tool, count]) => listedTwice(server, tool, count, placeOf(tool, mentions)))];
}

/** Where more names than these are wrong, it is not their spelling. */
const mostSuggested = 200;

const effects: Readonly<Record<Mention['list'], string>> = {
  tools: 'this mode has no effect',
  enabledTools: 'this switches nothing on',
  disabledTools: 'this switches nothing off',
};

function unlisted(server: string, tool: string, [first, ...others]: readonly Mention[], known: readonly string[]): Diagnostic {
  const list = first?.list ?? 'tools';
  return {
    code: 'MCP601',
    message: `server ${quote(server)} lists no tool ${quote(tool)}, so ${effects[list]}`,
    fix: `Write the name exactly as the server lists it, or remove the entry.${didYouMean(tool, known)}`,
    subject: { server, tool },
    ...(first === undefined ? {} : { at: first.at }),
    ...(others.length === 0 ? {} : { related: others.map((other) => ({ message: `also named here, where ${effects[other.list]}`, at: other.at })) }),
  };
}

function listedTwice(server: string, tool: string, count: number, at: Place): Diagnostic {
  return { code: 'MCP603', message: `server ${quote(server)} lists tool ${quote(tool)} ${count === 2 ? 'twice' : `${String(count)} times`}`, subject: { server, tool }, at };
}

/** The first place that names a tool, else that of its server. */
export function placeOf(tool: string, mentions: ServerMentions): Place {
  return mentions.first.get(tool) ?? mentions.at;
}

/** Why a server was not inspected. */
export function notInspected({ name }: Pick<ServerPolicy, 'name'>, { code, why, fix }: Failure): Diagnostic {
  return { code, message: `server ${quote(name)} was not inspected: ${why}`, ...(fix === undefined ? {} : { fix }), subject: { server: name } };
}
