import type { RefusingDriver } from '../../driver.js';

/** LibreChat: refused, because there is no setting to render. */
export const librechat: RefusingDriver = {
  id: 'librechat',
  title: 'LibreChat',
  docs: 'https://www.librechat.ai/docs/configuration/librechat_yaml/object_structure/mcp_servers',
  verdict: 'refused',
  reason: 'LibreChat has released no approval per MCP tool; the proposal for one was closed without a merge.',
  nearest: 'None was found; the closed proposal named tools as tool_mcp_server with wildcards.',
  change: 'A released setting that names one tool of one server.',
  evidence: [
    { client: 'LibreChat (no version: no setting found)', grade: 'report', date: '2026-11-30', source: 'danny-avila/LibreChat#12152: closed without a merge' },
  ],
};
