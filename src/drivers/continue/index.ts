import type { RefusingDriver } from '../../driver.js';

/** Continue CLI: refused, because the server is not part of a tool's name. */
export const continueCli: RefusingDriver = {
  id: 'continue',
  title: 'Continue CLI',
  docs: 'https://docs.continue.dev/cli/tool-permissions',
  verdict: 'refused',
  reason: 'Continue registers MCP tools under the bare tool name, so a rule cannot say which server it means.',
  nearest: 'allow, ask and exclude in ~/.continue/permissions.yaml; the flags --allow, --ask and --exclude.',
  change: "The server as a part of the tool's name, or a field of its own.",
  evidence: [
    {
      client: '@continuedev/cli 1.5.47',
      grade: 'run',
      date: '2026-11-30',
      source: 'two servers with tool t1: the model was given t1 twice, the call ran on the first server',
    },
  ],
};
