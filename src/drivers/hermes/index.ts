import type { RefusingDriver } from '../../driver.js';

/** Hermes Agent: refused, because it decides what the model sees and not what needs a person. */
export const hermes: RefusingDriver = {
  id: 'hermes',
  title: 'Hermes Agent',
  docs: 'https://hermes-agent.nousresearch.com/docs/user-guide/features/mcp',
  verdict: 'refused',
  reason: 'Hermes has include and exclude lists of tools per server, but no approval per tool.',
  nearest: 'mcp_servers.<server>.tools.include and exclude in ~/.hermes/config.yaml: visibility only.',
  change: 'An approval setting per tool.',
  evidence: [
    {
      client: 'Hermes Agent (no version: manual only)',
      grade: 'docs',
      date: '2026-11-30',
      source: 'https://hermes-agent.nousresearch.com/docs/user-guide/features/mcp',
    },
  ],
};
