import type { Driver } from '../driver.js';

/**
 * Every client that mcpolicy knows, one line each, in alphabetical order. Loaded on demand: a run pays for one driver.
 * A client that is not listed here was not examined and is refused as unknown.
 */
const loaders = new Map<string, () => Promise<Driver>>([
  ['codex', async () => (await import('./codex/index.js')).codex],
]);

/** The ids of all drivers, sorted. */
export const driverIds: readonly string[] = [...loaders.keys()].sort();

/** The driver of this id, or `undefined` where nobody examined such a client. */
export async function loadDriver(id: string): Promise<Driver | undefined> {
  return loaders.get(id)?.();
}

/** All drivers, in the order of their ids. */
export async function loadAllDrivers(): Promise<readonly Driver[]> {
  return Promise.all([...loaders.values()].map((load) => load()));
}
