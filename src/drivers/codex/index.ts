import type { ExactDriver } from '../../driver.js';
import { capabilities } from './capabilities.js';
import { launch } from './launch.js';
import { layers } from './layers.js';
import { nameable } from './names.js';
import { notes } from './notes.js';
import { project } from './project.js';
import { read } from './read.js';
import { refusals } from './refusals.js';
import { endpointKeys, transportKeys } from './spoken-transport.js';

/** OpenAI Codex CLI: approvals are keys of `[mcp_servers.<server>.tools.<raw tool name>]` in config.toml. */
export const codex: ExactDriver = {
  verdict: 'exact',
  id: 'codex',
  title: 'Codex CLI',
  docs: 'https://developers.openai.com/codex/config-reference',
  since: '0.117.0',
  contractVersion: 1,
  requiresTransport: true,
  parts: [{ id: 'config', title: 'config.toml', format: 'toml', target: 'file', projectFile: '.codex/config.toml' }],
  evidence: [
    { client: '@openai/codex 0.171.0', grade: 'run', date: '2026-11-30', source: 'app-server and exec on loopback: test/conformance/codex' },
    { client: '@openai/codex 0.146.0', grade: 'run', date: '2026-11-30', source: 'app-server and exec on loopback: test/conformance/codex' },
    { client: 'openai/codex', grade: 'source', date: '2026-11-30', source: 'openai/codex:codex-rs/config/src/mcp_types.rs, codex-rs/core/src/mcp_tool_call.rs' },
  ],
  capabilities,
  nameable,
  refusals,
  notes,
  project,
  read,
  transportKeys,
  endpointKeys,
  layers,
  launch,
};
