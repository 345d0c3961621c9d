import type { FileChange } from '../apply/file-change.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Host } from '../host.js';
import { sourceOf } from '../targets.js';
import { judgeFiles } from './judge-files.js';
import { product, refused, type CommandResult } from './command.js';
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

async function applyTo(prepared: Prepared, options: ApplyOptions, host: Host): Promise<CommandResult> {
  const sources = prepared.files.map(sourceOf);
  const pending = prepared.changes.filter((change) => change.before !== change.after);
  if (pending.length === 0) return judged(prepared, [], [], host.cwd);
  const patches = await patchesOf(pending, host);
  if (options.dryRun ?? false) return product(patches, pending.map(wouldChange), sources);
  if (!(await isConfirmed(patches, options, host))) return product(host.isInteractive ? [] : patches, [{ code: 'MCP423', message: 'nothing was written' }], sources);
  const shown = options.yes ?? false ? patches : [];
  const { written, faults } = await writeAllFiles(pending);
  return faults.length > 0 ? product(written.length > 0 ? [...shown, ...written.map(writtenLine)] : [], faults, sources) : judged(prepared, written, shown, host.cwd);
}

/** What compares and colours is loaded when there is something to show. */
async function patchesOf(changes: readonly FileChange[], host: Host): Promise<readonly string[]> {
  const [{ patchText }, { colourFor }] = await Promise.all([import('../report/patch.js'), import('../report/colour.js')]);
  const paint = await colourFor({ env: host.env, isTerminal: host.stdout.isTerminal });
  return Promise.all(changes.map(({ file, before, after }) => patchText({ shownAs: file.shownAs, format: file.part.format, before, after }, paint)));
}

function wouldChange(change: FileChange): Diagnostic {
  return { code: 'MCP424', message: 'the file would change', at: { file: change.file.shownAs } };
}

async function isConfirmed(patches: readonly string[], options: ApplyOptions, host: Host): Promise<boolean> {
  if (options.yes ?? false) return true;
  return host.isInteractive && (await import('./confirm.js')).confirm(patches, 'Write this?', host);
}

/** Each file on its own: what was written stays and is said, and what failed is named. */
async function writeAllFiles(changes: readonly FileChange[]): Promise<{ readonly written: readonly string[]; readonly faults: readonly Diagnostic[] }> {
  const { replaceFile } = await import('../native/file/replace.js');
  const written: string[] = [];
  const faults: Diagnostic[] = [];
  for (const { file, bytes } of changes) {
    const replaced = await replaceFile(file.path, file.content?.bytes ?? null, bytes);
    if (!replaced.ok) faults.push({ code: 'MCP421', message: replaced.problem.message, fix: replaced.problem.fix, at: { file: file.shownAs } });
    else if (replaced.written) written.push(file.shownAs);
  }
  return { written, faults };
}

function writtenLine(file: string): string {
  return `written     ${file}\n`;
}

/** Reads the files again: what `apply` says afterwards is what is on the disk. */
async function judged({ driver, policy, places }: Prepared, written: readonly string[], patches: readonly string[], cwd: string): Promise<CommandResult> {
  const files = await readFiles(places, cwd);
  if (!files.ok) return refused(files.faults);
  const lines = files.value.map(({ shownAs }) => (written.includes(shownAs) ? writtenLine(shownAs) : `up to date  ${shownAs}\n`));
  return product([...patches, ...lines], await judgeFiles(driver, policy, files.value), files.value.map(sourceOf));
}
