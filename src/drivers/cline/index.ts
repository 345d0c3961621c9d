import type { RefusingDriver } from '../../driver.js';

/** Cline: refused, because the flag per tool is still written in config files and no longer read. */
export const cline: RefusingDriver = {
  id: 'cline',
  title: 'Cline',
  docs: 'https://docs.cline.bot/mcp/configuring-mcp-servers',
  verdict: 'refused',
  reason:
    'Cline no longer consults the autoApprove flag of a tool: one switch governs all MCP tools, and the Cline CLI approves every tool by default.',
  nearest: 'autoApprove: ["tool"] of a server in cline_mcp_settings.json; toolPolicies["server__tool"] for programs that embed Cline.',
  change: 'A key per server and tool that a release reads from its config.',
  evidence: [
    { client: 'Cline extension 21cb8d2525b', grade: 'source', date: '2026-11-30', source: 'cline/cline@21cb8d2525b' },
    { client: 'cline 3.0.65', grade: 'source', date: '2026-11-30', source: 'cline@3.0.65: the npm package of the CLI' },
    {
      client: 'Cline extension 21cb8d2525b',
      grade: 'report',
      date: '2026-11-30',
      source: 'cline/cline#13498: the flag is removed from the decision, merged 2026-08-23',
    },
  ],
};
