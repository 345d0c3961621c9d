import type { Diagnostic, DiagnosticCode, Place } from '../diagnostics.js';
import { quote } from '../quote.js';
import type { Change, ChangedThing, Verdict } from './change.js';

const codes: Readonly<Record<Verdict, DiagnosticCode>> = { loosened: 'MCP430', swapped: 'MCP431', tightened: 'MCP432', added: 'MCP433', removed: 'MCP433', changed: 'MCP433' };

/** A change as a diagnostic. */
export function diagnoseChange(change: Change, at: Place | undefined): Diagnostic {
  const { server, tool, driver } = change;
  return {
    code: codes[change.verdict],
    message: `${aboutText(change)}: ${change.verdict}, ${change.before} -> ${change.after}`,
    subject: { ...(driver === undefined ? {} : { driver }), ...(server === undefined ? {} : { server }), ...(tool === undefined ? {} : { tool }) },
    ...(at === undefined ? {} : { at }),
  };
}

function aboutText({ server, tool, driver, thing }: Change): string {
  if (driver !== undefined) return `target ${quote(driver)}`;
  const who = `server ${quote(server ?? '')}`;
  if (tool !== undefined) return `${who}, tool ${quote(tool)}`;
  return thing === 'server' ? who : `${who}, ${thing}`;
}

const keys: Readonly<Record<ChangedThing, readonly string[]>> = {
  server: [],
  enabled: ['enabled'],
  'unnamed tools': ['requiresApproval'],
  'unlisted tools': ['enabledTools'],
  tool: ['tools'],
  transport: ['command'],
  contact: ['headers'],
  required: ['required'],
  reuseKey: ['reuseKey'],
  target: [],
};

/** Where a spec says it. */
export function pathOf({ server, tool, driver, thing }: Change): readonly string[] {
  if (driver !== undefined) return ['targets', driver];
  return ['mcpServers', server ?? '', ...keys[thing], ...(tool === undefined ? [] : [tool])];
}
