import type { CodeFacts } from '../diagnostics.js';

/** 44x. The files that a client merges. */
export const layerCodes = {
  MCP440: {
    family: 'note',
    title: 'Layer does not count',
    reason: 'The client finds this file and skips it, so nothing in it is part of the effective policy.',
    fix: 'Nothing, if that is meant. Trusting the folder would change it.',
  },
  MCP441: {
    family: 'note',
    title: 'Settings that no file shows',
    reason: 'The client also merges settings that are delivered to it in another way. What was judged is everything that files say.',
    fix: 'Ask the administrator, or look at the client\'s own view of its config.',
  },
  MCP442: {
    family: 'unreadable',
    title: 'Layers cannot be worked out',
    reason: 'Which files the client merges, or how, is not known here, so its effective policy is not known either.',
    fix: 'Check single files without --layers.',
  },
  MCP443: {
    family: 'note',
    title: 'Target is no layer here',
    reason: 'The client does not merge this file in the given working folder and home, so the effective policy does not depend on it.',
    fix: 'Name the working folder with --cwd and the home folder with --home, or change the target.',
  },
} as const satisfies Record<string, CodeFacts>;
