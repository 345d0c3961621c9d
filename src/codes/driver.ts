import type { CodeFacts } from '../diagnostics.js';

/** 3xx. What a driver cannot say, and what it notes. */
export const driverCodes = {
  MCP301: {
    family: 'refused',
    title: 'No exact primitive',
    reason: 'This client has no setting that means exactly what the policy says. Anything near it would be wider, or without effect.',
    fix: 'Use a client that can say it (see `mcpolicy drivers`), or leave this part out of the policy for this client.',
  },
  MCP302: {
    family: 'refused',
    title: 'Name that this client cannot say exactly',
    reason: 'Under the client\'s own rules for names, the native key would also match another server or tool, or none at all.',
    fix: 'Rename the server or tool, or use a client that keeps raw names.',
  },
  MCP303: {
    family: 'refused',
    title: 'Reference that this client cannot say exactly',
    reason: 'The client has no syntax that takes this value from the environment. Written out as text it would be sent literally.',
    fix: 'Use a form that the driver\'s page lists, or set the value in the server itself.',
  },
  MCP304: {
    family: 'refused',
    title: 'Field that this client does not have',
    reason: 'The spec asks for something that the client would ignore.',
    fix: 'Remove the field, or use a client that has it.',
  },
  MCP305: {
    family: 'refused',
    title: 'Transport that this client does not have',
    reason: 'The client cannot reach a server in this way, so its policy would belong to nothing.',
    fix: 'Use a transport that the client has.',
  },
  MCP306: {
    family: 'refused',
    title: 'Approval without a server',
    reason: 'The client does not start when an approval names a server that has no transport in any of its files.',
    fix: 'Declare command or url in the spec, print the tools alone with --policy-only, or edit the file that declares the server with `mcpolicy apply`.',
  },
  MCP320: {
    family: 'note',
    title: 'Unnamed tools follow the client\'s default',
    reason: 'The policy says nothing about tools that it does not name, so the client decides on its own, some by what the server says of itself.',
    fix: 'Declare requiresApproval for the server.',
  },
  MCP321: {
    family: 'note',
    title: 'Only newer versions of the client accept this',
    reason: 'Older releases of the client ignore or refuse it.',
    fix: 'Keep to the portable form, or require the newer version.',
  },
  MCP322: {
    family: 'note',
    title: 'Condition that holds outside the file',
    reason: 'The rendered policy is exact as long as a condition holds that no config file can guarantee.',
    fix: 'Read the driver\'s page on what voids a policy.',
  },
} as const satisfies Record<string, CodeFacts>;
