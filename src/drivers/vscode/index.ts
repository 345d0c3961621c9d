import type { RefusingDriver } from '../../driver.js';

/** VS Code: refused, because the approvals that name a tool are in no file, and the file setting names no server. */
export const vscode: RefusingDriver = {
  id: 'vscode',
  title: 'VS Code',
  docs: 'https://code.visualstudio.com/docs/agents/agent-tools',
  verdict: 'refused',
  reason:
    'VS Code keeps approvals per tool in its internal storage, not in a settings file, and its file setting for forced prompts carries no server name.',
  nearest: 'chat.tools.eligibleForAutoApproval: {"<tool>": false} forces a prompt by bare tool name.',
  change: 'A settings key with server and tool, for approve as well.',
  evidence: [
    {
      client: 'VS Code (no version: read in public copies)',
      grade: 'source',
      date: '2026-11-30',
      source: 'microsoft/vscode: storage keys chat/autoconfirm by tool id',
    },
    {
      client: 'VS Code (no version: read in public copies)',
      grade: 'report',
      date: '2026-11-30',
      source: 'microsoft/vscode#283422: equal tool names of two servers share one entry',
    },
  ],
};
