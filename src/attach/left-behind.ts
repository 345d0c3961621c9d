import type { Remark } from '../driver.js';
import { loadDriver } from '../drivers/registry.js';
import type { AttachedFile } from './receipt.js';

/**
 * Entries that would be left without their server: others added them below a server that came with the attachment, and goes
 * with it. What was amiss already is not the work of `detach`.
 */
export async function leftBehind(file: AttachedFile, driverId: string, now: unknown, restored: unknown): Promise<readonly Remark[]> {
  const driver = await loadDriver(driverId);
  if (driver?.verdict !== 'exact' || driver.read === undefined) return [];
  const { read } = driver;
  const orphans = (value: unknown) => read([{ part: file.part, value }]).remarks.filter(({ code }) => code === 'MCP405');
  const known = new Set(orphans(now).map(({ server }) => server));
  const made = file.owned.filter(({ element, before }) => element === undefined && before.value === undefined).map(({ path, created }) => path.slice(0, created));
  return orphans(restored).filter(({ server, path }) => !known.has(server) && made.some((own) => own.every((key, index) => key === path[index])));
}
