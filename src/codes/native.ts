import type { CodeFacts } from '../diagnostics.js';

/** 4xx. Native files and layers of clients. */
export const nativeCodes = {
  MCP401: {
    family: 'finding',
    title: 'Approval is missing',
    reason: 'The policy names this tool and the client\'s file does not, so the client decides by its own default.',
    fix: 'Run `mcpolicy apply`.',
  },
  MCP402: {
    family: 'finding',
    title: 'Approval has another mode',
    reason: 'The client\'s file says something else about this tool than the policy.',
    fix: 'Run `mcpolicy apply`, or change the policy.',
  },
  MCP403: {
    family: 'finding',
    title: 'Server is declared differently',
    reason: 'Clients keep approvals when the command or address under a server name is replaced. A server that differs from the spec may be other code with the same approvals.',
    fix: 'Run `mcpolicy apply` if the spec is right, or change the spec.',
  },
  MCP404: {
    family: 'finding',
    title: 'Approval that the policy does not declare',
    reason: 'Somebody or the client itself (an "always allow" answer) wrote an approval that nobody reviewed.',
    fix: 'Declare it in the spec, or remove it with `mcpolicy apply` (undeclared servers: `--prune`).',
  },
  MCP405: {
    family: 'finding',
    title: 'Approval without a server',
    reason: 'The approval names a server that no file gives a command or a url. Some clients then refuse to start at all.',
    fix: 'Remove the approval, or declare the server.',
  },
  MCP406: {
    family: 'finding',
    title: 'Rule wider than one tool',
    reason: 'A setting for a whole server, or with a wildcard, also covers tools that nobody named, and tools that are added later.',
    fix: 'Replace it by one entry for each tool.',
  },
  MCP407: {
    family: 'finding',
    title: 'Key without effect',
    reason: 'The client does not read this key, so what it seems to say does not happen.',
    fix: 'Move or correct the key, or remove it.',
  },
  MCP408: {
    family: 'finding',
    title: 'Mode without an equal in the policy',
    reason: 'The client\'s own modes of this kind let the server\'s description of itself decide, or forbid; neither is "prompt" or "approve".',
    fix: 'Replace it by prompt or approve.',
  },
  MCP409: {
    family: 'finding',
    title: 'Value that the client does not accept',
    reason: 'The client rejects or silently drops a value of this kind, in some releases with the whole file.',
    fix: 'Correct the value.',
  },
  MCP410: {
    family: 'finding',
    title: 'Approval of a tool that is switched off',
    reason: 'The tool is not offered to the model, so the approval acts only on the day somebody switches the tool on.',
    fix: 'Remove the approval, or enable the tool.',
  },
  MCP411: {
    family: 'finding',
    title: 'Literal secret in a client\'s file',
    reason: 'A credential in a config file is leaked with it.',
    fix: 'Put it into an environment variable and rotate it.',
  },
  MCP412: {
    family: 'finding',
    title: 'Approvals are void',
    reason: 'A setting beside the approvals makes the client run every tool unasked, prompt tools included.',
    fix: 'Remove the setting.',
  },
  MCP413: {
    family: 'finding',
    title: 'Somebody else answers prompts',
    reason: 'A model, hook or host answers for the person who should be asked.',
    fix: 'Remove it, or accept that prompt does not mean a person.',
  },
  MCP414: {
    family: 'finding',
    title: 'Approvals in another place',
    reason: 'The client also takes approvals from here, and the policy does not cover them.',
    fix: 'Review them by hand.',
  },
  MCP415: {
    family: 'finding',
    title: 'Another layer changes the policy',
    reason: 'The client merges several files, and one of higher precedence says something else.',
    fix: 'Remove it from that file, or check all layers with --layers.',
  },
  MCP416: {
    family: 'note',
    title: 'Repository approves its own tools',
    reason: 'Whoever can change the repository can change what runs unasked on the machines of those who trust it.',
    fix: 'Keep approvals in the user\'s own file, or review every change of this one.',
  },
  MCP417: {
    family: 'note',
    title: 'Approval is kept as it is',
    reason: 'The file holds something that has no exact form in a spec. It is reported, not guessed.',
    fix: 'Decide by hand what it should mean.',
  },
  MCP418: {
    family: 'finding',
    title: 'Native file is missing',
    reason: 'The target does not exist, so nothing of the policy is in force.',
    fix: 'Run `mcpolicy apply`.',
  },
  MCP419: {
    family: 'note',
    title: 'Only this file was judged',
    reason: 'The client merges several files. What it does in the end also depends on the others.',
    fix: 'Use --layers to judge the effective policy.',
  },
  MCP420: {
    family: 'unreadable',
    title: 'Client\'s file cannot be edited safely',
    reason: 'The file is damaged, a template, part of another tool\'s block, or of a shape in which the change would touch foreign bytes.',
    fix: 'Edit it by hand, or print the config with `mcpolicy render`.',
  },
  MCP421: {
    family: 'unreadable',
    title: 'Client\'s file cannot be written',
    reason: 'The file changed meanwhile, or the system refused. It is as it was before.',
    fix: 'Check the path and run the command again.',
  },
  MCP422: {
    family: 'unreadable',
    title: 'Nothing to check',
    reason: 'A check that looked at nothing must not look like a check that passed.',
    fix: 'Declare [targets.<driver>] in the spec, or name files.',
  },
  MCP423: {
    family: 'unreadable',
    title: 'Nobody confirmed the change',
    reason: 'A client\'s own file is changed only when somebody said so.',
    fix: 'Look at the diff, then run again with --yes.',
  },
  MCP424: {
    family: 'finding',
    title: 'File would change',
    reason: 'A dry run found a difference between the file and the policy. It ends with exit 1, so that it can be told from "nothing to do".',
    fix: 'Run the command again without --dry-run.',
  },
} as const satisfies Record<string, CodeFacts>;
