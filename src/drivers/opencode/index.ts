import type { RefusingDriver } from '../../driver.js';

/** opencode: refused, because wrong tools ran under its joined key; the page names the conditions under which it would be exact. */
export const opencode: RefusingDriver = {
  id: 'opencode',
  title: 'opencode',
  docs: 'https://opencode.ai/v1/docs/permissions/',
  verdict: 'refused',
  reason:
    'opencode checks one joined key server_tool in which underscores also occur, so one key can belong to two tools or a builtin; --auto drops prompts, and unruled tools run.',
  nearest: 'permission in opencode.json, or OPENCODE_PERMISSION for one run: "server_tool" with allow, ask or deny; the last match wins.',
  change: 'A check that keeps server and tool apart, or a complete tool list with all keys proven different and --auto ruled out.',
  evidence: [
    {
      client: 'opencode-ai 1.18.33',
      grade: 'run',
      date: '2026-11-30',
      source: 'rules "*": ask, "a_b_c": allow, servers a (tool b_c) and a_b (tool c): c of a_b ran',
    },
    {
      client: 'opencode-ai 1.18.33',
      grade: 'run',
      date: '2026-11-30',
      source: 'tool directory of server external ran under the builtin key external_directory',
    },
    { client: 'opencode-ai 1.18.33', grade: 'run', date: '2026-11-30', source: '--auto ran a tool with an ask rule; a tool without a rule ran' },
    { client: 'opencode-ai 1.18.33', grade: 'source', date: '2026-11-30', source: 'opencode-ai@1.18.33: key = sanitised server + "_" + sanitised tool' },
  ],
};
