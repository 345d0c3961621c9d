import { resolve } from 'node:path';
import { admit } from '../compile.js';
import { exitCode, type Diagnostic } from '../diagnostics.js';
import type { Host } from '../host.js';
import { contextOf } from '../layers/context.js';
import { judgeLayers, type LayerVerdict } from '../layers/judge.js';
import type { NormalizedPolicy, TargetSpec } from '../model.js';
import { namedFiles, partFiles } from '../targets.js';
import { isFolder, shownPath } from '../files.js';
import { quote } from '../quote.js';
import { driverByName } from './drivers-by-name.js';
import type { Looked } from './looked.js';

/** Whose layers are meant: the client is thought of as started in `cwd` by the user with this home. */
export interface LayerOptions {
  readonly layers?: boolean;
  readonly cwd?: string;
  readonly home?: string;
  readonly profile?: string;
}

/** What the layers of the targets' clients amount to. */
export interface LayersJudged {
  readonly looked: readonly Looked[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: LayerVerdict['sources'];
  /** Targets that no client merges here: only a look at the file alone can say anything about them. */
  readonly strangers: readonly TargetSpec[];
}

/** Judges the effective policy of each client that a target names, once. */
export async function judgeTargets(targets: readonly TargetSpec[], policy: NormalizedPolicy, options: LayerOptions, host: Host): Promise<LayersJudged> {
  const drivers = [...new Set(targets.map(({ driver }) => driver))];
  const missing = await missingFolders(options, host.cwd);
  if (missing.length > 0) return { looked: drivers.map((what) => ({ verdict: 'unknown', what })), diagnostics: missing, sources: [], strangers: [] };
  const judged = await Promise.all(drivers.map((driver) => judgeDriver(driver, targets.filter((target) => target.driver === driver), policy, options, host)));
  return {
    looked: judged.flatMap(({ looked }) => looked),
    diagnostics: judged.flatMap(({ diagnostics }) => diagnostics),
    sources: judged.flatMap(({ sources }) => sources),
    strangers: judged.flatMap(({ strangers }) => strangers),
  };
}

/** A client cannot be thought of as started in a folder that is not there. */
async function missingFolders(options: LayerOptions, cwd: string): Promise<readonly Diagnostic[]> {
  const named = (['cwd', 'home'] as const).flatMap((option) => (options[option] === undefined ? [] : [{ option, folder: options[option] }]));
  const found = await Promise.all(named.map(async ({ folder }) => folder !== '' && (await isFolder(resolve(cwd, folder)))));
  return named.filter((_, index) => found[index] !== true).map(({ option, folder }) => ({ code: 'MCP901', message: `--${option} ${quote(folder)} is no folder`, fix: 'Name a folder that exists.' }));
}

async function judgeDriver(id: string, targets: readonly TargetSpec[], policy: NormalizedPolicy, options: LayerOptions, host: Host): Promise<LayersJudged> {
  const found = await driverByName(id);
  if (!found.ok) return failed(id, found.faults);
  const driver = admit(found.value, policy, { policyOnly: true });
  if (!driver.ok) return failed(id, driver.faults);
  const verdict = await judgeLayers(driver.value, policy, await contextOf(situationOf(options, host)), { shownFrom: host.cwd });
  const known = new Set(verdict.places);
  const strangers = known.size === 0 ? [] : targets.filter((target) => partFiles(driver.value, target, host.cwd).some(({ path }) => !known.has(path)));
  const notes = strangers.flatMap(namedFilesOf(host.cwd)).map((file): Diagnostic => ({ code: 'MCP443', message: `${driver.value.title} does not merge this file here`, at: { file } }));
  const word = ({ 0: 'holds', 1: 'differs' } as const)[exitCode(verdict.diagnostics)] ?? 'unknown';
  const looked: Looked = { verdict: word, what: known.size === 0 ? id : `${id}, effective from ${verdict.counted.length === 0 ? 'no file' : verdict.counted.join(', ')}` };
  return { looked: [looked], diagnostics: [...verdict.diagnostics, ...notes], sources: verdict.sources, strangers };
}

function namedFilesOf(cwd: string) {
  return (target: TargetSpec): readonly string[] => namedFiles(target).map((file) => shownPath(resolve(cwd, target.spec, '..', file), cwd));
}

function failed(id: string, diagnostics: readonly Diagnostic[]): LayersJudged {
  return { looked: [{ verdict: 'unknown', what: id }], diagnostics, sources: [], strangers: [] };
}

/** A home that is named is another user's: the variables of this process are not theirs. */
function situationOf({ cwd, home, profile }: LayerOptions, host: Host) {
  return {
    cwd: resolve(host.cwd, cwd ?? '.'),
    ...(home === undefined ? { env: host.env } : { home: resolve(host.cwd, home), env: {} }),
    ...(profile === undefined ? {} : { profile }),
  };
}
