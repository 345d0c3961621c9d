import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExactDriver } from '../../src/driver.js';
import { loadAllDrivers } from '../../src/drivers/registry.js';

interface EvidenceRecord {
  readonly client: string;
  readonly version: string;
  readonly cases: readonly { readonly cell: string; readonly expected: string; readonly seen: string }[];
}

const records = JSON.parse(readFileSync(new URL('../../docs/evidence.json', import.meta.url), 'utf8')) as readonly EvidenceRecord[];
const seenRunning = (await loadAllDrivers()).filter((driver): driver is ExactDriver => driver.verdict === 'exact' && driver.evidence.some(({ grade }) => grade === 'run'));

describe.each(seenRunning.map((driver) => ({ id: driver.id, driver })))('what $id says was seen', ({ id, driver }) => {
  const own = records.filter(({ client }) => client === id);

  it('was recorded with each version that it names', () => {
    const named = driver.evidence.filter(({ grade }) => grade === 'run').map(({ client }) => client.split(' ').at(-1));
    expect(named.filter((version) => !own.some((record) => record.version === version))).toEqual([]);
  });

  it('was recorded cell by cell, as it was expected', () => {
    const cells = Object.entries(driver.capabilities).flatMap(([name, cell]) => (cell.verdict === 'exact' && cell.grade === 'run' ? [name] : []));
    const recorded = new Set(own.flatMap(({ cases }) => cases.map(({ cell }) => cell)));
    expect(cells.filter((cell) => !recorded.has(cell))).toEqual([]);
    expect(own.flatMap(({ cases }) => cases.filter(({ expected, seen }) => seen !== expected))).toEqual([]);
  });
});
