import type { Decision, Observed, ObservedApproval, ObservedServer, Remark } from '../driver.js';

/**
 * What happens, strongest first: files that the client drops, tools that are switched off, the client's own order of
 * precedence (`decided`), approvals that are void, the tool's own entry, a wider rule, the default of its server. Where two
 * entries contradict each other only the client knows.
 */
export function outcomeOf(server: string, tool: string, observed: Observed, decided?: Decision): Decision {
  const declared = observed.servers.find(({ name }) => name === server);
  const own = observed.approvals.filter((approval) => approval.server === server && approval.tool === tool && !approval.isShadowed);
  const outcome = dropped(observed) ?? switchedOff(tool, declared) ?? decided ?? voided(observed) ?? ownEntry(own) ?? wider(server, tool, observed) ?? unnamed(server, declared);
  return outcome.happens === 'asks' ? (answered(observed) ?? outcome) : outcome;
}

function dropped({ remarks }: Observed): Decision | undefined {
  const remark = remarks.find(({ isFatal }) => isFatal === true);
  return remark === undefined ? undefined : { happens: 'unknown', why: `nothing in the file counts: ${remark.message}`, decidedBy: placeOf(remark) };
}

/** A prompt that nobody may see. */
function answered({ remarks }: Observed): Decision | undefined {
  const remark = remarks.find(({ code }) => code === 'MCP413');
  return remark === undefined ? undefined : { happens: 'unknown', why: `somebody else may answer the prompt: ${remark.message}`, decidedBy: placeOf(remark) };
}

function voided({ remarks }: Observed): Decision | undefined {
  const remark = remarks.find(({ code }) => code === 'MCP412');
  return remark === undefined ? undefined : { happens: 'runs unasked', why: `approvals are void: ${remark.message}`, decidedBy: placeOf(remark) };
}

function switchedOff(tool: string, server: ObservedServer | undefined): Decision | undefined {
  if (server === undefined) return undefined;
  const { enabled, enabledTools, disabledTools } = server.fields;
  const off = (why: string): Decision => ({ happens: 'cannot be called', why, decidedBy: placeOf(server) });
  if (enabled === false) return off('the server is switched off');
  if (Array.isArray(disabledTools) && disabledTools.includes(tool)) return off('the tool is switched off');
  return Array.isArray(enabledTools) && !enabledTools.includes(tool) ? off('the tool is not among the only ones that are offered') : undefined;
}

function ownEntry(own: readonly ObservedApproval[]): Decision | undefined {
  const [first] = own;
  if (first === undefined) return undefined;
  const denied = own.find(({ isDenied }) => isDenied === true);
  if (denied !== undefined) return { happens: 'cannot be called', why: 'the tool is forbidden', decidedBy: placeOf(denied) };
  const modes = new Set(own.map(({ approvalMode }) => approvalMode));
  if (modes.size > 1) return { happens: 'unknown', why: 'its entries contradict each other', decidedBy: placeOf(first) };
  if (first.approvalMode === undefined) return { happens: 'unknown', why: 'its mode has no equal in a policy', decidedBy: placeOf(first) };
  return first.approvalMode === 'approve' ? { happens: 'runs unasked', why: 'the tool is approved', decidedBy: placeOf(first) } : { happens: 'asks', why: 'the tool is set to prompt', decidedBy: placeOf(first) };
}

/** A rule for a whole server or for every one: what it matches is up to the client, so it counts as a yes. */
function wider(server: string, tool: string, { remarks }: Observed): Decision | undefined {
  const remark = remarks.find((one) => one.code === 'MCP406' && one.narrows !== true && (one.server === undefined || one.server === server) && (one.tool === undefined || one.tool === tool));
  return remark === undefined ? undefined : { happens: 'runs unasked', why: `a wider rule covers it: ${remark.message}`, decidedBy: placeOf(remark) };
}

function unnamed(server: string, declared: ObservedServer | undefined): Decision {
  if (declared === undefined) return { happens: 'unknown', why: `the files declare no server of this name` };
  if (declared.fields['requiresApproval'] === true) return { happens: 'asks', why: 'the server asks for every tool that is not named', decidedBy: placeOf(declared) };
  return { happens: 'client decides', why: `nothing in the files speaks of the tool, nor of what unnamed tools of ${JSON.stringify(server)} need`, decidedBy: placeOf(declared) };
}

function placeOf({ part, path, element }: Pick<Remark, 'part' | 'path' | 'element'>): Pick<Remark, 'part' | 'path' | 'element'> {
  return { part, path, ...(element === undefined ? {} : { element }) };
}
