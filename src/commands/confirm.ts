import { createInterface } from 'node:readline';
import { writeAll, type Host } from '../host.js';

/** Shows something on standard error and asks a person. Only a clear yes counts: the end of the input is a no. */
export async function confirm(pieces: readonly string[], question: string, host: Host): Promise<boolean> {
  await writeAll(host.stderr, pieces);
  const lines = createInterface({ input: host.stdin, output: host.stderr.stream });
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => { resolve(''); });
    lines.question(`${question} [y/N] `, resolve);
  });
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
