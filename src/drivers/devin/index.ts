import type { RefusingDriver } from '../../driver.js';

/** Devin CLI: refused, because a manual alone proves no rule, and this one says that bypass mode approves everything. */
export const devin: RefusingDriver = {
  id: 'devin',
  title: 'Devin CLI',
  docs: 'https://docs.devin.ai/cli/reference/permissions',
  verdict: 'refused',
  reason:
    "Devin's mcp__server__tool rules cannot be tried offline, and its manual says that bypass mode approves every call, so no rule can be proven to hold.",
  nearest: 'permissions.allow, ask and deny in .devin/config.json with mcp__server__tool; deny before ask before allow.',
  change: 'A client that can be tested offline, and a statement on ask rules in bypass mode.',
  evidence: [
    { client: 'Devin CLI (no version: manual only)', grade: 'docs', date: '2026-11-30', source: 'https://docs.devin.ai/cli/reference/permissions' },
  ],
};
