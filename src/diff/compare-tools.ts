import { compareNames, type ServerPolicy, type ToolPolicy } from '../model.js';
import type { Change } from './change.js';
import { absentStanding, defaultStanding, isUnlisted, judge, off, toolStanding, type Standing } from './standing.js';

/** Two states of one server; one of them may be missing. */
export type ServerPair = { readonly before: ServerPolicy; readonly after?: ServerPolicy } | { readonly before?: never; readonly after: ServerPolicy };

/** Every tool that either policy names or switches on or off, then the tools that nobody lists. */
export function compareTools(pair: ServerPair): readonly Change[] {
  const before = toolMap(pair.before);
  const after = toolMap(pair.after);
  const names = new Set([...before.keys(), ...after.keys(), ...listed(pair.before), ...listed(pair.after)]);
  return [...names].sort(compareNames).flatMap((name) => {
    const isNamed = before.has(name) || after.has(name);
    return isNamed || switches(pair, name) ? compareTool(pair, name, before.get(name), after.get(name)) : [];
  });
}

function toolMap(server: ServerPolicy | undefined): ReadonlyMap<string, ToolPolicy> {
  return new Map(server?.tools.map((tool) => [tool.name, tool]));
}

function listed(server: ServerPolicy | undefined): readonly string[] {
  return server === undefined ? [] : [...(server.enabledTools ?? []), ...server.disabledTools];
}

/** Whether a list switches a tool without a mode on or off. A switch of the whole server is told once, not for each tool. */
function switches({ before, after }: ServerPair, name: string): boolean {
  return (before !== undefined && isUnlisted(before, name)) !== (after !== undefined && isUnlisted(after, name));
}

function compareTool(pair: ServerPair, tool: string, named: ToolPolicy | undefined, namedAfter: ToolPolicy | undefined): readonly Change[] {
  const isSwitchedOff = pair.before?.enabled === true && pair.after?.enabled === false;
  const { before, after } = standings(pair, (server, isBefore) => (isSwitchedOff && !isBefore ? off : toolStanding(server, tool, isBefore ? named : namedAfter)));
  const isSpoken = named !== undefined || namedAfter !== undefined || before.rank === 0 || after.rank === 0;
  const verdict = isSpoken ? judge(before, after) : undefined;
  return verdict === undefined ? [] : [{ verdict, thing: 'tool', server: serverName(pair), tool, before: before.text, after: after.text }];
}

/** Tools without a name in the policy: what `requiresApproval` says, and whether a list of the only tools leaves them out. */
export function compareUnnamed(pair: ServerPair): readonly Change[] {
  return [...compareDefault(pair), ...compareUnlisted(pair)];
}

function compareDefault(pair: ServerPair): readonly Change[] {
  const { before, after } = standings(pair, defaultStanding);
  const verdict = judge(before, after);
  return verdict === undefined ? [] : [{ verdict, thing: 'unnamed tools', server: serverName(pair), before: before.text, after: after.text }];
}

/** `enabledTools` comes or goes: every tool that is on no list is switched with it. */
function compareUnlisted(pair: ServerPair): readonly Change[] {
  const { before, after } = pair;
  const goes = before?.enabledTools !== undefined && (after === undefined ? before.transport === undefined : after.enabledTools === undefined);
  const comes = after?.enabledTools !== undefined && (before === undefined ? after.transport === undefined : before.enabledTools === undefined);
  const change = { thing: 'unlisted tools' as const, server: serverName(pair) };
  if (goes) return [{ ...change, verdict: 'loosened', before: 'switched off', after: 'offered' }];
  return comes ? [{ ...change, verdict: 'tightened', before: 'offered', after: 'switched off' }] : [];
}

/** A server that comes or goes switched off brings or takes nothing that can be called. */
function standings(pair: ServerPair, of: (server: ServerPolicy, isBefore: boolean) => Standing): { readonly before: Standing; readonly after: Standing } {
  const { before, after } = pair;
  if (before === undefined) return { before: absentStanding(pair.after, true), after: pair.after.enabled ? of(pair.after, false) : off };
  if (after === undefined) return { before: before.enabled ? of(before, true) : off, after: absentStanding(before, false) };
  return { before: of(before, true), after: of(after, false) };
}

function serverName(pair: ServerPair): string {
  return pair.before === undefined ? pair.after.name : pair.before.name;
}
