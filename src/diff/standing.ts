import { approvalRequired, type ServerPolicy, type ToolPolicy } from '../model.js';
import type { Verdict } from './change.js';

/**
 * What a policy lets happen without a person, as a rank that can be compared:
 *
 *   0  nothing: the tool is switched off
 *   1  it asks: mode "prompt", or unnamed on a server with requiresApproval = true
 *   2  the client decides: unnamed, and nobody declared requiresApproval
 *   3  it runs unasked: mode "approve", or unnamed with requiresApproval = false
 *
 * "Nobody said" ranks above "asks", because clients then follow what the server says of itself. A change is looser
 * exactly when the rank rises.
 */
export interface Standing {
  readonly rank: 0 | 1 | 2 | 3;
  readonly text: string;
  /** What the verdict is when the rank does not rise: whether something is said about it at all. */
  readonly isSaid: boolean;
}

/** A tool, or everything of a server, that cannot be called. */
export const off: Standing = { rank: 0, text: 'switched off', isSaid: true };

/** Tools that nobody names. */
export function defaultStanding(server: ServerPolicy): Standing {
  if (server.requiresApproval === undefined) return { rank: 2, text: 'not declared, the client decides', isSaid: false };
  return approvalRequired(server.requiresApproval) ? { rank: 1, text: 'asks', isSaid: true } : { rank: 3, text: 'runs unasked', isSaid: true };
}

/** One tool, named or not, on a server that is switched on. */
export function toolStanding(server: ServerPolicy, name: string, named: ToolPolicy | undefined): Standing {
  if (isUnlisted(server, name)) return off;
  if (named === undefined) return { ...defaultStanding(server), text: `not named, ${defaultStanding(server).text}`, isSaid: false };
  return named.approvalMode === 'approve' ? { rank: 3, text: 'approve', isSaid: true } : { rank: 1, text: 'prompt', isSaid: true };
}

/** Whether a list switches the tool off. */
export function isUnlisted(server: ServerPolicy, tool: string): boolean {
  return server.disabledTools.includes(tool) || (server.enabledTools !== undefined && !server.enabledTools.includes(tool));
}

/**
 * What holds for a server's tools in a policy that does not have the server. With a transport the server comes and goes
 * with the policy: without it there is nothing to run. Policy-only, it is declared elsewhere and stays when the policy
 * goes, so the client decides.
 */
export function absentStanding(other: ServerPolicy, isBefore: boolean): Standing {
  if (other.transport === undefined) return { rank: 2, text: 'not in the policy, the client decides', isSaid: false };
  return { rank: isBefore ? 1 : 0, text: 'not in the policy', isSaid: false };
}

/** The verdict on one thing, or `undefined` where nothing differs. */
export function judge(before: Standing, after: Standing): Verdict | undefined {
  if (before.rank === after.rank && before.text === after.text) return undefined;
  if (after.rank > before.rank) return 'loosened';
  if (before.isSaid !== after.isSaid) return after.isSaid ? 'added' : 'removed';
  return after.rank < before.rank ? 'tightened' : 'changed';
}
