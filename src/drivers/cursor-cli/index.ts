import type { RefusingDriver } from '../../driver.js';

/** Cursor CLI: refused, because it has no rule that asks and two pages disagree on how a rule names a tool. */
export const cursorCli: RefusingDriver = {
  id: 'cursor-cli',
  title: 'Cursor CLI',
  docs: 'https://cursor.com/docs/cli/reference/permissions',
  verdict: 'refused',
  reason:
    'Cursor CLI rules know allow and deny only, and the separator inside Mcp() is not confirmed, so neither a prompt nor an exact rule can be proven.',
  nearest: 'permissions.allow and permissions.deny with Mcp(server:tool) in ~/.cursor/cli-config.json and .cursor/cli.json.',
  change: "The client's own reference for the Mcp form, a rule that asks, and a run that needs no account.",
  evidence: [
    { client: 'Cursor CLI (no version: nothing to run)', grade: 'docs', date: '2026-11-30', source: 'https://cursor.com/docs/cli/reference/permissions' },
    {
      client: 'Cursor CLI (no version: nothing to run)',
      grade: 'report',
      date: '2026-11-30',
      source: 'one public page writes Mcp(server, tool) instead of Mcp(server:tool)',
    },
  ],
};
