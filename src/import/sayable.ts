import type { Finding } from '../audit/audit.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Observed, ObservedServer, Remark } from '../driver.js';

/**
 * Servers without what the checks of a spec refused: a client takes an empty command, or a tool in both lists, and a spec
 * does not. What is left can be said, and stands in the file as it is. `undefined` where the faults are about nothing of that kind.
 */
export function sayableServers(observed: Observed, faults: readonly Diagnostic[]): Observed | undefined {
  const reasons = new Map<string, readonly Diagnostic[]>();
  for (const fault of faults) {
    const [table, server] = fault.at?.path ?? [];
    if (table !== 'mcpServers' || typeof server !== 'string') return undefined;
    if (isAboutLists(fault) && !observed.servers.some((one) => one.name === server && holdsLists(one))) return undefined;
    reasons.set(server, [...(reasons.get(server) ?? []), fault]);
  }
  return {
    ...observed,
    servers: observed.servers.map((server) => withoutFaults(server, reasons.get(server.name) ?? [])),
    remarks: [...observed.remarks, ...observed.servers.flatMap((server) => listRemarks(server, reasons.get(server.name) ?? []))],
  };
}

/** What the checks of a spec refused, at the entries of the client's files that it came from. */
export function nativeFindings({ code, message, fix, at, related = [] }: Diagnostic, observed: Observed): readonly Finding[] {
  const places = [at, ...related.map((other) => other.at)];
  return places.map((place): Finding => {
    const [, server, , tool] = place?.path ?? [];
    const entry = observed.approvals.find((approval) => approval.server === server && approval.tool === tool) ?? observed.servers.find(({ name }) => name === server) ?? observed.servers[0];
    const subject = { ...(typeof server === 'string' ? { server } : {}), ...(typeof tool === 'string' ? { tool } : {}) };
    return { code, part: entry?.part ?? '', path: entry?.path ?? [], ...(entry !== undefined && 'element' in entry ? { element: entry.element } : {}), subject, message, ...(fix === undefined ? {} : { fix }) };
  });
}

const lists: readonly unknown[] = ['enabledTools', 'disabledTools', 'tools'];

function isAboutLists({ at }: Diagnostic): boolean {
  return lists.includes(at?.path?.[2]);
}

function holdsLists({ fields }: ObservedServer): boolean {
  return fields['enabledTools'] !== undefined || fields['disabledTools'] !== undefined;
}

function listRemarks({ part, name, path }: ObservedServer, faults: readonly Diagnostic[]): readonly Remark[] {
  const fault = faults.find(isAboutLists);
  return fault === undefined ? [] : [{ code: 'MCP417', part, path, server: name, message: `the lists of enabled and disabled tools are not imported: ${fault.message}`, fix: 'Both stay in the file as they are.' }];
}

function withoutFaults(server: ObservedServer, faults: readonly Diagnostic[]): ObservedServer {
  const aboutTransport = faults.find((fault) => !isAboutLists(fault));
  const { enabled, required, requiresApproval, enabledTools, disabledTools, ...transport } = server.fields;
  const kept = { ...(aboutTransport === undefined ? transport : {}), enabled, required, requiresApproval, ...(faults.some(isAboutLists) ? {} : { enabledTools, disabledTools }) };
  const fields = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  return { ...server, fields, ...(aboutTransport === undefined ? {} : { unsaid: aboutTransport.message.replace(/^server "(?:[^"\\]|\\.)*": /, '') }) };
}
