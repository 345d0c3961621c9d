import { describe, expect, test } from 'vitest';
import { judge, type Evidence, type Verdict } from './verdict.js';

const refusals = { denied: /policy is never/, unsupported: /unsupported call/ };
const base: Evidence = { offered: true, output: 'reached the server', asked: 0, logged: 0 };

describe('a verdict is what the witnesses agree on', () => {
  const table: readonly (readonly [string, Partial<Evidence>, Verdict])[] = [
    ['it arrived and nobody was asked', { logged: 1 }, 'RUN'],
    ['it was asked for and arrived', { asked: 1, logged: 1 }, 'ASKED-RUN'],
    ['it was asked for and did not arrive', { asked: 1, output: 'user rejected MCP tool call' }, 'ASK'],
    ['it was refused without a question', { output: 'approval policy is never' }, 'DENY'],
    ['no such tool', { output: 'unsupported call: x' }, 'ABSENT'],
    ['never offered', { offered: false, output: undefined }, 'ABSENT'],
    ['never offered, but it arrived', { offered: false, logged: 1 }, 'UNCLEAR'],
    ['never offered, but asked for', { offered: false, asked: 1 }, 'UNCLEAR'],
    ['the model was told that it ran, but it did not arrive', {}, 'UNCLEAR'],
    ['it arrived twice', { logged: 2 }, 'UNCLEAR'],
    ['it was asked for twice', { asked: 2 }, 'UNCLEAR'],
    ['no result came back', { output: undefined, logged: 1 }, 'UNCLEAR'],
    ['refused, but it arrived', { output: 'approval policy is never', logged: 1 }, 'RUN'],
  ];
  for (const [what, evidence, verdict] of table) {
    test(`${what}: ${verdict}`, () => {
      expect(judge({ ...base, ...evidence }, refusals)).toBe(verdict);
    });
  }
});
