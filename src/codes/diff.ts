import type { CodeFacts } from '../diagnostics.js';

/** 43x. Differences between two policies. */
export const diffCodes = {
  MCP430: {
    family: 'finding',
    title: 'Policy is looser than before',
    reason: 'More can happen without a person than the old policy allowed, so somebody should agree to it.',
    fix: 'Review the change. If it is wanted, merge it in spite of this finding; otherwise restore the old line.',
  },
  MCP431: {
    family: 'finding',
    title: 'Transport is swapped under approvals',
    reason: 'Approvals belong to a server, and clients keep them by its name. Another command or address under that name inherits what was granted to the old one.',
    fix: 'Review what the new command or address runs, and whether its tools deserve the approvals.',
  },
  MCP432: {
    family: 'note',
    title: 'Policy is tighter than before',
    reason: 'Less can happen without a person than the old policy allowed.',
    fix: 'Nothing needs mending. Expect more questions.',
  },
  MCP433: {
    family: 'note',
    title: 'Policy changed without becoming looser',
    reason: 'Something came, went or differs, and nothing more can happen without a person than before.',
    fix: 'Nothing needs mending.',
  },
  MCP434: {
    family: 'finding',
    title: 'Policy differs',
    reason: 'The comparison was asked to accept no change at all.',
    fix: 'Review the changes, or compare with --fail-on loosened.',
  },
  MCP435: {
    family: 'note',
    title: 'No spec in the old revision',
    reason: 'The old revision has no spec at this place, so everything in the new one counts as added.',
    fix: 'Nothing needs mending when the spec is new. If it was moved, compare the two files by name.',
  },
} as const satisfies Record<string, CodeFacts>;
