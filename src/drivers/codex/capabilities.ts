import type { Capabilities } from '../../driver.js';

/**
 * What Codex can say. Precedence is per-tool, then server default, then `auto`; the per-tool key is the raw tool name,
 * compared byte for byte (openai/codex:codex-rs/core/src/mcp_tool_call.rs).
 */
export const capabilities: Capabilities = {
  approve: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.tools.T.approval_mode = "approve"', condition: 'Codex 0.117.0 or later' },
  prompt: {
    verdict: 'exact',
    grade: 'run',
    native: 'mcp_servers.S.tools.T.approval_mode = "prompt"',
    condition: 'Codex 0.117.0 or later; not with approval_policy "never" and danger-full-access, an automatic reviewer, or a PermissionRequest hook',
  },
  disable: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.disabled_tools' },
  enableOnly: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.enabled_tools' },
  serverDefaultPrompt: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.default_tools_approval_mode = "prompt"', condition: 'Codex 0.122.0 or later' },
  serverDefaultApprove: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.default_tools_approval_mode = "approve"', condition: 'Codex 0.122.0 or later' },
  stdio: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.command' },
  streamableHttp: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.url' },
  sse: { verdict: 'none', why: 'Codex reaches remote servers by streamable HTTP only', nearest: 'url, which speaks streamable HTTP' },
  envReference: { verdict: 'exact', grade: 'run', native: 'env_vars, bearer_token_env_var, env_http_headers', condition: 'the value is the reference and nothing else' },
  required: { verdict: 'exact', grade: 'source', native: 'mcp_servers.S.required' },
  disableServer: { verdict: 'exact', grade: 'run', native: 'mcp_servers.S.enabled = false' },
  oauth: { verdict: 'exact', grade: 'source', native: 'mcp_servers.S.oauth.client_id, mcp_servers.S.scopes' },
};
