import type { Endpoint } from '../endpoint.js';
import { ask, type Answer, type Patience } from './ask.js';
import type { Machine } from './program.js';

/** Servers that are asked at the same time. */
const atOnce = 8;

/** Asks every server, some at a time, and returns the answers in the order of the servers. */
export async function askAll(endpoints: readonly Endpoint[], patience: Patience, machine: Machine): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...endpoints.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, endpoint] = next;
      answers[index] = await ask(endpoint, patience, machine);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}
