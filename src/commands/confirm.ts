import { createInterface } from 'node:readline/promises';
import { writeAll, type Host } from '../host.js';

/** Shows something on standard error and asks a person; only a clear yes counts. */
export async function confirm(pieces: readonly string[], question: string, host: Host): Promise<boolean> {
  await writeAll(host.stderr, pieces);
  const lines = createInterface({ input: host.stdin, output: host.stderr.stream });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
