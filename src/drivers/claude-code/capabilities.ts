import type { Capabilities } from '../../driver.js';

/** What settings and `.mcp.json` of Claude Code say exactly. Seen on 2.1.332, headless; see docs/drivers/claude-code.md. */
export const capabilities: Capabilities = {
  approve: { verdict: 'exact', grade: 'run', native: 'permissions.allow: "mcp__S__T"', condition: 'representable names on every server of the run' },
  prompt: { verdict: 'exact', grade: 'run', native: 'permissions.ask: "mcp__S__T"', condition: 'representable names on every server of the run' },
  disable: { verdict: 'exact', grade: 'run', native: 'permissions.deny: "mcp__S__T"', condition: 'representable names on every server of the run' },
  enableOnly: { verdict: 'none', why: 'Claude Code has no list of the only tools that a server may offer (enabledTools)', nearest: 'a permissions.deny rule for each other tool, which misses tools that the server adds later' },
  serverDefaultPrompt: { verdict: 'exact', grade: 'run', native: 'permissions.ask: "mcp__S"', condition: 'no tool of the server is approved, because Claude Code tries ask before allow' },
  serverDefaultApprove: { verdict: 'none', why: 'an allow rule for a whole server (requiresApproval = false) also approves tools that the server adds later', nearest: 'permissions.allow: "mcp__S"' },
  stdio: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.command' },
  streamableHttp: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.url with type "http"' },
  sse: { verdict: 'exact', grade: 'run', native: 'mcpServers.S.url with type "sse"' },
  envReference: { verdict: 'exact', grade: 'run', native: '${NAME}', condition: 'the variable is set, its value holds no "${", and it is none that Claude Code keeps from servers' },
  required: { verdict: 'none', why: 'Claude Code starts without a server that cannot be reached, so it cannot be required', nearest: 'the status of the server in the init event of a headless run' },
  disableServer: { verdict: 'none', why: 'the entry of a server in Claude Code has no switch (enabled = false)', nearest: 'disabledMcpjsonServers in settings, which reaches servers of a project\'s .mcp.json only' },
  oauth: { verdict: 'none', why: 'OAuth fields of Claude Code were not verified on the real client', nearest: 'mcpServers.S.oauth' },
};
