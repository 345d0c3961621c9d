import type { RefusingDriver } from '../../driver.js';

/** Crush: refused, because its list of allowed tools compares one joined string and knows nothing but allow. */
export const crush: RefusingDriver = {
  id: 'crush',
  title: 'Crush',
  docs: 'https://github.com/charmbracelet/crush',
  verdict: 'refused',
  reason:
    'Crush compares one string mcp_server_tool, so tool b_c of server a and tool c of server a_b are the same rule, and it has no rule that asks or denies.',
  nearest: 'permissions.allowed_tools: a list of mcp_server_tool, compared for equality.',
  change: 'A check of the pair of server and tool, and lists that ask and deny.',
  evidence: [
    { client: 'Crush 37f36e93824', grade: 'source', date: '2026-11-30', source: 'charmbracelet/crush@37f36e93824' },
  ],
};
