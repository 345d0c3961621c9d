import { findingOf, holds, staleApprovals, valueAt } from '../audit/audit.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Entry, ExactDriver, NativeDocument, NativeValue, Observed, ObservedServer } from '../driver.js';
import type { NormalizedPolicy, ServerPolicy } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';

/** One change of a client's file, in the words of the editor. */
export type PlannedEdit =
  | { readonly op: 'set' | 'include' | 'exclude'; readonly path: readonly string[]; readonly value: NativeValue }
  | { readonly op: 'remove'; readonly path: readonly string[] };

/** Changes by part. A part without changes is absent. */
export type EditPlan = ReadonlyMap<string, readonly PlannedEdit[]>;

export interface PlanOptions {
  /** Also remove approvals of servers that the policy does not declare. */
  readonly prune: boolean;
}

/**
 * What has to change so that the files say what the policy says: entries that are missing or different, approvals of
 * declared servers that were withdrawn, and keys of a declared transport that the spec does not have. Nothing else.
 */
export function planEdits(driver: ExactDriver, policy: NormalizedPolicy, documents: readonly NativeDocument[], observed: Observed, options: PlanOptions): Outcome<EditPlan> {
  const native = new Map(observed.servers.map((server) => [server.name, server]));
  const refusals = [...policy.servers.flatMap((server) => refusalsOf(driver, server, native.get(server.name), documents)), ...fatalRemains(driver, policy, observed)];
  if (refusals.length > 0) return failure(refusals);
  const owned = new Set(policy.servers.map((server) => server.name));
  const gone = staleApprovals(driver, policy, observed).filter((approval) => options.prune || owned.has(approval.server));
  const plan = new Map<string, PlannedEdit[]>(documents.map((document) => [document.part, []]));
  for (const server of policy.servers) {
    for (const { part, path } of strays(driver, server, native.get(server.name), documents)) plan.get(part)?.push({ op: 'remove', path });
    for (const entry of missing(driver.project(server), documents)) plan.get(entry.part)?.push({ op: entry.op, path: entry.path, value: entry.value });
  }
  for (const approval of gone) plan.get(approval.part)?.push(approval.element === undefined ? { op: 'remove', path: approval.removal } : { op: 'exclude', path: approval.path, value: approval.element });
  return success(new Map([...plan].filter(([, edits]) => edits.length > 0)));
}

/** A file that the client does not start with is edited only if the edit mends all of that. */
function fatalRemains(driver: ExactDriver, policy: NormalizedPolicy, observed: Observed): readonly Diagnostic[] {
  const mended = new Set(policy.servers.flatMap((server) => driver.project(server)).map((entry) => JSON.stringify([entry.part, entry.path])));
  return observed.remarks
    .filter((remark) => remark.isFatal && !mended.has(JSON.stringify([remark.part, remark.path])))
    .map((remark) => {
      const { code, subject, message, fix } = findingOf(remark);
      return { code, message, subject: { driver: driver.id, ...subject }, ...(fix === undefined ? {} : { fix }) };
    });
}

function missing(entries: readonly Entry[], documents: readonly NativeDocument[]): readonly Entry[] {
  return entries.filter((entry) => documents.some((document) => document.part === entry.part && !holds(document.value, entry)));
}

/** Why the files must not be touched for this server. */
function refusalsOf(driver: ExactDriver, server: ServerPolicy, native: ObservedServer | undefined, documents: readonly NativeDocument[]): readonly Diagnostic[] {
  const subject = { driver: driver.id, server: server.name };
  const place = `${driver.title}, server ${quote(server.name)}`;
  if (server.transport === undefined) {
    const isOrphan = driver.requiresTransport && (native === undefined || endpoints(driver, native, documents).length === 0);
    return isOrphan && missing(driver.project(server), documents).length > 0 ? [{ code: 'MCP306', message: `${place}: neither the spec nor the file says how to reach this server, and the client does not start on approvals without a transport`, subject }] : [];
  }
  const other = server.transport.type === 'stdio' ? 'url' : 'command';
  return native !== undefined && endpoints(driver, native, documents).includes(other)
    ? [{ code: 'MCP420', message: `${place}: the file declares ${other}, and the spec another kind of transport under the same name`, fix: 'Rename one of the two, or remove the server from the file by hand.', subject }]
    : [];
}

/** The keys of a server in a file that say how it is reached. */
function endpoints(driver: ExactDriver, native: ObservedServer, documents: readonly NativeDocument[]): readonly string[] {
  const document = documents.find((candidate) => candidate.part === native.part);
  return (driver.endpointKeys ?? []).filter((key) => valueAt(document?.value, [...native.path, key]) !== undefined);
}

/** Keys of the endpoint that a declared transport does not have, `args` for example. Other unknown keys stay. */
function strays(driver: ExactDriver, server: ServerPolicy, native: ObservedServer | undefined, documents: readonly NativeDocument[]): readonly { readonly part: string; readonly path: readonly string[] }[] {
  if (server.transport === undefined || native === undefined) return [];
  const declared = new Set(driver.project(server).map((entry) => JSON.stringify(entry.path)));
  return endpoints(driver, native, documents)
    .map((key) => [...native.path, key])
    .filter((path) => !declared.has(JSON.stringify(path)))
    .map((path) => ({ part: native.part, path }));
}
