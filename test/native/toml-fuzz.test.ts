import { describe, expect, it } from 'vitest';
import { editToml } from '../../src/native/edit.js';
import { editsFor } from './edits.js';
import { forSeeds, runs, timeout } from './fuzz.js';
import { mutated } from './mutate.js';
import { serverNames, tomlDocument, toolNames } from './toml-documents.js';
import { faultOfReturn, judge } from './toml-properties.js';

describe('generated TOML documents', () => {
  it('keep every byte outside the edit, mean what was intended, and change once only', { timeout }, async () => {
    const counts = { edited: 0, unchanged: 0, refused: 0, unsound: 0 };
    await forSeeds(async (seed) => {
      const text = tomlDocument(seed);
      const edits = editsFor(seed);
      const verdict = await judge(text, edits);
      if (verdict.kind === 'fault') return `${verdict.message}\n--- edits\n${JSON.stringify(edits, withBigints)}\n--- of\n${text}`;
      counts[verdict.kind] += 1;
      return undefined;
    });
    expect(counts.edited).toBeGreaterThan(runs * 0.6);
    expect(counts.refused + counts.unsound).toBeLessThan(runs * 0.1);
  });

  it('are as they were after a new entry was removed again', { timeout }, async () => {
    await forSeeds(async (seed) => {
      const text = tomlDocument(seed);
      const server = serverNames[seed % serverNames.length] ?? '';
      const tool = toolNames[(seed >> 4) % toolNames.length] ?? '';
      const fault = await faultOfReturn(text, ['mcp_servers', server, 'tools', tool, 'approval_mode']);
      return fault === undefined ? undefined : `${fault}\n--- of\n${text}`;
    });
  });

  it('are edited exactly or refused when they are damaged', { timeout }, async () => {
    await forSeeds(async (seed) => {
      const text = mutated(tomlDocument(seed), seed);
      const edits = editsFor(seed);
      const edited = await editToml(text, edits);
      if (!edited.ok) return edited.problem.kind === 'verification-failed' ? `verification failed\n--- of\n${text}` : undefined;
      const verdict = await judge(text, edits);
      return verdict.kind === 'fault' ? `${verdict.message}\n--- of\n${text}` : undefined;
    });
  });
});

function withBigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${String(value)}n` : value;
}
