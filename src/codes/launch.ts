import type { CodeFacts } from '../diagnostics.js';

/** 5xx. Launch and resume. */
export const launchCodes = {
  MCP501: {
    family: 'finding',
    title: 'Fingerprint differs',
    reason: 'What was agreed before is not what the spec says now.',
    fix: 'Review the change, then store the new fingerprint.',
  },
} as const satisfies Record<string, CodeFacts>;
