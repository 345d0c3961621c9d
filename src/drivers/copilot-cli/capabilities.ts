import type { Capabilities } from '../../driver.js';

const noAsk = 'Copilot CLI has no ask rule, and a tool whose server sets readOnlyHint runs without a rule and without a question';

/** What flags and mcp-config.json of Copilot CLI say exactly. Seen on 1.0.102, headless; see docs/drivers/copilot-cli.md. */
export const capabilities: Capabilities = {
  approve: { verdict: 'exact', grade: 'run', native: "--allow-tool='S(T)'", condition: 'representable names on every server of the run' },
  prompt: { verdict: 'none', why: noAsk, nearest: 'no rule for the tool, which asks unless the server says readOnlyHint' },
  disable: { verdict: 'exact', grade: 'run', native: "--deny-tool='S(T)' and --excluded-tools=S-T", condition: 'representable names on every server of the run' },
  enableOnly: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.tools', condition: 'the spec declares the transport of the server' },
  serverDefaultPrompt: { verdict: 'none', why: `requiresApproval cannot be kept: ${noAsk}`, nearest: 'no rule for the server' },
  serverDefaultApprove: { verdict: 'none', why: 'a rule for a whole server (requiresApproval = false) also approves tools that the server adds later', nearest: '--allow-tool=S' },
  stdio: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.command with type "local"' },
  streamableHttp: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.url with type "http"' },
  sse: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.url with type "sse"' },
  envReference: { verdict: 'exact', grade: 'run', native: '${NAME}', condition: 'the variable is set, and is none that Copilot CLI keeps from servers' },
  required: { verdict: 'none', why: 'Copilot CLI starts without a server that cannot be reached, so it cannot be required' },
  disableServer: { verdict: 'exact', grade: 'run', native: '--disable-mcp-server=S' },
  oauth: { verdict: 'none', why: 'OAuth fields of Copilot CLI were not verified on the real client' },
};
