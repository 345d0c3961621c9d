import type { DiagnosticCode, Subject } from '../diagnostics.js';
import type { Entry, ExactDriver, NativeDocument, NativeValue, Observed, ObservedApproval, ObservedServer, Remark } from '../driver.js';
import type { NormalizedPolicy, ServerPolicy } from '../model.js';
import { quote } from '../quote.js';
import { sameValue } from '../render/value-of.js';
import { secretLiterals } from './secrets.js';

/** One answer "no" about a native file: where in which part, about whom, and why. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly part: string;
  readonly path: readonly string[];
  /** In a list at `path`: the element. */
  readonly element?: NativeValue;
  readonly subject: Subject;
  readonly message: string;
  readonly fix?: string;
}

/**
 * Policy x native files -> findings: what is missing, different, undeclared, wider, void, dead or leaked. An empty list
 * means that the files say what the policy says, and nothing beside it that we know would change it.
 */
export function audit(driver: ExactDriver, policy: NormalizedPolicy, documents: readonly NativeDocument[], observed: Observed): readonly Finding[] {
  const projected = policy.servers.map((server) => [server, driver.project(server)] as const);
  return [
    ...projected.flatMap(([server, entries]) => driftOf(server, entries, documents)),
    ...projected.flatMap(([server, entries]) => strangeTransport(driver, server, entries, documents, observed)),
    ...undeclared(staleApprovals(driver, policy, observed), policy),
    ...observed.servers.flatMap(leaks),
    ...remarks(projected.flatMap(([, entries]) => entries), documents, observed),
  ];
}

/** Entries of the policy that the files do not hold, or hold with another value. Parts without a document are not judged. */
function driftOf(server: ServerPolicy, entries: readonly Entry[], documents: readonly NativeDocument[]): readonly Finding[] {
  return entries.flatMap((entry): readonly Finding[] => {
    const document = documents.find((candidate) => candidate.part === entry.part);
    if (document === undefined || holds(document.value, entry)) return [];
    return [drift(server, entry, valueAt(document.value, entry.path))];
  });
}

/** Whether a document says what the entry says. */
export function holds(document: unknown, entry: Entry): boolean {
  const found = valueAt(document, entry.path);
  if (entry.isUnordered) return sameValue(sorted(found), sorted(entry.value));
  return entry.op === 'set' ? sameValue(found, entry.value) : Array.isArray(found) && found.some((item) => sameValue(item, entry.value));
}

/** A list of texts in one order, without repetitions. */
function sorted(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...new Set(value)].sort() : value;
}

function drift(server: ServerPolicy, entry: Entry, found: unknown): Finding {
  const subject = { server: server.name, ...(entry.tool === undefined ? {} : { tool: entry.tool }) };
  const place = { part: entry.part, path: entry.path, subject };
  const who = entry.tool === undefined ? `server ${quote(server.name)}` : `server ${quote(server.name)}, tool ${quote(entry.tool)}`;
  const isMissing = found === undefined || entry.op === 'include';
  if (entry.tool !== undefined) {
    const wanted = typeof entry.value === 'string' ? ` (${entry.value})` : '';
    return isMissing ? { ...place, code: 'MCP401', message: `${who}: the approval${wanted} is missing` } : { ...place, code: 'MCP402', message: `${who}: the mode is another one than the policy's${wanted}` };
  }
  const key = entry.path.at(-1) ?? '';
  return { ...place, code: 'MCP403', message: `${who}: ${quote(key)} ${isMissing ? 'is missing' : 'differs from the spec'}` };
}

/** Transport keys that the spec does not have: the server under this name may be another one. */
function strangeTransport(driver: ExactDriver, server: ServerPolicy, entries: readonly Entry[], documents: readonly NativeDocument[], observed: Observed): readonly Finding[] {
  const native = observed.servers.find((candidate) => candidate.name === server.name);
  if (server.transport === undefined || native === undefined) return [];
  const document = documents.find((candidate) => candidate.part === native.part);
  const present = (driver.transportKeys ?? []).flatMap((key) => leaves(valueAt(document?.value, [...native.path, key]), [...native.path, key]));
  const declared = new Set(entries.filter((entry) => entry.tool === undefined).map((entry) => placeKey('', entry.path, undefined)));
  return present
    .filter((path) => !declared.has(placeKey('', path, undefined)))
    .map((path) => ({ code: 'MCP403', part: native.part, path, subject: { server: server.name }, message: `server ${quote(server.name)}: ${quote(path.at(-1) ?? '')} is not in the spec`, fix: 'Declare it in the spec, or remove it from the file.' }));
}

/** Paths to the values below a node: the node itself where it is no table. */
function leaves(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return [path];
  return Object.keys(value).flatMap((key) => leaves(valueAt(value, [key]), [...path, key]));
}

