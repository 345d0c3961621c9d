import type { Capabilities } from '../../driver.js';

/** What policy files and settings of Gemini CLI say exactly. Seen on 0.61.0, headless; see docs/drivers/gemini-cli.md. */
export const capabilities: Capabilities = {
  approve: { verdict: 'exact', grade: 'run', native: '[[rule]] mcpName, toolName, decision "allow", priority 900', condition: 'representable names on every server of the run' },
  prompt: { verdict: 'exact', grade: 'run', native: '[[rule]] mcpName, toolName, decision "ask_user", priority 999', condition: 'representable names on every server of the run; the server is not trusted' },
  disable: { verdict: 'exact', grade: 'run', native: '[[rule]] mcpName, toolName, decision "deny", priority 999', condition: 'representable names on every server of the run' },
  enableOnly: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.includeTools', condition: 'the spec declares the transport of the server' },
  serverDefaultPrompt: { verdict: 'exact', grade: 'run', native: '[[rule]] mcpName, toolName "*", decision "ask_user", priority 800', condition: 'representable names on every server of the run; the server is not trusted' },
  serverDefaultApprove: { verdict: 'none', why: 'a rule or trust for a whole server (requiresApproval = false) also approves tools that the server adds later', nearest: 'mcpServers.S.trust' },
  stdio: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.command' },
  streamableHttp: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.httpUrl' },
  sse: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.url' },
  envReference: { verdict: 'exact', grade: 'run', native: '${NAME}', condition: 'the variable is set, and its value holds no "$"' },
  required: { verdict: 'none', why: 'Gemini CLI starts without a server that cannot be reached, so it cannot be required', nearest: 'the list of offered tools in the event stream of a headless run' },
  disableServer: { verdict: 'none', why: 'the entry of a server in Gemini CLI has no switch (enabled = false), and names of excluded servers are compared without case', nearest: 'mcp.excluded' },
  oauth: { verdict: 'none', why: 'OAuth fields of Gemini CLI were not verified on the real client', nearest: 'mcpServers.S.oauth' },
};
