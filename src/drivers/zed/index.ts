import type { ExactDriver } from '../../driver.js';
import { capabilities } from './capabilities.js';
import { nameable } from './names.js';
import { notes } from './notes.js';
import { project } from './project.js';
import { decide, endpointKeys, read, transportKeys } from './read.js';
import { refusals } from './refusals.js';

/** Zed: `agent.tool_permissions.tools["mcp:S:T"]` and `context_servers` in settings.json. Read in its source, never run. */
export const zed: ExactDriver = {
  verdict: 'exact',
  id: 'zed',
  title: 'Zed',
  docs: 'https://zed.dev/docs/ai/tool-permissions',
  since: '0.224.0',
  contractVersion: 1,
  requiresTransport: false,
  parts: [{ id: 'settings', title: 'settings.json', format: 'json', target: 'file', projectFile: '.zed/settings.json' }],
  evidence: [
    { client: 'zed-industries/zed 00b6ce1c6992', grade: 'source', date: '2026-11-30', source: 'zed-industries/zed@00b6ce1:crates/agent/src/tool_permissions.rs' },
    { client: 'zed-industries/zed 004000881221', grade: 'source', date: '2026-11-30', source: 'zed-industries/zed@0040008:crates/agent/src/tools/context_server_registry.rs' },
  ],
  capabilities,
  nameable,
  refusals,
  notes,
  project,
  read,
  decide,
  transportKeys,
  endpointKeys,
};