function undeclared(stale: readonly ObservedApproval[], policy: NormalizedPolicy): readonly Finding[] {
  return stale.map((approval) => {
    const place = { part: approval.part, path: approval.path, subject: { server: approval.server, tool: approval.tool }, ...elementOf(approval) };
    const who = `server ${quote(approval.server)}, tool ${quote(approval.tool)}`;
    const word = approval.isDenied ? 'the tool is forbidden' : `${approval.approvalMode ?? 'a mode'} is set`;
    return declares(policy, approval) ? { ...place, code: 'MCP402', message: `${who}: ${word}, against the policy` } : { ...place, code: 'MCP404', message: `${who}: ${word}, and the policy does not declare it` };
  });
}

function elementOf({ element }: { readonly element?: NativeValue }): { readonly element?: NativeValue } {
  return element === undefined ? {} : { element };
}

function declares(policy: NormalizedPolicy, { server, tool }: ObservedApproval): boolean {
  return policy.servers.some((candidate) => candidate.name === server && candidate.tools.some((named) => named.name === tool));
}

/**
 * Approvals in the files that no entry of the policy stands for: of tools that the policy does not name, or in another
 * list than the policy wants. Foreign modes are remarks of the driver; forbidding more tools than the policy is allowed.
 */
export function staleApprovals(driver: ExactDriver, policy: NormalizedPolicy, observed: Observed): readonly ObservedApproval[] {
  const wanted = entriesByTool(driver, policy);
  return observed.approvals.filter((approval) => {
    const counts = approval.isDenied ? declares(policy, approval) : approval.approvalMode !== undefined;
    return counts && ![approval.tool, undefined].some((tool) => wanted.get(tool)?.some((entry) => standsFor(entry, approval)));
  });
}

/** The entries that are about each tool name, whatever the server, and those that are about none. */
function entriesByTool(driver: ExactDriver, policy: NormalizedPolicy): ReadonlyMap<string | undefined, readonly Entry[]> {
  const byTool = new Map<string | undefined, Entry[]>();
  for (const entry of policy.servers.flatMap((server) => driver.project(server))) {
    const known = byTool.get(entry.tool);
    if (known === undefined) byTool.set(entry.tool, [entry]);
    else known.push(entry);
  }
  return byTool;
}

function standsFor(entry: Entry, { part, path, element }: ObservedApproval): boolean {
  const isSamePath = entry.part === part && entry.path.length === path.length && entry.path.every((step, index) => step === path[index]);
  return isSamePath && (entry.op === 'include' ? sameValue(element, entry.value) : element === undefined);
}

/** Different for different places: each step is preceded by its length. */
function placeKey(part: string, path: readonly string[], element: NativeValue | undefined): string {
  let key = part;
  for (const step of path) key += `/${String(step.length)}:${step}`;
  return element === undefined ? key : `${key}=${JSON.stringify(element)}`;
}

function leaks(server: ObservedServer): readonly Finding[] {
  return secretLiterals(server).map((literal) => ({
    code: 'MCP411',
    part: server.part,
    path: literal.path,
    subject: { server: server.name },
    message: `server ${quote(server.name)}: ${literal.name === undefined ? `${quote(literal.path.at(-1) ?? '')} holds a literal that` : `the value of ${quote(literal.name)}`} looks like a credential`,
  }));
}

/** What the driver remarks, but for settings that the policy itself declares. */
function remarks(entries: readonly Entry[], documents: readonly NativeDocument[], observed: Observed): readonly Finding[] {
  if (observed.remarks.length === 0) return [];
  const held = entries.filter((entry) => documents.some((document) => document.part === entry.part && holds(document.value, entry)));
  const wanted = new Set(held.map((entry) => placeKey(entry.part, entry.path, entry.op === 'include' ? entry.value : undefined)));
  return observed.remarks.filter((remark) => !(remark.code === 'MCP406' && wanted.has(placeKey(remark.part, remark.path, remark.element)))).map(findingOf);
}

/** A driver's remark as a finding. */
export function findingOf({ code, part, path, element, server, tool, message, fix }: Remark): Finding {
  const subject = { ...(server === undefined ? {} : { server }), ...(tool === undefined ? {} : { tool }) };
  const who = server === undefined ? '' : `server ${quote(server)}${tool === undefined ? '' : `, tool ${quote(tool)}`}: `;
  return { code, part, path, subject, ...(element === undefined ? {} : { element }), message: `${who}${message}`, ...(fix === undefined ? {} : { fix }) };
}

/** The value at a path by own keys only. */
export function valueAt(value: unknown, path: readonly string[]): NativeValue | undefined {
  return path.reduce<unknown>((node, key) => (typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined), value) as NativeValue | undefined;
}
