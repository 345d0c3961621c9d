import type { CodeFacts } from '../diagnostics.js';

/** 54x. Attachments: policies that are in a client's file for one run. */
export const attachCodes = {
  MCP540: {
    family: 'finding',
    title: 'Server is attached already',
    reason: 'Another attachment owns entries of this server, and two owners of one entry could not be detached in any order.',
    fix: 'Detach the other one first: see `mcpolicy attach --list`.',
  },
  MCP541: {
    family: 'finding',
    title: 'Attached entry was changed',
    reason: 'Somebody changed an entry that the attachment wrote. Restoring what was there before would destroy that change.',
    fix: 'Set the entry back by hand, or remove it, then detach again.',
  },
  MCP542: {
    family: 'unreadable',
    title: 'No such attachment',
    reason: 'There is no receipt under this id, so it is unknown what should be restored.',
    fix: 'See `mcpolicy attach --list`.',
  },
  MCP543: {
    family: 'unreadable',
    title: 'Receipt is damaged',
    reason: 'The receipt of an attachment cannot be read, so it is unknown what should be restored. Nothing was touched.',
    fix: 'Restore the client\'s file by hand, then remove the receipt.',
  },
} as const satisfies Record<string, CodeFacts>;
