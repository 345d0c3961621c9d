import type { ExactDriver } from '../../driver.js';
import { capabilities } from './capabilities.js';
import { launch } from './launch.js';
import { nameable, offeredAs } from './names.js';
import { notes } from './notes.js';
import { project } from './project.js';
import { endpointKeys, read, transportKeys } from './read.js';
import { refusals } from './refusals.js';

/** GitHub Copilot CLI: approvals are flags of one run, servers stand in mcp-config.json. */
export const copilotCli: ExactDriver = {
  verdict: 'exact',
  id: 'copilot-cli',
  title: 'Copilot CLI',
  docs: 'https://docs.github.com/en/copilot/concepts/agents/about-copilot-cli',
  since: '0.0.329',
  contractVersion: 1,
  requiresTransport: false,
  parts: [
    { id: 'args', title: 'arguments of copilot', format: 'args' },
    { id: 'mcp', title: 'mcp-config.json', format: 'json', target: 'serversFile' },
  ],
  evidence: [{ client: '@github/copilot 1.0.102', grade: 'run', date: '2026-11-30', source: 'headless on loopback: test/conformance/copilot-cli' }],
  capabilities,
  nameable,
  offeredAs,
  refusals,
  notes,
  project,
  read,
  transportKeys,
  endpointKeys,
  launch,
};
