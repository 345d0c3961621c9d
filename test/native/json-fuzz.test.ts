import { describe, expect, it } from 'vitest';
import { editJsonc, type NativeEdit } from '../../src/native/edit.js';
import { editsFor } from './edits.js';
import { forSeeds, runs, timeout } from './fuzz.js';
import { jsonDocument } from './json-documents.js';
import { faultOfReturn, judgeJson } from './json-properties.js';
import { mutated } from './mutate.js';
import { serverNames } from './toml-documents.js';

describe('generated JSON documents', () => {
  it('keep every byte outside the edit, mean what was intended, and change once only', { timeout }, async () => {
    const counts = { edited: 0, unchanged: 0, refused: 0, unsound: 0 };
    await forSeeds(async (seed) => {
      const text = jsonDocument(seed);
      const edits = editsFor(seed);
      const verdict = await judgeJson(text, edits);
      if (verdict.kind === 'fault') return `${verdict.message}\n--- of\n${text}`;
      counts[verdict.kind] += 1;
      return undefined;
    }, 0.5);
    expect(counts.edited).toBeGreaterThan(runs * 0.3);
    expect(counts.refused).toBeLessThan(runs * 0.05);
  });

  it('are as they were after a new entry was removed again', { timeout }, async () => {
    await forSeeds(async (seed) => {
      const text = jsonDocument(seed);
      for (const [add, remove] of newEntries(serverNames[seed % serverNames.length] ?? '')) {
        const fault = await faultOfReturn(text, add, remove);
        if (fault !== undefined) return `${fault}\n--- of\n${text}`;
      }
      return undefined;
    }, 0.25);
  });

  it('are edited exactly or refused when they are damaged', { timeout }, async () => {
    await forSeeds(async (seed) => {
      const text = mutated(jsonDocument(seed), seed);
      const edited = await editJsonc(text, editsFor(seed));
      return edited.ok || edited.problem.kind !== 'verification-failed' ? undefined : `verification failed\n--- of\n${text}`;
    }, 0.5);
  });
});

function newEntries(server: string): readonly (readonly [add: NativeEdit, remove: NativeEdit])[] {
  const list = ['permissions', 'allow'];
  return [
    [{ op: 'set', path: ['mcp_servers', server], value: { command: 'x', args: ['a'] } }, { op: 'remove', path: ['mcp_servers', server] }],
    [{ op: 'set', path: ['brand_new'], value: 1 }, { op: 'remove', path: ['brand_new'] }],
    [{ op: 'include', path: list, value: 'fresh' }, { op: 'exclude', path: list, value: 'fresh' }],
  ];
}
