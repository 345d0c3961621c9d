import type { DiagnosticCode, Subject } from '../diagnostics.js';
import type { Entry, ExactDriver, NativeDocument, NativeValue, Observed, ObservedApproval, ObservedServer, Remark } from '../driver.js';
import type { NormalizedPolicy, ServerPolicy } from '../model.js';
import { quote } from '../quote.js';
import { holding, valueBelow, type Holds } from './holding.js';
import { isSayable } from './sayable.js';
import { secretLiterals } from './secrets.js';
import { declarations, projectAll, staleApprovals, type Projected } from './stale.js';

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
  const projected = projectAll(driver, policy);
  const holds = holding(documents);
  return [
    ...projected.flatMap((one) => driftOf(one, documents, holds)),
    ...strangeTransports(driver, projected, documents, observed),
    ...undeclared(staleApprovals(projected, observed.approvals), declarations(projected)),
    ...observed.servers.flatMap(leaks),
    ...remarks(projected, holds, observed),
    ...strangers(policy, observed.servers),
  ];
}

/** Servers beside those of the policy. One that is switched off runs nothing. */
function strangers(policy: NormalizedPolicy, servers: readonly ObservedServer[]): readonly Finding[] {
  const declared = new Set(policy.servers.map(({ name }) => name));
  return servers
    .filter(({ name, fields }) => !declared.has(name) && fields['enabled'] !== false)
    .map(({ part, name, path }) => ({ code: 'MCP426', part, path, subject: { server: name }, message: `server ${quote(name)}: the policy does not declare it, so the client decides on its tools` }));
}

/** Entries of the policy that the files do not hold, or hold with another value. Parts without a document are not judged. */
function driftOf({ server, entries }: Projected, documents: readonly NativeDocument[], holds: Holds): readonly Finding[] {
  return entries.filter((entry) => holds(entry) === false).map((entry) => drift(server, entry, valueAt(documents.find(({ part }) => part === entry.part)?.value, entry.path)));
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
function strangeTransports(driver: ExactDriver, projected: readonly Projected[], documents: readonly NativeDocument[], observed: Observed): readonly Finding[] {
  const natives = new Map(observed.servers.map((server) => [server.name, server]));
  return projected.flatMap(({ server, entries }) => {
    const native = natives.get(server.name);
    return server.transport === undefined || native === undefined ? [] : strangeKeys(driver, native, entries, documents);
  });
}

function strangeKeys(driver: ExactDriver, { part, name, path: root }: ObservedServer, entries: readonly Entry[], documents: readonly NativeDocument[]): readonly Finding[] {
  const server = valueAt(documents.find((candidate) => candidate.part === part)?.value, root);
  const present = (driver.transportKeys ?? []).filter((key) => valueAt(server, [key]) !== undefined).flatMap((key) => leaves(valueAt(server, [key]), [key]));
  const declared = entries.filter((entry) => entry.tool === undefined && entry.part === part).map((entry) => entry.path.slice(root.length));
  return present
    .filter((path) => !declared.some((own) => own.length === path.length && own.every((step, index) => step === path[index])))
    .map((path) => ({ code: 'MCP403', part, path: [...root, ...path], subject: { server: name }, message: `server ${quote(name)}: ${quote(path.at(-1) ?? '')} is not in the spec`, fix: 'Declare it in the spec, or remove it from the file.' }));
}

/** Paths to the values below a node: the node itself where it is no table. An empty list says as much as none. */
function leaves(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (value === undefined || isEmptyList(value)) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return [path];
  return Object.keys(value).flatMap((key) => leaves(valueAt(value, [key]), [...path, key]));
}

export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function undeclared(stale: readonly ObservedApproval[], declares: (approval: ObservedApproval) => boolean): readonly Finding[] {
  return stale.map((approval) => {
    const place = { part: approval.part, path: approval.path, subject: { server: approval.server, tool: approval.tool }, ...elementOf(approval) };
    const who = `server ${quote(approval.server)}, tool ${quote(approval.tool)}`;
    const word = approval.isDenied ? 'the tool is forbidden' : `${approval.approvalMode ?? 'a mode'} is set`;
    if (declares(approval)) return { ...place, code: 'MCP402', message: `${who}: ${word}, against the policy` };
    return { ...place, code: 'MCP404', message: `${who}: ${word}, and the policy does not declare it`, ...(isSayable(approval.tool) ? {} : { fix: 'No spec can hold this name. Remove it by hand, or with `mcpolicy apply --prune`.' }) };
  });
}

function elementOf({ element }: { readonly element?: NativeValue }): { readonly element?: NativeValue } {
  return element === undefined ? {} : { element };
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
    ...(literal.kind === 'argument' ? { element: literal.text } : {}),
    message: `server ${quote(server.name)}: ${literal.name === undefined ? `${quote(literal.path.at(-1) ?? '')} holds a literal that` : `the value of ${quote(literal.name)}`} looks like a credential`,
  }));
}

/** What the driver remarks, but for settings that the policy itself declares. */
function remarks(projected: readonly Projected[], holds: Holds, observed: Observed): readonly Finding[] {
  if (!observed.remarks.some(({ code }) => code === 'MCP406')) return observed.remarks.map(findingOf);
  const held = projected.flatMap(({ entries }) => entries.filter((entry) => entry.tool === undefined && holds(entry)));
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
  return valueBelow(value, path) as NativeValue | undefined;
}
