import type { FileChange } from '../apply/change.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy } from '../model.js';
import { replaceFile } from '../native/file/replace.js';
import { colourFor } from '../report/colour.js';
import { patchText } from '../report/patch.js';
import { sourceOf, type PartFile } from '../targets.js';
import { findings } from './check.js';
import { product, refused, type CommandResult } from './command.js';
import { confirm } from './confirm.js';
import { prepareChanges, readFiles, type ChangeOptions, type Prepared } from './prepare-changes.js';

export interface ApplyOptions extends ChangeOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Brings a client's files to the policy: shows the change, asks, writes safely, and judges the result. */
export async function runApply(driverId: string, options: ApplyOptions, host: Host): Promise<CommandResult> {
  const ready = await prepareChanges(driverId, options, host);
  if (!ready.ok) return ready.result;
  const { prepared } = ready;
  const result = await applyTo(prepared, options, host);
  return { ...result, diagnostics: [...prepared.notes, ...result.diagnostics], sources: [...prepared.sources, ...result.sources] };
}

async function applyTo({ driver, policy, places, changes, files }: Prepared, options: ApplyOptions, host: Host): Promise<CommandResult> {
  const sources = files.map(sourceOf);
  const pending = changes.filter((change) => change.before !== change.after);
  const paint = colourFor({ env: host.env, isTerminal: host.stdout.isTerminal });
  const patches = pending.map((change) => patchText(change.file.shownAs, change.before, change.after, paint));
  if (options.dryRun ?? false) return product(patches, pending.map(wouldChange), sources);
  if (pending.length > 0 && !(await isConfirmed(patches, options, host))) return product(host.isInteractive ? [] : patches, [{ code: 'MCP423', message: 'nothing was written' }], sources);
  const written = await writeAllFiles(pending);
  if (written.length > 0) return product([], written, sources);
  return judged(driver, policy, places, pending, options.yes ?? false ? patches : [], host.cwd);
}

function wouldChange(change: FileChange): Diagnostic {
  return { code: 'MCP424', message: 'the file would change', at: { file: change.file.shownAs } };
}

async function isConfirmed(patches: readonly string[], options: ApplyOptions, host: Host): Promise<boolean> {
  if (options.yes ?? false) return true;
  return host.isInteractive && confirm(patches, 'Write this?', host);
}

/** Each file on its own: what was written stays, and what failed is named. */
async function writeAllFiles(changes: readonly FileChange[]): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  for (const { file, bytes } of changes) {
    const written = await replaceFile(file.path, file.content?.bytes ?? null, bytes);
    if (!written.ok) faults.push({ code: 'MCP421', message: written.problem.message, fix: written.problem.fix, at: { file: file.shownAs } });
  }
  return faults;
}

/** Reads the files again: what `apply` says afterwards is what is on the disk. */
async function judged(driver: ExactDriver, policy: NormalizedPolicy, places: readonly PartFile[], pending: readonly FileChange[], patches: readonly string[], cwd: string): Promise<CommandResult> {
  const files = await readFiles(places, cwd);
  if (!files.ok) return refused(files.faults);
  const written = new Set(pending.map((change) => change.file.path));
  const lines = files.value.map((file) => `${written.has(file.path) ? 'written    ' : 'up to date '} ${file.shownAs}\n`);
  return product([...patches, ...lines], await findings(driver, policy, files.value), files.value.map(sourceOf));
}
