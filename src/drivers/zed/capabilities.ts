import type { Capabilities } from '../../driver.js';

/** What settings.json of Zed says exactly, read in its source. Never run: see docs/drivers/zed.md. */
export const capabilities: Capabilities = {
  approve: { verdict: 'exact', grade: 'source', native: 'agent.tool_permissions.tools["mcp:S:T"].default = "allow"', condition: 'no server has ":" in its name' },
  prompt: { verdict: 'exact', grade: 'source', native: 'agent.tool_permissions.tools["mcp:S:T"].default = "confirm"', condition: 'no server has ":" in its name' },
  disable: { verdict: 'exact', grade: 'source', native: 'agent.tool_permissions.tools["mcp:S:T"].default = "deny"', condition: 'no server has ":" in its name' },
  enableOnly: { verdict: 'none', why: 'Zed has no list of the only tools of a server (enabledTools) outside agent profiles, which the user switches', nearest: 'agent.profiles.P.context_servers.S.tools' },
  serverDefaultPrompt: { verdict: 'none', why: 'Zed has a default for all tools and one for each tool, none for a server (requiresApproval)', nearest: 'agent.tool_permissions.default' },
  serverDefaultApprove: { verdict: 'none', why: 'Zed has a default for all tools and one for each tool, none for a server (requiresApproval)', nearest: 'agent.tool_permissions.default' },
  stdio: { verdict: 'exact', grade: 'source', native: 'context_servers.S.command' },
  streamableHttp: { verdict: 'exact', grade: 'source', native: 'context_servers.S.url' },
  sse: { verdict: 'none', why: 'Zed reaches remote servers by streamable HTTP only', nearest: 'context_servers.S.url, which speaks streamable HTTP' },
  envReference: { verdict: 'none', why: 'Zed does not expand references in the settings of a server', nearest: 'a variable of the environment that Zed itself is started with, read by a local server' },
  required: { verdict: 'none', why: 'Zed starts without a server that cannot be reached, so it cannot be required' },
  disableServer: { verdict: 'exact', grade: 'source', native: 'context_servers.S.enabled = false', condition: 'the spec declares the transport of the server' },
  oauth: { verdict: 'none', why: 'OAuth fields of Zed were not verified for the versions that honour tool permissions', nearest: 'context_servers.S.oauth.client_id' },
};
