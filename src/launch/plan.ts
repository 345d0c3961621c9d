import { isNote, type Diagnostic } from '../diagnostics.js';
import type { Driver } from '../driver.js';
import { compareNames, type NormalizedPolicy } from '../model.js';
import { acceptExceptions } from './accept.js';
import type { Env } from './environment.js';
import { launchable } from './launchable.js';
import { makePlan } from './make-plan.js';
import { splitCommand } from './program-words.js';
import { stopsOf, variableException, variableStop } from './stops.js';
import type { LayerFinding } from './wider.js';

/** A text with the places of private files in it: the folder is known when the run begins. */
export type PlannedWord = string | { readonly file: string };

/** A private file with its text, or an empty folder. */
export interface PlannedFile {
  readonly name: string;
  readonly text?: string;
}

/** What was found out about the machine. Whatever is absent was not looked at, and the plan says so. */
export interface LaunchFacts {
  /** The release of the client. */
  readonly version?: string;
  readonly layers?: LayerFacts;
  /** Whether a person sits at a terminal. */
  readonly isInteractive?: boolean;
}

/** What the layers of the run amount to. */
export interface LayerFacts {
  readonly wider: readonly LayerFinding[];
  readonly missing: readonly Diagnostic[];
  readonly notes: readonly Diagnostic[];
  /** Why nobody is asked under the merged config. */
  readonly unattended?: string;
}

export interface LaunchOptions {
  /** How many words of the command start the client; absent: it is recognised. */
  readonly programWords?: number;
  /** Names of findings that do not stop the run. */
  readonly accept?: readonly string[];
  readonly allowUnreachablePrompts?: boolean;
  /** The session fingerprint of the run that is resumed. */
  readonly sessionFingerprint?: string;
}

/** One run, as it would be started. Nothing in it is a secret: variables are named, their values are not here. */
export interface LaunchPlan {
  readonly driver: string;
  /** The words that start the client. */
  readonly program: readonly string[];
  /** What is put in front of the client's own arguments. */
  readonly overlay: readonly PlannedWord[];
  /** The client's own arguments. */
  readonly args: readonly string[];
  readonly setEnv: readonly { readonly name: string; readonly value: PlannedWord }[];
  /** Variables that do not reach the client. */
  readonly unsetEnv: readonly string[];
  /** Variables that the servers need; each is set. */
  readonly needsEnv: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly fingerprints: { readonly policy: string; readonly session: string };
}

/** A plan and everything that is to be said about it. */
export interface PlannedLaunch {
  /** Only such a run may be started: a plan exists, nothing stops it, and everything was checked. */
  readonly mayStart: boolean;
  /** Absent: the policy cannot be given to one run of this client at all. */
  readonly plan?: LaunchPlan;
  readonly findings: readonly Diagnostic[];
  readonly notes: readonly Diagnostic[];
  readonly unchecked: readonly ('version' | 'layers')[];
}

/**
 * Policy x client x environment x command line -> the run that carries the policy, or why it must not be started. Pure: what
 * only the machine knows comes in as `facts`, and what is missing there is named in `unchecked`, never taken for granted.
 */
export function planLaunch(policy: NormalizedPolicy, driver: Driver, env: Env, argv: readonly string[], options: LaunchOptions = {}, facts: LaunchFacts = {}): PlannedLaunch {
  const ready = launchable(driver, policy);
  if (!ready.ok) return unplanned(ready.faults);
  const { launcher } = ready.value;
  const command = splitCommand(argv, launcher, options.programWords);
  if (!command.ok) return unplanned([unclearCommand(driver, command.why)]);
  const withheld = Object.keys(env).filter((name) => launcher.withholds(name)).sort(compareNames);
  const accepted = options.accept ?? [];
  const { open, notes } = acceptExceptions([...stopsOf(ready.value, policy, env, command.args, options, facts), ...withheld.map((name) => variableStop(name, driver))], accepted);
  const planned = makePlan(ready.value, policy, command, withheld.filter((name) => !accepted.includes(variableException(name))));
  const findings = [...open.filter((finding) => !isNote(finding)), ...(planned.ok ? [] : planned.faults)];
  const unchecked = [...(facts.version === undefined ? ['version' as const] : []), ...(facts.layers === undefined ? ['layers' as const] : [])];
  return {
    mayStart: findings.length === 0 && unchecked.length === 0,
    ...(planned.ok ? { plan: planned.value } : {}),
    findings,
    notes: [...ready.notes, ...open.filter(isNote), ...(facts.layers?.notes ?? []), ...notes],
    unchecked,
  };
}

function unplanned(findings: readonly Diagnostic[]): PlannedLaunch {
  return { mayStart: false, findings, notes: [], unchecked: ['version', 'layers'] };
}

function unclearCommand(driver: Driver, why: string): Diagnostic {
  return { code: 'MCP901', message: `where the arguments of ${driver.title} begin cannot be told: ${why}`, fix: 'Write the client itself behind `--`, or say with --program-words how many words start it.' };
}
