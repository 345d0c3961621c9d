import type { RefusingDriver } from '../../driver.js';

/** Roo Code: refused, because a file alone cannot switch its approvals on. */
export const roo: RefusingDriver = {
  id: 'roo',
  title: 'Roo Code',
  docs: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
  verdict: 'refused',
  reason: "Roo's alwaysAllow list acts only when two editor switches are on, has no ask list, and cannot be applied to one launch.",
  nearest: 'mcpServers.<server>.alwaysAllow: ["tool"], where "*" means all; disabledTools hides tools.',
  change: 'Activation by the file alone, and a list that asks.',
  evidence: [
    { client: 'Roo Code 3.52.1', grade: 'source', date: '2026-11-30', source: 'RooCodeInc/Roo-Code@cb836567180' },
  ],
};
