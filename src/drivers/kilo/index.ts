import type { RefusingDriver } from '../../driver.js';

/** Kilo CLI: refused like opencode, whose design it shares, though the same collision is won by the other tool. */
export const kilo: RefusingDriver = {
  id: 'kilo',
  title: 'Kilo CLI',
  docs: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  verdict: 'refused',
  reason:
    'Kilo checks one joined key server_tool in which underscores also occur, so one key can belong to two tools, and a tool that no rule matches runs.',
  nearest: 'permission in kilo.json: "server_tool" with allow, ask or deny; the last match wins.',
  change: 'A check that keeps server and tool apart, or a complete tool list with all keys proven different.',
  evidence: [
    {
      client: '@kilocode/cli 7.7.9',
      grade: 'run',
      date: '2026-11-30',
      source: 'rules "*": ask, "a_b_c": allow, servers a (tool b_c) and a_b (tool c): b_c of a ran',
    },
    { client: '@kilocode/cli 7.7.9', grade: 'report', date: '2026-11-30', source: 'Kilo-Org/kilocode#8546: the documented key form my_server_*' },
  ],
};
