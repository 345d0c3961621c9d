import type { RefusingDriver } from '../../driver.js';

/** Windsurf, named Devin Desktop since June 2026: refused under both names, since users type both. The CLI is `devin`. */
export const windsurf: RefusingDriver = {
  id: 'windsurf',
  title: 'Windsurf',
  docs: 'https://docs.devin.ai/desktop/devin-local/permissions.md',
  verdict: 'refused',
  reason:
    "Windsurf's mcp_config.json can only switch a tool on or off, and the permission rules of its successor Devin Desktop cannot be tried offline.",
  nearest: 'mcp_config.json of Cascade switches tools on and off; Devin Desktop takes the rules of the Devin CLI.',
  change: 'A client that can be tested offline, and a statement on ask rules in bypass mode.',
  evidence: [
    { client: 'Windsurf (no version: manual only)', grade: 'docs', date: '2026-11-30', source: 'https://docs.devin.ai/desktop/devin-local/permissions.md' },
    { client: 'Windsurf (no version: manual only)', grade: 'report', date: '2026-11-30', source: 'mcp_config.json of Cascade only switches tools on and off' },
  ],
};
