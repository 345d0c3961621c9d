import { basename, dirname } from 'node:path/posix';
import type { Diagnostic } from '../diagnostics.js';
import { readSpec, specNames } from '../files.js';
import { gitTroubles, trackedFiles } from '../git.js';
import type { Host } from '../host.js';
import { startProgress } from '../progress.js';
import { checkResult, checkSpecs, misplacedOption, type Checked, type CheckOptions } from './check.js';
import { refused, usage, type CommandResult } from './command.js';

/**
 * Checks every spec that git tracks below the working folder, each as a policy of its own with its own targets, in the
 * order of their paths and in one process. A spec that says nothing to compare is a failure here as it is alone. Notes,
 * one or more for each file, are left out unless they count.
 */
export async function runCheckAll(paths: readonly string[], options: CheckOptions & { readonly strict?: boolean }, host: Host): Promise<CommandResult> {
  if (paths.length > 0 || options.spec.length > 0) return usage('--all looks for the specs itself, and some are named', 'Leave out the names, or leave out --all.');
  const misplaced = misplacedOption(options);
  if (misplaced !== undefined) return misplaced;
  const tracked = await trackedFiles(host);
  if (typeof tracked === 'string') {
    const [message, fix] = gitTroubles[tracked];
    return refused([{ code: 'MCP101', message: `${message}, so nobody can say which specs it tracks`, fix }]);
  }
  const specs = tracked.filter((path) => specNames.includes(basename(path))).sort();
  if (specs.length === 0) return refused([{ code: 'MCP101', message: 'git tracks no spec here' }]);
  const checked = await checkEach(specs, { ...options, withoutNotes: options.strict !== true }, host);
  return checkResult({ diagnostics: checked.flatMap((one) => one.diagnostics), looked: checked.flatMap((one) => one.looked), sources: checked.flatMap((one) => one.sources) }, host, true);
}

/** So many at once: enough to keep the disk busy, few enough to show progress and to keep files open for a moment only. */
const batchSize = 16;

async function checkEach(specs: readonly string[], options: CheckOptions, host: Host): Promise<readonly Checked[]> {
  const progress = await startProgress('Checking', specs.length, host);
  const folders = new Map<string, readonly string[]>();
  for (const spec of specs) folders.set(dirname(spec), [...(folders.get(dirname(spec)) ?? []), spec]);
  const checked: Checked[] = [];
  for (let start = 0; start < specs.length; start += batchSize) {
    const batch = specs.slice(start, start + batchSize).map(async (spec) => {
      const one = await checkOne(spec, folders, options, host);
      progress.step();
      return one;
    });
    checked.push(...(await Promise.all(batch)));
  }
  progress.stop();
  return checked;
}

async function checkOne(spec: string, twins: ReadonlyMap<string, readonly string[]>, options: CheckOptions, host: Host): Promise<Checked> {
  const twin = twins.get(dirname(spec))?.find((other) => other !== spec);
  if (twin !== undefined) return unknown(spec, [{ code: 'MCP103', message: `${basename(twin)} is beside it`, at: { file: spec } }]);
  const source = await readSpec(spec, host.cwd);
  if (!source.ok) return unknown(spec, source.faults);
  const checked = await checkSpecs([source.value], [], options, host);
  return checked.looked.length > 0 ? checked : { ...unknown(spec, checked.diagnostics.map((diagnostic) => ({ at: { file: spec }, ...diagnostic }))), sources: checked.sources };
}

function unknown(spec: string, diagnostics: readonly Diagnostic[]): Checked {
  return { diagnostics, looked: [{ verdict: 'unknown', what: spec }], sources: [] };
}
