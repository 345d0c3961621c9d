import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../src/native/file/replace.js';
import { hooked } from './faulty-file-system.js';

/**
 * A process of its own that writes a file. `kill N PATH CONTENT` dies, without any chance to tidy up, right before its N-th
 * call of the system. `append PATH LABEL` adds a line, and does so again when somebody else was faster.
 */
const [mode, ...args] = process.argv.slice(2);

if (mode === 'kill') {
  const [step = '', path = '', content = ''] = args;
  const expected = existsSync(path) ? readFileSync(path) : null;
  const deadly = hooked(({ number }) => {
    if (number === Number(step)) process.kill(process.pid, 'SIGKILL');
  });
  const replaced = await replaceFile(path, expected, Buffer.from(content), deadly);
  if (!replaced.ok) process.stdout.write(replaced.problem.message);
  process.exitCode = replaced.ok ? 0 : 1;
} else {
  const [path = '', label = ''] = args;
  for (let done = false; !done; ) {
    const expected = readFileSync(path);
    const replaced = await replaceFile(path, expected, Buffer.concat([expected, Buffer.from(`${label}\n`)]));
    if (!replaced.ok && replaced.problem.kind !== 'changed') throw new Error(replaced.problem.message);
    done = replaced.ok;
  }
}
