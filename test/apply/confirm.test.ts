import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirm } from '../../src/commands/confirm.js';

/** Asks, and lets a person type this; `undefined`: the input ends. */
async function answerTo(typed: string | undefined) {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const stdout = new PassThrough();
  const asked = confirm(['the change\n'], 'Write this?', { cwd: '.', env: {}, stdin, isInteractive: true, stdout: { stream: stdout, isTerminal: true }, stderr: { stream: stderr, isTerminal: true } });
  if (typed === undefined) stdin.end();
  else stdin.write(typed);
  return { answer: await asked, shown: String(stderr.read()), product: stdout.read() as unknown };
}

describe('a question before something is written', () => {
  it.each([['y\n', true], ['Yes\n', true], [' y \n', true], ['n\n', false], ['\n', false], ['yep\n', false], ['y es\n', false], [undefined, false]])('answered with %j is a yes: %s', async (typed, isYes) => {
    const { answer, shown, product } = await answerTo(typed);
    expect([answer, shown.startsWith('the change\nWrite this? [y/N] '), product]).toEqual([isYes, true, null]);
  });
});
