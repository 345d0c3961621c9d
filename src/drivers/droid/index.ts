import type { RefusingDriver } from '../../driver.js';

/** Factory Droid: refused, because its approvals can be recorded by a person in the client only. */
export const droid: RefusingDriver = {
  id: 'droid',
  title: 'Factory Droid',
  docs: 'https://docs.factory.ai/cli/configuration/mcp',
  verdict: 'refused',
  reason:
    'A stored Droid approval is valid only with a hash of the live server that cannot be computed from outside, and Droid has no rule that asks for one tool.',
  nearest:
    'persistentPermissions.tools in the user mcp.json: {approvedAt, impactLevel, serverIdentity}; disabledTools and --remove-tools MCP:server/tool hide a tool.',
  change: 'A documented identity hash or a command that records an approval, and a run without an account.',
  evidence: [
    { client: '@factory/cli-linux-x64 0.225.2', grade: 'source', date: '2026-11-30', source: '@factory/cli-linux-x64@0.225.2: the bundle of the npm package' },
  ],
};
