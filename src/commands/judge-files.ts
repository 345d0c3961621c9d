import { audit, type Finding } from '../audit/audit.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver, Observed } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { placeFindings, type NativeFile } from '../targets.js';

/** What the files of a client say. */
export function observe(driver: ExactDriver, files: readonly NativeFile[]): Observed {
  return driver.read?.(files.map(({ document }) => document)) ?? { servers: [], approvals: [], remarks: [] };
}

/** Policy x files -> findings, before they have their places. */
export function findingsOf(driver: ExactDriver, policy: NormalizedPolicy, files: readonly NativeFile[], observed: Observed): readonly Finding[] {
  return audit(driver, policy, files.map(({ document }) => document), observed);
}

/** What has to be said about files that were just written: findings with their places, then what was not judged. */
export async function judgeFiles(driver: ExactDriver, policy: NormalizedPolicy, files: readonly NativeFile[]): Promise<readonly Diagnostic[]> {
  const found = findingsOf(driver, policy, files, observe(driver, files));
  return [...(await placeFindings(found, files, driver)), ...files.map((file) => missingOrAlone(file, driver, policy))];
}

/** A file that does not exist says nothing, which is all that some policies ask of it. */
export function missingOrAlone({ content, part, shownAs }: NativeFile, driver: ExactDriver, policy: NormalizedPolicy): Diagnostic {
  const at = { file: shownAs };
  if (content !== undefined) return { code: 'MCP419', message: 'only this file was judged, not the layers that the client merges with it', at };
  const isWanted = policy.servers.some((server) => driver.project(server).some((entry) => entry.part === part.id));
  return isWanted ? { code: 'MCP418', message: 'the file does not exist', at } : { code: 'MCP419', message: 'the file does not exist, and the policy asks for nothing in it', at };
}
