import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, pins } from '../harness/clients.js';
import { headlessSuites, observe, rows, stdio, type HeadlessCase } from '../harness/headless-suite.js';
import { refusal, type SpecServers } from '../harness/parts.js';
import { runOpencode, type OpencodeRun } from './run.js';

interface Shown extends HeadlessCase {
  readonly permission: OpencodeRun['permission'];
  readonly args?: readonly string[];
}

/** Why opencode is refused: what happens when its nearest primitive is used all the same. */
const shown: readonly Shown[] = [
  { title: 'a tool without a rule runs', servers: [stdio('srv', ['t1']), stdio('other', ['t1'])], rows: [...rows('srv', ['t1'], 'limit', 'RUN'), ...rows('other', ['t1'], 'limit', 'RUN')], permission: {} },
  { title: 'control: a joined key below "*" reaches its tool', servers: [stdio('srv', ['t1']), stdio('other', ['t1'])], rows: [...rows('srv', ['t1'], 'control', 'RUN'), ...rows('other', ['t1'], 'control', 'ASK')], permission: { '*': 'ask', srv_t1: 'allow' } },
  { title: 'rule for (a, b_c) runs c of a_b', servers: [stdio('a_b', ['c', 'd'])], rows: [...rows('a_b', ['c'], 'collision', 'RUN'), ...rows('a_b', ['d'], 'boundary', 'ASK')], permission: { '*': 'ask', a_b_c: 'allow' } },
  { title: 'rule for b_c runs b.c', servers: [stdio('a', ['b.c', 'd'])], rows: [...rows('a', ['b.c'], 'collision', 'RUN'), ...rows('a', ['d'], 'boundary', 'ASK')], permission: { '*': 'ask', a_b_c: 'allow' } },
  { title: 'the builtin permission external_directory runs a tool', servers: [stdio('external', ['directory', 'x'])], rows: [...rows('external', ['directory'], 'collision', 'RUN'), ...rows('external', ['x'], 'boundary', 'ASK')], permission: { '*': 'ask', external_directory: 'allow' } },
  { title: 'a later "*" opens a tool that asks', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'limit', 'RUN'), permission: { srv_t1: 'ask', '*': 'allow' } },
  { title: 'control: an ask rule asks', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'control', 'ASK'), permission: { srv_t1: 'ask' } },
  { title: '--auto runs a tool with an ask rule', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'limit', 'RUN'), permission: { srv_t1: 'ask' }, args: ['--auto'] },
];

headlessSuites('opencode', pins.opencode, (suite) => {
  test('every policy is refused, with each tool named', () => {
    const servers: SpecServers = { a: { command: 'x', tools: { b_c: 'approve' } }, a_b: { command: 'x', tools: { c: 'prompt' } } };
    const folder = mkdtempSync(path.join(cacheFolder(), '.refused-'));
    try {
      const reason = refusal('opencode', servers, folder);
      expect(reason).toMatch(/server "a", tool "b_c"/);
      expect(reason).toMatch(/server "a_b", tool "c"/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each(shown.map((one) => [one.title, one] as const))('%s', async (_title, { permission, args, ...tested }) => {
    await observe(suite, tested, (scenario) => runOpencode(suite.client(), { ...scenario, permission, ...(args === undefined ? {} : { args }) }));
  });
});
