import type { CodeFacts } from '../diagnostics.js';

/** 5xx. Launch and resume. */
export const launchCodes = {
  MCP501: {
    family: 'finding',
    title: 'Fingerprint differs',
    reason: 'What was agreed before is not what the spec says now.',
    fix: 'Review the change, then store the new fingerprint.',
  },
  MCP502: {
    family: 'refused',
    title: 'Client is too old',
    reason: 'Releases before this one ignore the rendered settings, some without a word.',
    fix: 'Update the client.',
  },
  MCP503: {
    family: 'refused',
    title: 'Version of the client cannot be told',
    reason: 'The client was asked for its version and did not answer as expected, so whether it honours the policy is not known.',
    fix: 'Check the program; if you know its version, say so with --assume-version.',
  },
  MCP504: {
    family: 'refused',
    title: 'Argument voids the policy',
    reason: 'With this argument the client would run tools that the policy does not approve, or would not see the policy at all.',
    fix: 'Leave the argument out.',
  },
  MCP505: {
    family: 'refused',
    title: 'Argument was not examined',
    reason: 'Nobody checked what this argument does to approvals, so "holds" cannot be said about a run with it.',
    fix: 'Leave the argument out.',
  },
  MCP506: {
    family: 'refused',
    title: 'Environment variable is missing',
    reason: 'The policy refers to this variable. Clients start without it, and send an empty value or the reference itself to the server.',
    fix: 'Set the variable for this run.',
  },
  MCP507: {
    family: 'refused',
    title: 'Nobody can answer a prompt',
    reason: 'The policy says "prompt", and in this run nobody can be asked: the tool would be refused every time the model calls it.',
    fix: 'Start the client where somebody can answer, approve the tool, or accept it with --allow-unreachable-prompts.',
  },
  MCP508: {
    family: 'refused',
    title: 'No policy for one run',
    reason: 'This client takes its approvals from files only; nothing in a call can carry them.',
    fix: 'Edit its files with `mcpolicy apply`.',
  },
  MCP509: {
    family: 'refused',
    title: 'Server is missing in the run',
    reason: 'The policy speaks of a server that the client would not know in this run, so its approvals would belong to nothing.',
    fix: 'Declare command or url in the spec.',
  },
  MCP510: {
    family: 'unreadable',
    title: 'Client cannot be started',
    reason: 'The program does not exist, or the system does not execute it.',
    fix: 'Check the command behind `--`.',
  },
  MCP511: {
    family: 'refused',
    title: 'Policy is too large for one call',
    reason: 'The system limits how long an argument and a command line may be. A policy that was cut would be another one.',
    fix: 'Use fewer servers in one run, or edit the client\'s file with `mcpolicy apply`.',
  },
  MCP512: {
    family: 'unreadable',
    title: 'Report cannot be written',
    reason: 'Somebody wants to know what was decided, and would not.',
    fix: 'Check the path of --report.',
  },
  MCP513: {
    family: 'unreadable',
    title: 'Private folder cannot be made',
    reason: 'This client takes a part of the policy from a file only, and the file could not be written for this run.',
    fix: 'Check the folder for caches of the user.',
  },
  MCP514: {
    family: 'refused',
    title: 'Private file would be skipped',
    reason: 'This client takes such a file only from a folder that it trusts. It would start without the policy\'s servers and settings, and say so in a warning only.',
    fix: 'Use a folder for caches that the client trusts (XDG_CACHE_HOME), or edit the client\'s file with `mcpolicy apply`.',
  },
  MCP515: {
    family: 'refused',
    title: 'Value that the client would change',
    reason: 'This client expands references in values once more, so the server would get another value than the variable has.',
    fix: 'Give the variable a value without such signs, or let the server read it from elsewhere.',
  },
  MCP520: {
    family: 'note',
    title: 'Exception accepted',
    reason: 'Somebody named this finding and started the run in spite of it.',
    fix: 'Remove the cause, then the --accept.',
  },
  MCP521: {
    family: 'note',
    title: 'Exception that nothing needs',
    reason: 'An exception that is no longer needed would also cover what comes back later.',
    fix: 'Remove the --accept.',
  },
  MCP522: {
    family: 'note',
    title: 'Variable is kept from the client',
    reason: 'The variable can change how the client handles permissions, so the run does not get it.',
    fix: 'Nothing, if the client works without it.',
  },
  MCP523: {
    family: 'note',
    title: 'Layer asks more than the policy',
    reason: 'A file of the client says "prompt" where the policy says "approve". The policy of the call wins in this run.',
    fix: 'Check that the policy is meant.',
  },
} as const satisfies Record<string, CodeFacts>;
