import type { RefusingDriver } from '../../driver.js';

/** OpenClaw: refused, because its mode covers a whole server; the threads that it reaches have a driver of their own. */
export const openclaw: RefusingDriver = {
  id: 'openclaw',
  title: 'OpenClaw',
  docs: 'https://docs.openclaw.ai/cli/mcp/registry',
  verdict: 'refused',
  reason: "OpenClaw's approval mode is set per server and reaches Codex threads only; use the codex driver for an exact policy.",
  nearest: 'mcp.servers.<server>.codex.defaultToolsApprovalMode: auto, prompt or approve; toolFilter.include and exclude hide tools.',
  change: 'An approval mode per tool.',
  evidence: [
    { client: 'OpenClaw (no version: manual only)', grade: 'docs', date: '2026-11-30', source: 'https://docs.openclaw.ai/cli/mcp/registry' },
    {
      client: 'OpenClaw (no version: manual only)',
      grade: 'report',
      date: '2026-11-30',
      source: 'openclaw/openclaw#96859: a proposal for exact tools, closed',
    },
  ],
};
