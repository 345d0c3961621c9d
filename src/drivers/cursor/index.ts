import type { RefusingDriver } from '../../driver.js';

/** Cursor, the editor: refused, because its list can only allow and names servers by an id of its own. The CLI is `cursor-cli`. */
export const cursor: RefusingDriver = {
  id: 'cursor',
  title: 'Cursor',
  docs: 'https://cursor.com/docs/reference/permissions',
  verdict: 'refused',
  reason: "Cursor's mcpAllowlist can only allow: it has no ask or deny entry, and its server id may differ from the name in the config.",
  nearest: 'mcpAllowlist: ["server:tool"] in permissions.json, with the wildcards server:* and *:tool.',
  change: 'Stable server ids, entries that ask and deny, and a build that runs against a local model.',
  evidence: [
    { client: 'Cursor (no version: nothing to run)', grade: 'docs', date: '2026-11-30', source: 'https://cursor.com/docs/reference/permissions' },
    {
      client: 'Cursor (no version: nothing to run)',
      grade: 'report',
      date: '2026-11-30',
      source: 'mako-ai/mako#682: server playwright is stored as project-0-playwright',
    },
    { client: 'Cursor (no version: nothing to run)', grade: 'report', date: '2026-11-30', source: 'CoplayDev/unity-mcp#612: the list is ignored' },
  ],
};
