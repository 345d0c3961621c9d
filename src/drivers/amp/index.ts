import type { RefusingDriver } from '../../driver.js';

/** Amp: the one client whose rule list may well be exact, and still refused, because nobody outside can check it. */
export const amp: RefusingDriver = {
  id: 'amp',
  title: 'Amp',
  docs: 'https://ampcode.com/manual',
  verdict: 'refused',
  reason:
    "Amp's ordered permission list looks exact, but its matching can be neither read nor run without an account, so no rule can be proven to mean one tool of one server.",
  nearest:
    'amp.permissions, first match wins: {tool: "mcp__server__tool", action: allow | ask | reject | delegate}; amp.mcpPermissions for whole servers.',
  change: 'A release whose current permission key is documented and that can be run offline.',
  evidence: [
    {
      client: '@ampcode/cli-linux-x64 0.0.1790142911',
      grade: 'report',
      date: '2026-11-30',
      source: 'dyoshikawa/rulesync#2000; the npm package holds no readable grammar',
    },
  ],
};
