import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import { compareNames, type NormalizedPolicy, type ServerPolicy } from '../model.js';
import { quote } from '../quote.js';
import { placeOf } from './findings.js';
import { grouped } from './group.js';
import type { ListedTool } from './listed.js';
import type { ServerMentions } from './mentions.js';

/** A tool of a server that exists, that the policy names, or both. */
interface Pair {
  readonly server: string;
  readonly tool: string;
  readonly isListed: boolean;
}

/** What the servers list, by the name of the server. */
export type Listed = ReadonlyMap<string, readonly ListedTool[]>;

/**
 * Tools that one client cannot keep apart, now that it is known which ones there are: several under one name, or one that the
 * client can name exactly only as long as nobody lists another.
 */
export function confusions(driver: ExactDriver, policy: NormalizedPolicy, listed: Listed, mentions: ReadonlyMap<string, ServerMentions>): readonly Diagnostic[] {
  const universe = withListed(policy, listed);
  const pairs = policy.servers.flatMap((server) => pairsOf(server, listed.get(server.name) ?? []));
  const groups = grouped(pairs, ({ server, tool }) => identity(driver, server, tool, universe));
  const joined = [...groups.values()].filter((group) => group.length > 1 && group.some(({ isListed }) => isListed));
  const confused = new Set(joined.flat());
  const lost = pairs.filter((pair) => !confused.has(pair) && isLost(driver, pair, policy, universe));
  return [...joined.map((group) => joinedTools(driver, group, mentions)), ...lost.map((pair) => lostTool(driver, pair, universe, mentions))];
}

function pairsOf(server: ServerPolicy, tools: readonly ListedTool[]): readonly Pair[] {
  const listed = new Set(tools.map(({ name }) => name));
  const all = new Set([...namedBy(server), ...listed]);
  return [...all].sort(compareNames).map((tool) => ({ server: server.name, tool, isListed: listed.has(tool) }));
}

function namedBy({ tools, enabledTools = [], disabledTools }: ServerPolicy): readonly string[] {
  return [...tools.map(({ name }) => name), ...enabledTools, ...disabledTools];
}

/** The policy as it would be if it named every tool that there is: what names are checked against. */
function withListed(policy: NormalizedPolicy, listed: Listed): NormalizedPolicy {
  const servers = policy.servers.map((server): ServerPolicy => {
    const names = new Set(server.tools.map(({ name }) => name));
    const others = new Set((listed.get(server.name) ?? []).map(({ name }) => name).filter((name) => !names.has(name)));
    const tools = [...server.tools, ...[...others].map((name) => ({ name, approvalMode: 'prompt' as const }))];
    return { ...server, tools: tools.sort((a, b) => compareNames(a.name, b.name)) };
  });
  return { ...policy, servers };
}

/** What the client knows a tool by. A name that no rule can mean is its own. */
function identity(driver: ExactDriver, server: string, tool: string, universe: NormalizedPolicy): string {
  if (driver.offeredAs !== undefined) return driver.offeredAs(server, tool);
  const named = driver.nameable(server, tool, universe);
  return JSON.stringify(named.ok ? named.key : [null, server, tool]);
}

/** Whether the policy alone could name the tool, and cannot any more beside those that are listed. */
function isLost(driver: ExactDriver, { server, tool }: Pair, policy: NormalizedPolicy, universe: NormalizedPolicy): boolean {
  return driver.nameable(server, tool, policy).ok && !driver.nameable(server, tool, universe).ok;
}

function joinedTools(driver: ExactDriver, group: readonly Pair[], mentions: ReadonlyMap<string, ServerMentions>): Diagnostic {
  const [first, ...others] = group.toSorted((a, b) => Number(isNamed(b, mentions)) - Number(isNamed(a, mentions)));
  if (first === undefined) throw new Error('a group of tools is empty');
  const shown = others.slice(0, mostShown).map(pairText).join(' or ');
  const more = others.length > mostShown ? ` or ${String(others.length - mostShown)} others` : '';
  return { code: 'MCP602', message: `${driver.title} cannot tell ${pairText(first)} from ${shown}${more}`, ...aboutPair(driver, first, mentions) };
}

/** Of a large group the first ones show what is wrong. */
const mostShown = 3;

function lostTool(driver: ExactDriver, pair: Pair, universe: NormalizedPolicy, mentions: ReadonlyMap<string, ServerMentions>): Diagnostic {
  const named = driver.nameable(pair.server, pair.tool, universe);
  return { code: 'MCP602', message: `${driver.title} cannot tell ${pairText(pair)} from others that are listed: ${named.ok ? '' : named.why}`, ...aboutPair(driver, pair, mentions) };
}

function aboutPair(driver: ExactDriver, { server, tool }: Pair, mentions: ReadonlyMap<string, ServerMentions>): Pick<Diagnostic, 'subject' | 'at'> {
  const places = mentions.get(server);
  return { subject: { driver: driver.id, server, tool }, ...(places === undefined ? {} : { at: placeOf(tool, places) }) };
}

function isNamed({ server, tool }: Pair, mentions: ReadonlyMap<string, ServerMentions>): boolean {
  return mentions.get(server)?.first.has(tool) ?? false;
}

function pairText({ server, tool, isListed }: Pair): string {
  return `tool ${quote(tool)} of server ${quote(server)}${isListed ? '' : ' (not listed)'}`;
}
