import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { cacheFolder, installClient } from './clients.js';
import { evidenceTable, newRecord, writeEvidence } from './evidence.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mcpolicy-harness-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the client cache is neither in the checkout nor in the temporary folder', () => {
  const checkout = fileURLToPath(new URL('../../../reports/clients', import.meta.url));
  expect(() => cacheFolder({ MCPOLICY_CLIENT_CACHE: checkout })).toThrow('inside the checkout');
  expect(() => cacheFolder({ MCPOLICY_CLIENT_CACHE: path.join(folder, 'clients') })).toThrow('inside the temporary folder');
  rmSync(checkout, { recursive: true });
});

test('a client that cannot be installed is an error', () => {
  expect(() => installClient({ package: '@openai/codex', version: '0.0.0-no-such-version', bin: 'codex' })).toThrow('could not install');
});

test('evidence of one version replaces the older one and leaves others alone', () => {
  const file = path.join(folder, 'evidence.json');
  const record = (version: string, seen: string) => ({ ...newRecord('codex', { package: 'x', bin: 'x', version }), cases: [{ case: 'c', cell: 'approve', expected: 'RUN', seen }] });
  writeEvidence(file, [record('2.0.0', 'RUN'), record('1.0.0', 'RUN')]);
  writeEvidence(file, [record('2.0.0', 'ASK')]);
  const written = JSON.parse(readFileSync(file, 'utf8')) as { version: string; cases: { seen: string }[] }[];
  expect(written.map(({ version, cases }) => `${version} ${cases[0]!.seen}`)).toEqual(['1.0.0 RUN', '2.0.0 ASK']);
  expect(evidenceTable([record('2.0.0', 'ASK')]).split('\n')).toHaveLength(3);
});
