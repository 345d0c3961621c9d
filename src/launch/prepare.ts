import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { Driver } from '../driver.js';
import type { System } from '../host.js';
import { realOf } from '../layers/context.js';
import type { NormalizedPolicy } from '../model.js';
import type { Outcome } from '../outcome.js';
import type { Decision } from './decision.js';
import type { Env } from './environment.js';
import { distrustOf } from './folder-owner.js';
import { locateProgram, type LocatedProgram } from './locate.js';
import { launchable, type Launchable } from './launchable.js';
import { overlayOf } from './overlay.js';
import { planLaunch, type LaunchFacts, type LaunchOptions, type LayerFacts, type PlannedLaunch } from './plan.js';
import { clientVersion, type ClientVersion } from './probe.js';
import { splitCommand } from './program-words.js';
import { surveyLayers } from './survey.js';
import { userCache } from './user-cache.js';

/** The machine that a run would take place on. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Env;
  /** As `process.platform` says it. */
  readonly platform: string;
  /** The id of the user whose process this is; absent where the system has none. */
  readonly user?: number;
  /** The Node of this process. */
  readonly node: string;
  /** Ends what the client leaves behind when it is asked for its version. */
  readonly system?: System;
  /** Whether a person sits at a terminal. */
  readonly isInteractive: () => boolean;
}

export interface PrepareOptions extends LaunchOptions {
  /** The version of the client, by the word of somebody who knows: it is not asked. */
  readonly clientVersion?: string;
  /** The version that is taken where the client gives no answer that is one. */
  readonly assumeVersion?: string;
  readonly remembersVersions: boolean;
  /** Nothing will be started, so a client whose version is given need not be there. */
  readonly isDry: boolean;
}

/** A run that was looked at from every side. `program` is absent where it did not have to be found. */
export interface Prepared {
  readonly exitCode: 0 | 125 | 126 | 127;
  readonly decision: Decision;
  readonly program?: Extract<LocatedProgram, { readonly kind: 'found' }>;
}

/**
 * All checks before a client is started, in order: the policy behind the gate, the program, its version, the environment, its
 * arguments, its layers, prompts that nobody can answer. Starts nothing but the client's own `--version`.
 */
export async function prepareLaunch(driver: Driver, policy: NormalizedPolicy, command: readonly string[], options: PrepareOptions, surroundings: Surroundings): Promise<Prepared> {
  const ready = launchable(driver, policy);
  if (!ready.ok) return refuse(driver, ready.faults);
  const words = splitCommand(command, ready.value.launcher, options.programWords);
  if (!words.ok) return refuse(driver, planLaunch(policy, driver, surroundings.env, command, options).findings);
  const located = options.isDry && options.clientVersion !== undefined ? undefined : await locateProgram(words.program[0] ?? '', surroundings);
  if (located !== undefined && located.kind !== 'found') return refuse(driver, [notExecutable(located, driver)], located.kind === 'missing' ? 127 : 126);
  const version = await versionOf(ready.value, located, words.program.slice(1), options, surroundings);
  const skipped = skippedFiles(ready.value, policy, surroundings);
  const layers = await surveyLayers(ready.value, policy, words.args, { ...surroundings, shownFrom: surroundings.cwd });
  const planned = planLaunch(policy, driver, surroundings.env, command, options, factsOf(version, layers, skipped, surroundings));
  return { exitCode: planned.mayStart ? 0 : 125, decision: decisionOf(driver, planned, version), ...(located === undefined ? {} : { program: located }) };
}

/** Layers that cannot be read stop the run as what they are. */
function factsOf(version: ClientVersion | undefined, layers: Outcome<LayerFacts>, skipped: readonly Diagnostic[], surroundings: Surroundings): LaunchFacts {
  return {
    ...(version === undefined ? {} : { version: version.version }),
    layers: layers.ok ? { ...layers.value, missing: [...layers.value.missing, ...skipped] } : { wider: [], missing: [...layers.faults, ...skipped], notes: [] },
    get isInteractive() {
      return surroundings.isInteractive();
    },
  };
}

/** The private files of the run, where the client would not take them from the folder that they would be in. */
function skippedFiles(ready: Launchable, policy: NormalizedPolicy, { env, platform, cwd, user }: Surroundings): readonly Diagnostic[] {
  const { filesOwnedBy } = overlayOf(ready, policy);
  const why = filesOwnedBy === undefined ? undefined : distrustOf(userCache(env, platform, cwd), filesOwnedBy, user);
  const { id, title } = ready.driver;
  return why === undefined ? [] : [{ code: 'MCP514', message: `${title} would skip a private file of the run, because ${why}; it takes the file from user ${String(filesOwnedBy)} only`, subject: { driver: id } }];
}

function decisionOf(driver: Driver, { mayStart, plan, findings, notes }: PlannedLaunch, version: ClientVersion | undefined): Decision {
  return {
    decision: mayStart ? 'start' : 'refuse',
    driver: driver.id,
    ...(version === undefined ? {} : { version }),
    ...(plan === undefined ? {} : { plan }),
    findings: [...(version === undefined ? [unknownVersion(driver)] : []), ...findings],
    notes,
  };
}

function refuse(driver: Driver, findings: readonly Diagnostic[], exitCode: 125 | 126 | 127 = 125): Prepared {
  return { exitCode, decision: { decision: 'refuse', driver: driver.id, findings, notes: [] } };
}

function notExecutable({ why }: Exclude<LocatedProgram, { readonly kind: 'found' }>, driver: Driver): Diagnostic {
  return { code: 'MCP510', message: `${driver.title} cannot be started: ${why}`, subject: { driver: driver.id } };
}

function unknownVersion(driver: Driver): Diagnostic {
  return { code: 'MCP503', message: `${driver.title}: the program gave no version of this client`, subject: { driver: driver.id } };
}

type Found = Prepared['program'];

async function versionOf({ launcher }: Launchable, located: Found, more: readonly string[], options: PrepareOptions, { cwd, env, platform, system }: Surroundings): Promise<ClientVersion | undefined> {
  if (options.clientVersion !== undefined) return { version: options.clientVersion, how: 'given' };
  if (located === undefined) return undefined;
  const identity = more.length === 0 ? located.identity : await realOf(resolve(cwd, more.at(-1) ?? ''));
  const cache = options.remembersVersions && more.length <= 1 ? { cache: userCache(env, platform, cwd) } : {};
  const asked = await clientVersion(launcher, { file: located.file, words: [...located.words, ...more], identity, cwd, env, platform, ...cache, ...(system === undefined ? {} : { system }) });
  if (asked !== undefined || options.assumeVersion === undefined) return asked;
  return { version: options.assumeVersion, how: 'assumed' };
}
