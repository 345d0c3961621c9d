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
    reason: 'Somebody changed an entry that the attachment wrote, or added one that cannot be there without it. Restoring what was there before would destroy that change, or leave a file that the client does not start with.',
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
  MCP544: {
    family: 'note',
    title: 'Attached entry is gone',
    reason: 'Somebody removed an entry that had another value before the attachment. It stays removed, and the attachment is detached.',
    fix: 'Write the old value by hand if it is still wanted.',
  },
} as const satisfies Record<string, CodeFacts>;
