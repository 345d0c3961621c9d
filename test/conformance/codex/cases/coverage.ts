import { expect, test } from 'vitest';
import { capabilities } from '../../../../src/drivers/codex/capabilities.js';
import type { Suite } from '../suite.js';

/** The driver may call a cell "seen on the real client" only if this run saw it. Comes last. */
export function coverageCases(suite: Suite): void {
  test('every cell that claims to be seen was seen', () => {
    const claimed = Object.entries(capabilities).filter(([, cell]) => cell.verdict === 'exact' && cell.grade === 'run').map(([name]) => name);
    const held = new Set(suite.record.cases.filter(({ expected, seen }) => expected === seen).map(({ cell }) => cell));
    expect(claimed.length).toBeGreaterThan(0);
    expect(claimed.filter((name) => !held.has(name))).toEqual([]);
  });
}
