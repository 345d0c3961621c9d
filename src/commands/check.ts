import { basename, resolve } from 'node:path';
import { isProjectFile } from '../audit/project-file.js';
import { admit, compilePolicy } from '../compile.js';
import { isNote, type Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import { shownPath, specNames } from '../files.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy, SourceText, TargetSpec } from '../model.js';
import { colourFor } from '../report/colour.js';
import { namedFiles, type NativeFile, partFiles, placeFindings, readNative, sourceOf, strangeKeys } from '../targets.js';
import type { LayerOptions, LayersJudged } from './check-layers.js';
import { refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { findingsOf, missingOrAlone, observe } from './judge-files.js';
import { lookedText, type Looked } from './looked.js';
import { readSources, type SpecOptions } from './sources.js';

/** What is known about one target after looking. */
interface Judged {
  readonly diagnostics: readonly Diagnostic[];
  readonly looked: readonly Looked[];
  readonly files: readonly NativeFile[];
}

export interface CheckOptions extends SpecOptions, LayerOptions {
  /** Notes are not wanted, so nothing is spent on them. */
  readonly withoutNotes?: boolean;
}

/** Compares every target of the spec with the policy. Looking at nothing is a failure, never a pass. */
export async function runCheck(paths: readonly string[], options: CheckOptions, host: Host): Promise<CommandResult> {
  const misplaced = misplacedOption(options);
  if (misplaced !== undefined) return misplaced;
  const specs = options.spec.length > 0 ? [] : paths.filter((path) => specNames.includes(basename(path)));
  if (specs.length > 0) return checkNamed(specs, options, host);
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const checked = await checkSpecs(sources.value, paths, options, host);
  return checked.looked.length === 0 ? refused(checked.diagnostics, checked.sources) : checkResult(checked, host);
}

/** Specs among the names of a hook: each is a policy of its own, and a changed one touches all its targets. */
async function checkNamed(specs: readonly string[], options: CheckOptions, host: Host): Promise<CommandResult> {
  const each = await Promise.all(specs.map(async (spec) => readSources({ ...options, spec: [spec] }, host)));
  const faults = each.flatMap((sources) => (sources.ok ? [] : sources.faults));
  if (faults.length > 0) return refused(faults);
  const checked = await Promise.all(each.map(async (sources) => checkSpecs(sources.ok ? sources.value : [], [], options, host)));
  const whole = { diagnostics: checked.flatMap((one) => one.diagnostics), looked: checked.flatMap((one) => one.looked), sources: checked.flatMap((one) => one.sources) };
  return whole.looked.length === 0 ? refused(whole.diagnostics, whole.sources) : checkResult(whole, host);
}

/** Options of `--layers` without it. */
export function misplacedOption(options: LayerOptions): CommandResult | undefined {
  const misplaced = options.layers === true ? undefined : (['cwd', 'home', 'profile'] as const).find((option) => options[option] !== undefined);
  return misplaced === undefined ? undefined : usage(`--${misplaced} needs --layers`, 'Without --layers each file is judged alone.');
}

/** What one policy and its targets amount to. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly looked: readonly Looked[];
  readonly sources: readonly SourceText[];
}

/** Judges the targets of one policy: all of them, or those whose files are among `paths`. */
export async function checkSpecs(sources: readonly SourceText[], paths: readonly string[], options: Omit<CheckOptions, 'spec'>, host: Host): Promise<Checked> {
  const policy = await compilePolicy(sources);
  if (!policy.ok) return { diagnostics: policy.faults, looked: [], sources };
  const { targets, strangers } = chosenTargets(policy.value.targets, paths, host.cwd);
  if (targets.length === 0 && strangers.length === 0) return { diagnostics: [...policy.notes, noTargets], looked: [], sources };
  const layers = options.layers === true ? await (await import('./check-layers.js')).judgeTargets(targets, policy.value, options, host) : withoutLayers(targets);
  const judged = await Promise.all(layers.strangers.map((target) => judge(target, policy.value, options.withoutNotes ?? false, host)));
  const diagnostics = [...policy.notes, ...strangers.map((path) => noTarget(path, host.cwd)), ...layers.diagnostics, ...judged.flatMap((one) => one.diagnostics)];
  return {
    diagnostics: options.withoutNotes === true ? diagnostics.filter((diagnostic) => !isNote(diagnostic)) : diagnostics,
    looked: [...layers.looked, ...judged.flatMap((one) => one.looked)],
    sources: [...sources, ...layers.sources, ...judged.flatMap((one) => one.files.map(sourceOf))],
  };
}

function withoutLayers(targets: readonly TargetSpec[]): LayersJudged {
  return { looked: [], diagnostics: [], sources: [], strangers: targets };
}

/** The verdict in every form that a report may need, what counts before what is only noted. */
export async function checkResult({ diagnostics: found, looked, sources }: Checked, host: Host, onlyOpen = false): Promise<CommandResult> {
  const diagnostics = [...found.filter((diagnostic) => !isNote(diagnostic)), ...found.filter(isNote)];
  const paint = await colourFor({ env: host.env, isTerminal: host.stdout.isTerminal });
  return { pieces: [lookedText(looked, diagnostics, paint, onlyOpen)], diagnostics, sources: diagnostics.length === 0 ? [] : sources, holding: looked.filter(({ verdict }) => verdict === 'holds').map(({ what }) => what), data: { targets: looked } };
}

/** All targets, or those whose file is among `paths`; and the paths that name no target, so that nobody takes them for checked. */
function chosenTargets(targets: readonly TargetSpec[], paths: readonly string[], cwd: string): { readonly targets: readonly TargetSpec[]; readonly strangers: readonly string[] } {
  if (paths.length === 0) return { targets, strangers: [] };
  const filesOf = (target: TargetSpec) => namedFiles(target).map((file) => resolve(cwd, target.spec, '..', file));
  const known = new Set(targets.flatMap(filesOf));
  const wanted = new Set(paths.map((path) => resolve(cwd, path)));
  return { targets: targets.filter((target) => filesOf(target).some((file) => wanted.has(file))), strangers: [...wanted].filter((path) => !known.has(path)) };
}

const noTargets: Diagnostic = { code: 'MCP422', message: 'the spec declares no targets, so no file was compared' };

function noTarget(path: string, cwd: string): Diagnostic {
  return { code: 'MCP422', message: 'this file is no target of the spec, so it was not compared', fix: 'Declare it under [targets.<driver>] in the spec, or name another file.', at: { file: shownPath(path, cwd) } };
}

async function judge(target: TargetSpec, policy: NormalizedPolicy, withoutNotes: boolean, { cwd, env }: Host): Promise<Judged> {
  const notJudged = (diagnostics: readonly Diagnostic[], files: readonly NativeFile[] = []): Judged => ({ diagnostics, looked: unknownFiles(target, cwd), files });
  const found = await driverByName(target.driver);
  if (!found.ok) return notJudged(found.faults);
  const admitted = admit(found.value, policy, { policyOnly: true });
  if (!admitted.ok) return notJudged(admitted.faults);
  const strange = strangeKeys(admitted.value, target);
  if (strange.length > 0) return notJudged(strange.map((key) => strangeKey(admitted.value, target, key)));
  const reads = await Promise.all(partFiles(admitted.value, target, cwd).map((file) => readNative(file, cwd)));
  const files = reads.flatMap((read) => (read.ok ? [read.value] : []));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  if (faults.length > 0) return notJudged(faults, files);
  const observed = observe(admitted.value, files);
  const mayBeRepositorys = !withoutNotes && files.some(({ part, path }) => isProjectFile(path, part.projectFile));
  const own = mayBeRepositorys ? await (await import('../audit/repository.js')).repositoryApprovals(admitted.value, files, observed, env) : [];
  const all = [...findingsOf(admitted.value, policy, files, observed), ...own];
  const placed = await placeFindings(withoutNotes ? all.filter((finding) => !isNote(finding)) : all, files, admitted.value);
  const diagnostics = [...placed, ...files.map((file) => missingOrAlone(file, admitted.value, policy))];
  return { diagnostics, looked: files.map((file) => lookedAt(file, diagnostics)), files };
}

function unknownFiles(target: TargetSpec, cwd: string): readonly Looked[] {
  return namedFiles(target).map((file) => ({ verdict: 'unknown', what: shownPath(resolve(cwd, target.spec, '..', file), cwd) }));
}

function strangeKey(driver: ExactDriver, target: TargetSpec, key: string): Diagnostic {
  const message = `${driver.title} has no file for "${key}" of a target, so nothing can be compared there`;
  return { code: 'MCP422', message, fix: `Remove ${key} from [targets.${driver.id}].`, subject: { driver: driver.id }, at: { file: target.spec, path: ['targets', driver.id, key] } };
}

function lookedAt({ shownAs }: NativeFile, diagnostics: readonly Diagnostic[]): Looked {
  return { verdict: diagnostics.some((diagnostic) => diagnostic.at?.file === shownAs && !isNote(diagnostic)) ? 'differs' : 'holds', what: shownAs };
}
