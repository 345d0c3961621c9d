import { afterAll, beforeAll, describe } from 'vitest';
import { installClient, pins, type InstalledClient } from '../harness/clients.js';
import { evidenceTable, newRecord, writeEvidence } from '../harness/evidence.js';
import { coverageCases } from './cases/coverage.js';
import { goldenCases } from './cases/goldens.js';
import { modeCases } from './cases/modes.js';
import { nameCases } from './cases/names.js';
import { seedCases } from './cases/seed.js';
import { serverCases } from './cases/servers.js';
import type { Suite } from './suite.js';

/** Every case on every pinned version: what `render codex` prints, as the real Codex understands it. */
const records = pins.codex.map((pin) => {
  const record = newRecord('codex', pin);
  describe(`codex ${pin.version}`, () => {
    let client = (): InstalledClient => {
      throw new Error('no test may use the client before it is installed');
    };
    beforeAll(() => {
      client = attempt(() => installClient(pin));
    });
    const suite: Suite = { client: () => client(), record };
    seedCases(suite);
    modeCases(suite);
    nameCases(suite);
    serverCases(suite);
    goldenCases(suite);
    coverageCases(suite);
  });
  return record;
});

/** Runs `work` at once and repeats its end on every call, so that a client that cannot be installed fails every test. */
function attempt<T>(work: () => T): () => T {
  try {
    const done = work();
    return () => done;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

afterAll(() => {
  process.stdout.write(`\n${evidenceTable(records)}\n`);
  const file = process.env['MCPOLICY_EVIDENCE'];
  if (file !== undefined && file !== '') writeEvidence(file, records);
});
