import type { CodeFacts } from '../diagnostics.js';

/** 6xx. Live servers: what they list, compared with the policy, and why they could not be asked. */
export const inspectCodes = {
  MCP601: {
    family: 'finding',
    title: 'Tool that the server does not list',
    reason: 'The policy names a tool that the server does not have. Such an entry has no effect, and no client says so: an approval that is not given, or a tool that was meant to be off and is not.',
    fix: 'Write the name exactly as the server lists it, or remove the entry.',
  },
  MCP602: {
    family: 'finding',
    title: 'Tools that a client cannot keep apart',
    reason: 'The client knows both tools by one name, so what the policy says of one can act on the other.',
    fix: 'Have the server rename one of the tools, or leave that server out of this client.',
  },
  MCP603: {
    family: 'finding',
    title: 'Tool that is listed twice',
    reason: 'One name stands for two tools, so nobody can tell which of them a rule or a call means.',
    fix: 'Have the server mended: names of tools have to be unique.',
  },
  MCP610: {
    family: 'unreadable',
    title: 'Server cannot be asked',
    reason: 'The server could not be started or reached, or it ended before it had answered, so nothing is known about its tools.',
    fix: 'Check the command or the url, and whether the server runs outside of mcpolicy.',
  },
  MCP611: {
    family: 'unreadable',
    title: 'Server did not answer in time',
    reason: 'An answer that did not come says nothing about the tools of a server.',
    fix: 'Allow more time with --timeout, or check the server.',
  },
  MCP612: {
    family: 'unreadable',
    title: 'Answer that cannot be used',
    reason: 'The server answered with an error, with something that MCP does not allow, or with more than anybody could mean. What can be read of it is not the list of its tools.',
    fix: 'Check the server.',
  },
  MCP613: {
    family: 'unreadable',
    title: 'Variable of a server is missing',
    reason: 'The server is declared with a reference to this variable. Without a value another server would be asked than the declared one.',
    fix: 'Set the variable for this run.',
  },
  MCP614: {
    family: 'unreadable',
    title: 'Server without a transport',
    reason: 'The spec says what is allowed on this server, and not how it is reached, so it could not be asked.',
    fix: 'Declare command or url in the spec, or name the servers that are to be asked: `mcpolicy inspect SERVER...`.',
  },
  MCP615: {
    family: 'unreadable',
    title: 'Server wants a login',
    reason: 'The server lists its tools only to somebody that it knows, so nothing is known about them. mcpolicy does not log in.',
    fix: 'Name the variable that holds a valid token in bearerTokenEnv, and set it for this run.',
  },
  MCP616: {
    family: 'unreadable',
    title: 'Nothing was inspected',
    reason: 'The spec has no server, and a check that looked at nothing must not look like one that found nothing.',
    fix: 'Declare servers under mcpServers, or name another spec with --spec.',
  },
  MCP617: {
    family: 'unreadable',
    title: 'Server is switched off',
    reason: 'A server with enabled = false is not started unless it is asked for by name, so nothing is known about its tools.',
    fix: 'Name the servers that are to be asked, with or without this one: `mcpolicy inspect SERVER...`.',
  },
  MCP618: {
    family: 'unreadable',
    title: 'Inspection was interrupted',
    reason: 'Somebody stopped the run before the server had answered.',
    fix: 'Run it again.',
  },
} as const satisfies Record<string, CodeFacts>;
