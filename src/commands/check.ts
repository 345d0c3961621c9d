import { basename, resolve } from 'node:path';
import { audit } from '../audit/audit.js';
import { repositoryApprovals } from '../audit/repository.js';
import { admit, compilePolicy } from '../compile.js';
import { isNote, type Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import { specNames } from '../files.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy, TargetSpec } from '../model.js';
import { partFiles, placeFindings, readNative, sourceOf, type NativeFile } from '../targets.js';
import type { LayerOptions, LayersJudged } from './check-layers.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

/** What is known about one target after looking. */
interface Judged {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly NativeFile[];
}

/** Compares every target of the spec with the policy. Looking at nothing is a failure, never a pass. */
export async function runCheck(paths: readonly string[], options: SpecOptions & LayerOptions, host: Host): Promise<CommandResult> {
  const wrong = misuse(options);
  if (wrong !== undefined) return wrong;
  const specs = paths.filter((path) => specNames.includes(basename(path)));
  const sources = await readSources({ ...options, spec: [...options.spec, ...specs] }, host);
  if (!sources.ok) return refused(sources.faults);
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return refused(policy.faults, sources.value);
  const targets = chosenTargets(policy.value.targets, paths.filter((path) => !specs.includes(path)), host.cwd);
  if (targets.length === 0) return refused([...policy.notes, nothing(policy.value.targets)], sources.value);
  const layers = options.layers === true ? await (await import('./check-layers.js')).judgeTargets(targets, policy.value, options, host) : withoutLayers(targets);
  const judged = await Promise.all(layers.strangers.map((target) => judge(target, policy.value, host)));
  const alone = judged.flatMap((one) => one.diagnostics);
  const files = judged.flatMap((one) => one.files);
  return product([...layers.lines, summary(files, alone)], [...policy.notes, ...layers.diagnostics, ...alone], [...sources.value, ...layers.sources, ...files.map(sourceOf)]);
}

function misuse(options: LayerOptions): CommandResult | undefined {
  const misplaced = options.layers === true ? undefined : (['cwd', 'home', 'profile'] as const).find((option) => options[option] !== undefined);
  return misplaced === undefined ? undefined : usage(`--${misplaced} needs --layers`, 'Without --layers each file is judged alone.');
}

function withoutLayers(targets: readonly TargetSpec[]): LayersJudged {
  return { lines: [], diagnostics: [], sources: [], strangers: targets };
}

/** All targets, or those whose file is among `paths`; other paths are none of our business. */
function chosenTargets(targets: readonly TargetSpec[], paths: readonly string[], cwd: string): readonly TargetSpec[] {
  if (paths.length === 0) return targets;
  const wanted = new Set(paths.map((path) => resolve(cwd, path)));
  return targets.filter((target) => [target.file, target.serversFile].some((file) => file !== undefined && wanted.has(resolve(cwd, target.spec, '..', file))));
}

function nothing(targets: readonly TargetSpec[]): Diagnostic {
  return { code: 'MCP422', message: targets.length === 0 ? 'the spec declares no targets, so no file was compared' : 'none of the named files is a target of the spec' };
}

async function judge(target: TargetSpec, policy: NormalizedPolicy, { cwd, env }: Host): Promise<Judged> {
  const found = await driverByName(target.driver);
  if (!found.ok) return { diagnostics: found.faults, files: [] };
  const admitted = admit(found.value, policy, { policyOnly: true });
  if (!admitted.ok) return { diagnostics: admitted.faults, files: [] };
  const reads = await Promise.all(partFiles(admitted.value, target, cwd).map((file) => readNative(file, cwd)));
  const files = reads.flatMap((read) => (read.ok ? [read.value] : []));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  if (faults.length > 0) return { diagnostics: faults, files };
  const own = await repositoryApprovals(admitted.value, files, env);
  return { diagnostics: [...(await findings(admitted.value, policy, files)), ...(await placeFindings(own, files, admitted.value))], files };
}

/** Findings with their places, then what was not judged. */
export async function findings(driver: ExactDriver, policy: NormalizedPolicy, files: readonly NativeFile[]): Promise<readonly Diagnostic[]> {
  const documents = files.map((file) => file.document);
  const observed = driver.read?.(documents) ?? { servers: [], approvals: [], remarks: [] };
  const found = audit(driver, policy, documents, observed);
  const placed = await placeFindings(found, files, driver);
  return [...placed, ...files.map(missingOrAlone)];
}

function missingOrAlone(file: NativeFile): Diagnostic {
  const at = { file: file.shownAs };
  return file.content === undefined ? { code: 'MCP418', message: 'the file does not exist', at } : { code: 'MCP419', message: 'only this file was judged, not the layers that the client merges with it', at };
}

function summary(files: readonly NativeFile[], diagnostics: readonly Diagnostic[]): string {
  const names = files.map((file) => file.shownAs);
  const open = names.filter((name) => diagnostics.some((diagnostic) => diagnostic.at?.file === name && !isNote(diagnostic)));
  return names.map((name) => `${open.includes(name) ? 'differs' : 'holds  '} ${name}\n`).join('');
}
