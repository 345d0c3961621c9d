import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { onStage, type Stage } from '../codex/run.js';
import { stdio } from '../codex/suite.js';
import { startChild } from '../harness/child.js';
import { installClient, pins } from '../harness/clients.js';
import { throughLaunch, trustProject } from './mcpolicy.js';

/** `script` of util-linux gives a program a terminal; its options differ elsewhere. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** The terminal interface: the model calls an approved tool, then one that must ask; a person is a key on the terminal. */
describe.skipIf(!hasTerminal).each(pins.codex.slice(0, 1))('launch codex $version on a terminal', (pin) => {
  const scenario = {
    spec: 'modes.toml',
    servers: [stdio('files', ['approved', 'prompted'])],
    steps: [{ server: 'files', tool: 'approved' }, { server: 'files', tool: 'prompted' }],
    alter: () => '',
  };

  test('runs what is approved, and waits with what must be asked until somebody answers', async () => {
    await onStage(installClient(pin), scenario, async (stage) => {
      trustProject(stage);
      const child = onTerminal(stage, throughLaunch()(stage, ['go']));
      try {
        await calls(stage, 1);
        await sleep(3_000);
        expect(stage.fleet.calls()).toEqual([{ server: 'files', tool: 'approved' }]);
        child.write('\r');
        await calls(stage, 2);
        expect(stage.fleet.calls()[1]).toEqual({ server: 'files', tool: 'prompted' });
      } finally {
        await child.stop();
      }
      return {};
    });
  });
});

function onTerminal({ scratch, env }: Stage, command: readonly string[]) {
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = startChild('script', ['-qefc', line, '/dev/null'], { cwd: scratch.project, env: { ...env, TERM: 'xterm-256color' }, onLine: () => undefined });
  // Answers to what a terminal is asked about itself: the place of the cursor, and what it is.
  child.write('\u001b[1;1R\u001b[?62;c');
  return child;
}

async function calls({ fleet }: Stage, number: number): Promise<void> {
  for (let waited = 0; fleet.calls().length < number; waited += 200) {
    if (waited > 40_000) throw new Error(`the server got ${JSON.stringify(fleet.calls())} and no more`);
    await sleep(200);
  }
}
