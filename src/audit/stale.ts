import type { Entry, ExactDriver, ObservedApproval } from '../driver.js';
import type { NormalizedPolicy, ServerPolicy } from '../model.js';
import { sameValue } from '../render/value-of.js';

/** A server of the policy, and the entries that a driver makes of it. */
export interface Projected {
  readonly server: ServerPolicy;
  readonly entries: readonly Entry[];
}

/** What every server of a policy means in the words of a client. */
export function projectAll(driver: ExactDriver, policy: NormalizedPolicy): readonly Projected[] {
  return policy.servers.map((server) => ({ server, entries: driver.project(server) }));
}

/**
 * Approvals in the files that no entry of the policy stands for: of tools that the policy does not name, or in another
 * list than the policy wants. Foreign modes are remarks of the driver; forbidding more tools than the policy is allowed,
 * and so is an entry without effect beside the one that the policy wants.
 */
export function staleApprovals(projected: readonly Projected[], approvals: readonly ObservedApproval[]): readonly ObservedApproval[] {
  const wanted = new Map(projected.map(({ server, entries }) => [server.name, indexed(entries)]));
  const declares = declarations(projected);
  const isStanding = (approval: ObservedApproval) => isWanted(wanted.get(approval.server), approval);
  const decided = new Set(approvals.some((approval) => approval.isShadowed) ? approvals.filter((approval) => !approval.isShadowed && isStanding(approval)).map(pairKey) : []);
  return approvals.filter((approval) => {
    const counts = approval.isDenied ? declares(approval) : approval.approvalMode !== undefined;
    return counts && !isStanding(approval) && !(approval.isShadowed && decided.has(pairKey(approval)));
  });
}

function pairKey({ server, tool }: Pair): string {
  return JSON.stringify([server, tool]);
}

/** The entries of one server: the first one about each tool, and all others, of which there are few. */
interface Indexed {
  readonly byTool: ReadonlyMap<string, Entry>;
  readonly others: readonly Entry[];
}

function indexed(entries: readonly Entry[]): Indexed {
  const byTool = new Map<string, Entry>();
  const others: Entry[] = [];
  for (const entry of entries) {
    if (entry.tool === undefined || byTool.has(entry.tool)) others.push(entry);
    else byTool.set(entry.tool, entry);
  }
  return { byTool, others };
}

function isWanted(server: Indexed | undefined, approval: ObservedApproval): boolean {
  const first = server?.byTool.get(approval.tool);
  return (first !== undefined && standsFor(first, approval)) || (server?.others.some((entry) => standsFor(entry, approval)) ?? false);
}

/** INVARIANT: drivers name pairs injectively, so an entry of one server never stands for an approval of another. */
export function standsFor(entry: Entry, { part, path, element }: Pick<ObservedApproval, 'part' | 'path' | 'element'>): boolean {
  return entry.part === part && isSamePath(entry.path, path) && (entry.op === 'include' ? sameValue(element, entry.value) : element === undefined);
}

/** From the last step back: that is where entries of one server differ. */
function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = a.length - 1; index >= 0; index -= 1) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}

type Pair = Pick<ObservedApproval, 'server' | 'tool'>;

/** Whether the policy names a mode for this pair. */
export function declarations(projected: readonly Projected[]): (pair: Pair) => boolean {
  const named = new Map(projected.map(({ server }) => [server.name, new Set(server.tools.map((tool) => tool.name))]));
  return ({ server, tool }) => named.get(server)?.has(tool) ?? false;
}
