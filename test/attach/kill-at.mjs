/**
 * Preloaded into a run (`node --import`): kills the process without a word right before the file-system call number
 * `KILL_AT`, and prints how many calls a run that was not killed made.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const killAt = Number(process.env['KILL_AT']);
let calls = 0;

function count() {
  calls += 1;
  if (calls === killAt) process.kill(process.pid, 'SIGKILL');
}

for (const name of /** @type {const} */ (['mkdir', 'open', 'rename', 'unlink'])) {
  const original = /** @type {(...args: unknown[]) => Promise<unknown>} */ (fs[name]);
  Object.assign(fs, {
    [name]: async (/** @type {unknown[]} */ ...args) => {
      count();
      const result = await original(...args);
      return name === 'open' ? counted(/** @type {import('node:fs/promises').FileHandle} */ (result)) : result;
    },
  });
}
syncBuiltinESMExports();

/** @param {import('node:fs/promises').FileHandle} handle */
function counted(handle) {
  for (const name of /** @type {const} */ (['writeFile', 'sync'])) {
    const original = /** @type {(...args: unknown[]) => Promise<unknown>} */ (handle[name].bind(handle));
    Object.assign(handle, {
      [name]: async (/** @type {unknown[]} */ ...args) => {
        count();
        return original(...args);
      },
    });
  }
  return handle;
}

process.on('exit', () => process.stderr.write(`calls=${String(calls)}\n`));
