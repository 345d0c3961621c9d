import type { Capabilities } from '../../driver.js';

const noRule = 'prompt is only the absence of a rule here, and --trust-all-tools removes it';
const onlyCommand = 'only local servers were read in the source of this client';

/** What an agent file says exactly, read in the source of Amazon Q Developer CLI. Never run: see docs/drivers/kiro.md. */
export const capabilities: Capabilities = {
  approve: { verdict: 'exact', grade: 'source', native: 'allowedTools: "@S/T"', condition: 'representable names on every server of the agent' },
  prompt: { verdict: 'none', why: noRule, nearest: 'no entry in allowedTools' },
  disable: { verdict: 'none', why: 'the client has no deny rule for tools of servers (disabledTools)', nearest: 'listing the other tools of the server in the agent\'s tools' },
  enableOnly: { verdict: 'none', why: 'which tools an agent sees (enabledTools) is decided by its whole list of tools, which may name them elsewhere', nearest: 'tools: "@S/T"' },
  serverDefaultPrompt: { verdict: 'none', why: `requiresApproval cannot be kept: ${noRule}`, nearest: 'no entry in allowedTools' },
  serverDefaultApprove: { verdict: 'none', why: 'an entry for a whole server (requiresApproval = false) also approves tools that the server adds later', nearest: 'allowedTools: "@S"' },
  stdio: { verdict: 'exact', grade: 'source', native: 'mcpServers.S.command' },
  streamableHttp: { verdict: 'none', why: onlyCommand, nearest: 'mcpServers.S.url' },
  sse: { verdict: 'none', why: onlyCommand, nearest: 'mcpServers.S.url' },
  envReference: { verdict: 'exact', grade: 'source', native: '${env:NAME} in env', condition: 'the variable is set' },
  required: { verdict: 'none', why: 'the client starts without a server that cannot be reached, so it cannot be required' },
  disableServer: { verdict: 'exact', grade: 'source', native: 'mcpServers.S.disabled = true', condition: 'the spec declares the transport of the server' },
  oauth: { verdict: 'none', why: 'OAuth belongs to remote servers, and only local ones were read in the source of this client' },
};
