import type { Decision, NativeDocument, NativeValue } from '../../driver.js';
import { isTable, isTextList, valueAt, type Table } from '../../reading.js';
import { nameable } from './names.js';

/** The rules of policy files, in the order of the file. */
export function rulesOf(documents: readonly NativeDocument[]): readonly Table[] {
  return documents.filter(({ part }) => part === 'policy').flatMap(({ value }) => {
    const list = valueAt(value, 'rule');
    return Array.isArray(list) ? list.filter(isTable) : [];
  });
}

/** The names of tools that a rule holds: the client makes one rule of each. */
export function toolNamesOf({ toolName }: Table): readonly string[] {
  if (typeof toolName === 'string') return [toolName];
  return isTextList(toolName) ? toolName : [];
}

const plainKeys: ReadonlySet<string> = new Set(['mcpName', 'toolName', 'decision', 'priority']);

/** A rule that holds in every situation: nothing but names, decision and priority. */
export function isSimple(rule: Table): boolean {
  return Object.keys(rule).every((key) => plainKeys.has(key));
}

export type Reach = 'one tool' | 'more' | 'no server';

/** Which tools of servers a name in a rule covers: `no server` where it is the name of a tool of the client's own. */
export function reachOf(mcpName: unknown, name: string): Reach {
  if (mcpName === undefined) return name === '*' || name.startsWith('mcp_') ? 'more' : 'no server';
  return mcpName === '*' || name.includes('*') ? 'more' : 'one tool';
}

type Covers = 'yes' | 'perhaps' | 'no';

/** As `ruleMatches` and `matchesWildcard` of 0.61.0 do it. `perhaps`: patterns of the manual that this release takes literally. */
function covers(mcpName: unknown, name: string, server: string, tool: string): Covers {
  if (mcpName === undefined) return coversByJoined(name, server, tool);
  if (mcpName !== '*' && mcpName !== server) return 'no';
  if (name === '*') return 'yes';
  if (mcpName === '*' || name.includes('*')) return 'perhaps';
  return name === tool || name === `mcp_${server}_${tool}` ? 'yes' : 'no';
}

function coversByJoined(name: string, server: string, tool: string): Covers {
  if (['*', 'mcp_*', `mcp_${server}_*`, `mcp_${server}_${tool}`].includes(name)) return 'yes';
  return name.startsWith('mcp_') && /\*(?!$)|[^_]\*$/.test(name) ? 'perhaps' : 'no';
}

interface Match {
  readonly rule: Table;
  readonly isSure: boolean;
  readonly isOwn: boolean;
}

/** Rules that can decide about the tool, the first one first: the highest priority, then the order of the file. */
function matchesOf(rules: readonly Table[], server: string, tool: string): readonly Match[] {
  const matches = rules.flatMap((rule): readonly Match[] => {
    const found = toolNamesOf(rule).map((name) => covers(rule['mcpName'], name, server, tool));
    const isOwn = rule['mcpName'] === server && rule['toolName'] === tool;
    return found.some((one) => one !== 'no') ? [{ rule, isOwn, isSure: found.includes('yes') && isSimple(rule) }] : [];
  });
  return [...matches].sort((a, b) => Number(b.rule['priority']) - Number(a.rule['priority']));
}

/** What the rules say about a tool. Where a rule with conditions could win and says otherwise, only the client knows. */
export function decideByRules(rules: readonly Table[], server: string, tool: string): Decision | undefined {
  const matches = matchesOf(rules, server, tool);
  const [first] = matches;
  if (first === undefined) return undefined;
  const refused = nameable(server, tool);
  if (!refused.ok) return { happens: 'unknown', why: refused.why, decidedBy: placeOf(first.rule) };
  const last = matches.findIndex(({ isSure }) => isSure);
  if (last === -1) return { happens: 'unknown', why: 'the rules that cover it hold under conditions only', decidedBy: placeOf(first.rule) };
  const counting = matches.slice(0, last + 1);
  const decisive = counting[last] ?? first;
  if (counting.some(({ rule }) => rule['decision'] !== decisive.rule['decision'])) return { happens: 'unknown', why: 'a rule of higher priority says otherwise under conditions', decidedBy: placeOf(first.rule) };
  return { ...wordsOf(decisive), decidedBy: placeOf(decisive.rule) };
}

function wordsOf({ rule: { decision }, isOwn }: Match): Pick<Decision, 'happens' | 'why'> {
  if (decision === 'allow') return { happens: 'runs unasked', why: isOwn ? 'the tool is approved' : 'a wider rule approves it' };
  if (decision === 'deny') return { happens: 'cannot be called', why: isOwn ? 'the tool is forbidden' : 'a wider rule forbids it' };
  return { happens: 'asks', why: isOwn ? 'the tool is set to prompt' : 'a wider rule asks for it' };
}

function placeOf(rule: Table): NonNullable<Decision['decidedBy']> {
  return { part: 'policy', path: ['rule'], element: rule as NativeValue };
}

/** Trust runs a tool without a question although its rule says ask, where there is a terminal (0.61.0, seen in runs). */
export function decide(documents: readonly NativeDocument[], server: string, tool: string): Decision | undefined {
  const decision = decideByRules(rulesOf(documents), server, tool);
  const isTrusted = documents.some(({ part, value }) => part === 'settings' && valueAt(value, 'mcpServers', server, 'trust') === true);
  if (decision?.happens !== 'asks' || !isTrusted) return decision;
  return { happens: 'unknown', why: 'a rule asks for it, and trust in the server runs it unasked where there is a terminal', decidedBy: { part: 'settings', path: ['mcpServers', server, 'trust'] } };
}
