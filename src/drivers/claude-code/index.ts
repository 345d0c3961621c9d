import type { ExactDriver } from '../../driver.js';
import { capabilities } from './capabilities.js';
import { launch } from './launch.js';
import { nameable, offeredAs } from './names.js';
import { notes } from './notes.js';
import { project } from './project.js';
import { endpointKeys, read, transportKeys } from './read.js';
import { refusals } from './refusals.js';
import { decide } from './rules.js';

/** Claude Code: rules `mcp__S__T` in `permissions` of a settings file, servers in `.mcp.json`. */
export const claudeCode: ExactDriver = {
  verdict: 'exact',
  id: 'claude-code',
  title: 'Claude Code',
  docs: 'https://code.claude.com/docs/en/permissions',
  contractVersion: 1,
  requiresTransport: false,
  parts: [
    { id: 'settings', title: 'settings.json', format: 'json', target: 'file', projectFile: '.claude/settings.json', roots: ['permissions'] },
    { id: 'mcp', title: '.mcp.json', format: 'json', target: 'serversFile', projectFile: '.mcp.json', roots: ['mcpServers'] },
  ],
  evidence: [
    { client: '@anthropic-ai/claude-code 2.1.332', grade: 'run', date: '2026-11-30', source: 'headless on loopback: test/conformance/claude-code' },
    { client: '@anthropic-ai/claude-code 2.1.332', grade: 'source', date: '2026-11-30', source: 'text of the native binary: expansion of ${NAME}, reserved server names' },
  ],
  capabilities,
  nameable,
  offeredAs,
  refusals,
  notes,
  project,
  read,
  decide,
  transportKeys,
  endpointKeys,
  launch,
};
