import type { CodeFacts } from '../diagnostics.js';

/** 9xx. Usage, output, and bugs of ours. */
export const usageCodes = {
  MCP901: {
    family: 'unreadable',
    title: 'Wrong usage',
    reason: 'The command line asks for something that does not exist or contradicts itself.',
    fix: 'See `mcpolicy --help`.',
  },
  MCP902: {
    family: 'unreadable',
    title: 'Rendered text does not say what was meant',
    reason: 'Everything that is rendered is read back and compared before it is printed. The two differ, which is a bug of mcpolicy.',
    fix: 'Please report it with the spec, secrets removed.',
  },
  MCP903: {
    family: 'unreadable',
    title: 'Unknown driver',
    reason: 'No driver of this name exists.',
    fix: 'See `mcpolicy drivers` for all of them.',
  },
  MCP904: {
    family: 'unreadable',
    title: 'Output could not be written',
    reason: 'The output was cut short, so whatever arrived is not the whole answer.',
    fix: 'Check the free space and the program that reads the output.',
  },
  MCP905: {
    family: 'unreadable',
    title: 'Fault of mcpolicy',
    reason: 'Something happened that nobody foresaw, so nothing is known about the answer.',
    fix: 'Please report it with the command line and the place, secrets removed.',
  },
} as const satisfies Record<string, CodeFacts>;
