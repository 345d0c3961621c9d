import { resolve } from 'node:path';
import { changeFiles, type FileChange } from '../apply/change.js';
import { planEdits } from '../apply/plan.js';
import { admit, compilePolicy } from '../compile.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy, TargetSpec } from '../model.js';
import { replaceFile } from '../native/file/replace.js';
import { failure, success, type Outcome } from '../outcome.js';
import { colourFor } from '../report/colour.js';
import { patchText } from '../report/patch.js';
import { partFiles, readNative, sourceOf, type NativeFile, type PartFile } from '../targets.js';
import { findings } from './check.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { confirm } from './confirm.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

export interface ApplyOptions extends SpecOptions {
  readonly file?: string;
  readonly serversFile?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly prune?: boolean;
}

/** Brings a client's files to the policy: shows the change, asks, writes safely, and judges the result. */
export async function runApply(driverId: string, options: ApplyOptions, host: Host): Promise<CommandResult> {
  const driver = await driverByName(driverId);
  if (!driver.ok) return refused(driver.faults);
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return refused(policy.faults, sources.value);
  const admitted = admit(driver.value, policy.value, { policyOnly: true });
  if (!admitted.ok) return refused([...policy.notes, ...admitted.faults], sources.value);
  const places = placesOf(admitted.value, policy.value, options, host.cwd);
  if (places.length === 0) return usage('no file to apply to is named', `Declare [targets.${driverId}] in the spec, or say --file.`);
  const result = await applyTo(admitted.value, policy.value, places, options, host);
  return { ...result, diagnostics: [...policy.notes, ...result.diagnostics], sources: [...sources.value, ...result.sources] };
}

/** The files named on the command line, else those of the target. */
function placesOf(driver: ExactDriver, policy: NormalizedPolicy, options: ApplyOptions, cwd: string): readonly PartFile[] {
  const declared = policy.targets.find((target) => target.driver === driver.id);
  if (options.file === undefined && options.serversFile === undefined) return declared === undefined ? [] : partFiles(driver, declared, cwd);
  const named: Partial<TargetSpec> = { ...(options.file === undefined ? {} : { file: options.file }), ...(options.serversFile === undefined ? {} : { serversFile: options.serversFile }) };
  return driver.parts.flatMap((part) => {
    const file = part.target === undefined ? undefined : named[part.target];
    return file === undefined ? [] : [{ part, path: resolve(cwd, file) }];
  });
}

async function applyTo(driver: ExactDriver, policy: NormalizedPolicy, places: readonly PartFile[], options: ApplyOptions, host: Host): Promise<CommandResult> {
  const files = await readAll(places, host.cwd);
  if (!files.ok) return refused(files.faults);
  const sources = files.value.map(sourceOf);
  const changes = await plannedChanges(driver, policy, files.value, options);
  if (!changes.ok) return refused(changes.faults, sources);
  const pending = changes.value.filter((change) => change.before !== change.after);
  const paint = colourFor({ env: host.env, isTerminal: host.stdout.isTerminal });
  const patches = pending.map((change) => patchText(change.file.shownAs, change.before, change.after, paint));
  if (options.dryRun ?? false) return product(patches, pending.map(wouldChange), sources);
  if (pending.length > 0 && !(await isConfirmed(patches, options, host))) return product(options.yes ? patches : [], [{ code: 'MCP423', message: 'nothing was written' }], sources);
  const written = await writeAllFiles(pending);
  if (written.length > 0) return product([], written, sources);
  return judged(driver, policy, places, pending, options.yes ?? false ? patches : [], host.cwd);
}

async function readAll(places: readonly PartFile[], cwd: string): Promise<Outcome<readonly NativeFile[]>> {
  const reads = await Promise.all(places.map((place) => readNative(place, cwd)));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  return faults.length > 0 ? failure(faults) : success(reads.flatMap((read) => (read.ok ? [read.value] : [])));
}

async function plannedChanges(driver: ExactDriver, policy: NormalizedPolicy, files: readonly NativeFile[], options: ApplyOptions): Promise<Outcome<readonly FileChange[]>> {
  const documents = files.map((file) => file.document);
  const observed = driver.read?.(documents) ?? { servers: [], approvals: [], remarks: [] };
  const plan = planEdits(driver, policy, documents, observed, { prune: options.prune ?? false });
  return plan.ok ? changeFiles(driver, policy, files, plan.value) : plan;
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
  const files = await readAll(places, cwd);
  if (!files.ok) return refused(files.faults);
  const written = new Set(pending.map((change) => change.file.path));
  const lines = files.value.map((file) => `${written.has(file.path) ? 'written    ' : 'up to date '} ${file.shownAs}\n`);
  return product([...patches, ...lines], await findings(driver, policy, files.value), files.value.map(sourceOf));
}
