import { resolve } from 'node:path';
import { findingOf } from '../audit/audit.js';
import { projectAll, standsFor } from '../audit/stale.js';
import { admit, compilePolicy } from '../compile.js';
import { isNote, type Diagnostic } from '../diagnostics.js';
import type { ExactDriver, Observed, Remark } from '../driver.js';
import { isAbsent, shownPath } from '../files.js';
import type { Host } from '../host.js';
import { printSpec } from '../import/print-spec.js';
import { nativeFindings, sayableServers } from '../import/sayable.js';
import { specOf } from '../import/spec-of.js';
import type { NormalizedPolicy, SpecFormat } from '../model.js';
import type { Outcome } from '../outcome.js';
import { placeFindings, readNative, sourceOf, type NativeFile } from '../targets.js';
import { assignParts } from './assign-parts.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';

export interface ImportOptions {
  readonly as: string;
}

const printable = ['toml', 'yaml', 'json'] as const satisfies readonly SpecFormat[];

/** Prints a spec that says what a client's files say now. Nothing is written; what cannot be said exactly is reported. */
export async function runImport(driverId: string, paths: readonly string[], options: ImportOptions, host: Host): Promise<CommandResult> {
  const format = printable.find((known) => known === options.as);
  if (format === undefined) return usage(`a spec cannot be printed as ${JSON.stringify(options.as)}`, `Formats: ${printable.join(', ')}.`);
  const driver = await driverByName(driverId);
  if (!driver.ok) return refused(driver.faults);
  if (driver.value.verdict === 'refused' || driver.value.read === undefined) return refused([unread(driverId, driver.value.title)]);
  const files = await readParts(driver.value, paths, host.cwd);
  if ('diagnostics' in files) return files;
  const observed = driver.value.read(files.map((file) => file.document));
  const { remarks, text, checked } = await sayableSpec(driver.value, observed, targetsOf(driver.value, files), format);
  const uncarried = checked.ok ? withoutCarried(driver.value, checked.value, remarks) : remarks;
  const reported = await placeFindings(uncarried.map(findingOf), files, driver.value);
  const sources = files.map(sourceOf);
  const isRejected = remarks.some((remark) => remark.isFatal);
  if (isRejected) return refused(reported, sources);
  if (checked.ok) return product([text], reported, sources);
  const faults = checked.faults.filter((fault) => !isNote(fault));
  return refused([...reported, ...(await placeFindings(faults.flatMap((fault) => nativeFindings(fault, observed)), files, driver.value))], sources);
}

type Format = (typeof printable)[number];
interface Imported {
  readonly remarks: readonly Remark[];
  readonly text: string;
  readonly checked: Outcome<NormalizedPolicy>;
}

/** What the files say as a spec that holds, without what no spec may say. Faults come in stages, so one round may not find all. */
async function sayableSpec(driver: ExactDriver, observed: Observed, targets: Readonly<Record<string, unknown>>, format: Format, rounds = 3): Promise<Imported> {
  const { value, remarks } = specOf(driver, observed, targets);
  const text = await printSpec(value, format);
  const checked = await compilePolicy([{ file: '<imported>', format, text }]);
  const rest = checked.ok || rounds === 1 ? undefined : sayableServers(observed, checked.faults.filter((fault) => !isNote(fault)));
  return rest === undefined ? { remarks, text, checked } : sayableSpec(driver, rest, targets, format, rounds - 1);
}

/** A rule that asks for every tool of a server is no finding where the spec that was printed says the same. */
function withoutCarried(driver: ExactDriver, policy: NormalizedPolicy, remarks: readonly Remark[]): readonly Remark[] {
  if (!remarks.some(({ narrows }) => narrows) || !admit(driver, policy, { policyOnly: true }).ok) return remarks;
  const entries = projectAll(driver, policy).flatMap((one) => one.entries);
  return remarks.filter((remark) => remark.narrows !== true || !entries.some((entry) => entry.tool === undefined && standsFor(entry, remark)));
}

function unread(driver: string, title: string): Diagnostic {
  return { code: 'MCP301', message: `${title}: files of this client are not read`, subject: { driver } };
}

/** The named files, one for each part, or the project's own ones. */
async function readParts(driver: ExactDriver, paths: readonly string[], cwd: string): Promise<readonly NativeFile[] | CommandResult> {
  const parts = driver.parts.filter((part) => part.target !== undefined);
  if (paths.length > parts.length) return usage(`${driver.title} keeps its config in ${String(parts.length)} file(s), and ${String(paths.length)} are named`, `In this order: ${parts.map((part) => part.title).join(', ')}.`);
  const named = paths.length > 0 ? await assignParts(parts, paths.map((path) => resolve(cwd, path)), cwd) : parts.flatMap((part) => (part.projectFile === undefined ? [] : [{ part, path: resolve(cwd, part.projectFile) }]));
  const present = await Promise.all(named.map(async (file) => ({ file, absent: await isAbsent(file.path) })));
  const missing = present.filter(({ absent }) => absent);
  if (paths.length > 0 ? missing.length > 0 : missing.length === present.length) {
    return refused(missing.map(({ file }) => ({ code: 'MCP102', message: 'cannot read: the file does not exist', at: { file: shownPath(file.path, cwd) }, fix: `Name the file: mcpolicy import ${driver.id} FILE.` })));
  }
  const reads = await Promise.all(present.filter(({ absent }) => !absent).map(({ file }) => readNative(file, cwd)));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  return faults.length > 0 ? refused(faults) : reads.flatMap((read) => (read.ok ? [read.value] : []));
}

function targetsOf(driver: ExactDriver, files: readonly NativeFile[]): Readonly<Record<string, unknown>> {
  const target = Object.fromEntries(files.flatMap((file) => (file.part.target === undefined ? [] : [[file.part.target, file.shownAs]])));
  return 'file' in target ? { [driver.id]: target } : {};
}
