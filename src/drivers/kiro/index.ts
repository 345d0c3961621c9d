import type { ExactDriver } from '../../driver.js';
import { capabilities } from './capabilities.js';
import { nameable } from './names.js';
import { notes } from './notes.js';
import { project } from './project.js';
import { endpointKeys, read, transportKeys } from './read.js';
import { refusals } from './refusals.js';

/** Amazon Q Developer CLI and Kiro CLI: `allowedTools` of an agent file. Read in the source of the former, never run. */
export const kiro: ExactDriver = {
  verdict: 'exact',
  id: 'kiro',
  title: 'Kiro CLI (Amazon Q)',
  docs: 'https://kiro.dev/docs/cli/custom-agents/configuration-reference/',
  contractVersion: 1,
  requiresTransport: false,
  parts: [{ id: 'agent', title: 'agent file (.kiro/agents/NAME.json, .amazonq/cli-agents/NAME.json)', format: 'json', target: 'file' }],
  evidence: [
    { client: 'aws/amazon-q-developer-cli 15cc8f3cd18', grade: 'source', date: '2026-11-30', source: 'aws/amazon-q-developer-cli@15cc8f3: allowedTools, patterns and names' },
    { client: 'aws/amazon-q-developer-cli 003cdad8cf59', grade: 'source', date: '2026-11-30', source: 'aws/amazon-q-developer-cli@003cdad:crates/chat-cli/src/cli/chat/tools/custom_tool.rs: server entries and ${env:NAME}' },
  ],
  capabilities,
  nameable,
  refusals,
  notes,
  project,
  read,
  transportKeys,
  endpointKeys,
};
