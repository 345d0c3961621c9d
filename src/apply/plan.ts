import { findingOf, isEmptyList, valueAt, type Finding } from '../audit/audit.js';
import { holding, type Holds } from '../audit/holding.js';
import { isSayable } from '../audit/sayable.js';
import { projectAll, staleApprovals, type Projected } from '../audit/stale.js';
import type { Entry, ExactDriver, NativeDocument, NativeValue, Observed, ObservedApproval, ObservedServer } from '../driver.js';
import type { NormalizedPolicy, Transport } from '../model.js';
import { quote } from '../quote.js';
import { tableAt } from '../reading.js';

/** One change of a client's file, in the words of the editor. */
export type PlannedEdit =
  | { readonly op: 'set' | 'include' | 'exclude'; readonly path: readonly string[]; readonly value: NativeValue }
  | { readonly op: 'remove'; readonly path: readonly string[] };

/** Changes by part. A part without changes is absent. */
export type EditPlan = ReadonlyMap<string, readonly PlannedEdit[]>;

/** A plan, or what stands in the way of any. */
export type Planned = { readonly ok: true; readonly plan: EditPlan } | { readonly ok: false; readonly refusals: readonly Finding[] };

export interface PlanOptions {
  /** Also remove approvals of servers that the policy does not declare. */
  readonly prune: boolean;
}

/**
 * What has to change so that the files say what the policy says: entries that are missing or different, approvals of
 * declared servers that were withdrawn, and keys of a declared transport that the spec does not have. Nothing else.
 */
export function planEdits(driver: ExactDriver, policy: NormalizedPolicy, documents: readonly NativeDocument[], observed: Observed, options: PlanOptions): Planned {
  const projected = projectAll(driver, policy);
  const native = new Map(observed.servers.map((server) => [server.name, server]));
  const holds = holding(documents);
  const refusals = [...projected.flatMap((one) => refusalsOf(driver, one, native.get(one.server.name), documents, holds)), ...fatalRemains(projected, observed)];
  if (refusals.length > 0) return { ok: false, refusals };
  const plan = new Map<string, PlannedEdit[]>(documents.map((document) => [document.part, []]));
  for (const one of projected) {
    for (const { part, path } of strays(driver, one, native.get(one.server.name), documents)) plan.get(part)?.push({ op: 'remove', path });
    for (const entry of missing(one, holds)) plan.get(entry.part)?.push({ op: entry.op, path: entry.path, value: entry.value });
  }
  for (const approval of withdrawn(projected, native, observed, options)) plan.get(approval.part)?.push(approval.element === undefined ? { op: 'remove', path: approval.removal } : { op: 'exclude', path: approval.path, value: approval.element });
  return { ok: true, plan: new Map([...plan].filter(([, edits]) => edits.length > 0)) };
}

/**
 * Approvals that go. Those of declared servers were the policy's own, if the policy could say them at all: a mode of a tool
 * that policy and file both switch off, or of a name that no spec can hold, was never written by us and stays, reported.
 */
function withdrawn(projected: readonly Projected[], native: ReadonlyMap<string, ObservedServer>, { approvals }: Observed, { prune }: PlanOptions): readonly ObservedApproval[] {
  const servers = new Map(projected.map(({ server }) => [server.name, server]));
  return staleApprovals(projected, approvals).filter((approval) => {
    const server = servers.get(approval.server);
    return prune || (server !== undefined && isSayable(approval.tool) && !(isOff(server, approval.tool) && isOff(native.get(server.name)?.fields ?? {}, approval.tool)));
  });
}

/** Whether a server, in the words of a spec, does not offer the tool. */
function isOff({ enabled, enabledTools, disabledTools }: { readonly enabled?: unknown; readonly enabledTools?: unknown; readonly disabledTools?: unknown }, tool: string): boolean {
  return enabled === false || (Array.isArray(enabledTools) && !enabledTools.includes(tool)) || (Array.isArray(disabledTools) && disabledTools.includes(tool));
}

