import { PassThrough, Readable, Writable } from 'node:stream';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Host } from '../../src/host.js';
import { startProgress } from '../../src/progress.js';

/** The library asks the process itself whether it runs in CI or on a dumb terminal. */
const before = { CI: process.env['CI'], TERM: process.env['TERM'] };

beforeEach(() => {
  delete process.env['CI'];
  process.env['TERM'] = 'xterm';
});

afterEach(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
});

/** Works in `steps` steps and returns everything that was written to standard error. */
async function shown(env: Readonly<Record<string, string>>, isTerminal: boolean, steps = 100): Promise<string> {
  const stream = new PassThrough();
  Object.assign(stream, { isTTY: isTerminal, columns: 80, cursorTo: () => true, moveCursor: () => true, clearLine: () => true });
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const nowhere = { stream: new Writable(), isTerminal: false };
  const host: Host = { cwd: '.', env, stdin: Readable.from([]), isInteractive: false, stdout: nowhere, stderr: { stream, isTerminal } };
  const progress = await startProgress('Checking', steps, host);
  for (let step = 0; step < steps; step += 1) progress.step();
  await new Promise((resolve) => setTimeout(resolve, 250));
  progress.stop();
  return text;
}

it('shows how far the work is on a terminal', async () => {
  expect(await shown({ TERM: 'xterm' }, true)).toContain('Checking 100 of 100');
});

it.each<[string, Readonly<Record<string, string>>, boolean, number]>([
  ['in a pipe', { TERM: 'xterm' }, false, 100],
  ['in CI', { TERM: 'xterm', CI: 'true' }, true, 100],
  ['on a dumb terminal', { TERM: 'dumb' }, true, 100],
  ['for work that is over at once', { TERM: 'xterm' }, true, 5],
])('writes nothing %s', async (_what, env, isTerminal, steps) => {
  expect(await shown(env, isTerminal, steps)).toBe('');
});
