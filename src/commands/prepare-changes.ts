import { resolve } from 'node:path';
import { unchangedFile, type FileChange } from '../apply/file-change.js';
import { planEdits, type EditPlan } from '../apply/plan.js';
import { admit, compilePolicy } from '../compile.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy, SourceText, TargetSpec } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { partFiles, placeFindings, readNative, sourceOf, type NativeFile, type PartFile } from '../targets.js';
import { refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

/** Which files of a client a command changes. */
export interface ChangeOptions extends SpecOptions {
  readonly file?: string;
  readonly serversFile?: string;
  readonly prune?: boolean;
}

/** Everything that has to be known before the first byte is written. */
export interface Prepared {
  readonly driver: ExactDriver;
  readonly policy: NormalizedPolicy;
  readonly places: readonly PartFile[];
  readonly files: readonly NativeFile[];
  readonly plan: EditPlan;
  readonly changes: readonly FileChange[];
  readonly notes: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Compiles the spec, passes the gate, reads the client's files and plans their changes. Nothing is written. */
export async function prepareChanges(driverId: string, options: ChangeOptions, host: Host): Promise<{ readonly ok: true; readonly prepared: Prepared } | { readonly ok: false; readonly result: CommandResult }> {
  const driver = await driverByName(driverId);
  if (!driver.ok) return stop(refused(driver.faults));
  const sources = await readSources(options, host);
  if (!sources.ok) return stop(refused(sources.faults));
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return stop(refused(policy.faults, sources.value));
  const admitted = admit(driver.value, policy.value, { policyOnly: true });
  if (!admitted.ok) return stop(refused([...policy.notes, ...admitted.faults], sources.value));
  const places = placesOf(admitted.value, policy.value, options, host.cwd);
  if (places.length === 0) return stop(usage('no file of the client is named', `Declare [targets.${driverId}] in the spec, or say --file.`));
  const files = await readFiles(places, host.cwd);
  if (!files.ok) return stop(refused([...policy.notes, ...files.faults], sources.value));
  const planned = await planChanges(admitted.value, policy.value, files.value, options);
  if (!planned.ok) return stop(refused([...policy.notes, ...planned.faults], [...sources.value, ...files.value.map(sourceOf)]));
  return { ok: true, prepared: { driver: admitted.value, policy: policy.value, places, files: files.value, ...planned.value, notes: policy.notes, sources: sources.value } };
}

function stop(result: CommandResult) {
  return { ok: false as const, result };
}

/** The files named on the command line, else those of the target. */
function placesOf(driver: ExactDriver, policy: NormalizedPolicy, options: ChangeOptions, cwd: string): readonly PartFile[] {
  const declared = policy.targets.find((target) => target.driver === driver.id);
  if (options.file === undefined && options.serversFile === undefined) return declared === undefined ? [] : partFiles(driver, declared, cwd);
  const named: Partial<TargetSpec> = { ...(options.file === undefined ? {} : { file: options.file }), ...(options.serversFile === undefined ? {} : { serversFile: options.serversFile }) };
  return driver.parts.flatMap((part) => {
    const file = part.target === undefined ? undefined : named[part.target];
    return file === undefined ? [] : [{ part, path: resolve(cwd, file) }];
  });
}

/** All files or the faults of those that cannot be read. */
export async function readFiles(places: readonly PartFile[], cwd: string): Promise<Outcome<readonly NativeFile[]>> {
  const reads = await Promise.all(places.map((place) => readNative(place, cwd)));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  return faults.length > 0 ? failure(faults) : success(reads.flatMap((read) => (read.ok ? [read.value] : [])));
}

async function planChanges(driver: ExactDriver, policy: NormalizedPolicy, files: readonly NativeFile[], options: ChangeOptions): Promise<Outcome<{ readonly plan: EditPlan; readonly changes: readonly FileChange[] }>> {
  const documents = files.map((file) => file.document);
  const observed = driver.read?.(documents) ?? { servers: [], approvals: [], remarks: [] };
  const plan = planEdits(driver, policy, documents, observed, { prune: options.prune ?? false });
  if (!plan.ok) return failure(await placeFindings(plan.refusals, files, driver));
  const changes = plan.plan.size === 0 ? success(files.map(unchangedFile)) : await (await import('../apply/change.js')).changeFiles(driver, policy, files, plan.plan);
  return changes.ok ? success({ plan: plan.plan, changes: changes.value }) : changes;
}