/** A file that the client does not start with is edited only if the edit mends all of that. */
function fatalRemains(projected: readonly Projected[], { remarks }: Observed): readonly Finding[] {
  const fatal = remarks.filter((remark) => remark.isFatal);
  if (fatal.length === 0) return [];
  const mended = new Set(projected.flatMap(({ entries }) => entries).map((entry) => JSON.stringify([entry.part, entry.path])));
  return fatal.filter((remark) => remark.element !== undefined || !mended.has(JSON.stringify([remark.part, remark.path]))).map(findingOf);
}

function missing({ entries }: Projected, holds: Holds): readonly Entry[] {
  return entries.filter((entry) => holds(entry) === false);
}

/** Why the files must not be touched for this server. */
function refusalsOf(driver: ExactDriver, one: Projected, native: ObservedServer | undefined, documents: readonly NativeDocument[], holds: Holds): readonly Finding[] {
  const { server } = one;
  const place = `${driver.title}, server ${quote(server.name)}`;
  if (server.transport === undefined) {
    const isOrphan = driver.requiresTransport && (native === undefined || endpoints(driver, native, documents).length === 0);
    const [entry] = isOrphan ? missing(one, holds) : [];
    return entry === undefined ? [] : [{ code: 'MCP306', part: entry.part, path: entry.path, subject: { server: server.name }, message: `${place}: neither the spec nor the file says how to reach this server, and the client does not start on approvals without a transport` }];
  }
  const other = server.transport.type === 'stdio' ? 'url' : 'command';
  return native !== undefined && endpoints(driver, native, documents).includes(other)
    ? [{ code: 'MCP420', part: native.part, path: [...native.path, other], subject: { server: server.name }, message: `${place}: the file declares ${other}, and the spec another kind of transport under the same name`, fix: 'Rename one of the two, or remove the server from the file by hand.' }]
    : [];
}

/** The keys of a server in a file that say how it is reached. */
function endpoints(driver: ExactDriver, native: ObservedServer, documents: readonly NativeDocument[]): readonly string[] {
  const document = documents.find((candidate) => candidate.part === native.part);
  return (driver.endpointKeys ?? []).filter((key) => {
    const found = valueAt(document?.value, [...native.path, key]);
    return found !== undefined && !isEmptyList(found);
  });
}

interface Stray {
  readonly part: string;
  readonly path: readonly string[];
}

/**
 * Keys of the endpoint that a declared transport does not have, `args` for example, and values of variables and headers
 * that the transport declares in another way, a literal where it has a reference. Other unknown keys stay.
 */
function strays(driver: ExactDriver, { server, entries }: Projected, native: ObservedServer | undefined, documents: readonly NativeDocument[]): readonly Stray[] {
  const { transport } = server;
  if (transport === undefined || native === undefined) return [];
  const declared = new Set(entries.filter((entry) => entry.tool === undefined).map((entry) => JSON.stringify(entry.path)));
  const document = documents.find((candidate) => candidate.part === native.part)?.value;
  const named = (driver.transportKeys ?? []).flatMap((key) => Object.keys(tableAt(document, ...native.path, key) ?? {}).filter((name) => isDeclared(transport, name)).map((name) => [...native.path, key, name]));
  return [...endpoints(driver, native, documents).map((key) => [...native.path, key]), ...named]
    .filter((path) => !declared.has(JSON.stringify(path)))
    .map((path) => ({ part: native.part, path }));
}

/** Whether the spec says what a variable or header of this name is. */
function isDeclared(transport: Transport, name: string): boolean {
  if (transport.type === 'stdio') return transport.env.some((variable) => variable.name === name);
  const header = name.toLowerCase();
  return transport.headers.some((declared) => declared.name.toLowerCase() === header) || (header === 'authorization' && transport.bearerTokenEnv !== undefined);
}
