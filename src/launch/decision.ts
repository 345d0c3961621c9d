import type { Diagnostic } from '../diagnostics.js';
import type { LaunchPlan, PlannedWord } from './plan.js';
import type { ClientVersion } from './probe.js';

/** What was decided about one run, for hosts and for whoever asks later. Holds names of variables, never values. */
export interface Decision {
  readonly decision: 'start' | 'refuse';
  readonly driver: string;
  readonly version?: ClientVersion;
  readonly plan?: LaunchPlan;
  readonly findings: readonly Diagnostic[];
  readonly notes: readonly Diagnostic[];
}

/** The version of this shape. */
const shape = 1;

/** The decision as JSON. With `withCommand` also the command itself, whose arguments are the user's own. */
export function decisionJson(decision: Decision, describe: (diagnostic: Diagnostic) => object, withCommand: boolean): string {
  const { plan, version } = decision;
  const value = {
    version: shape,
    decision: decision.decision,
    driver: decision.driver,
    ...(version === undefined ? {} : { client: version }),
    ...(plan === undefined ? {} : planJson(plan, withCommand)),
    findings: decision.findings.map(describe),
    notes: decision.notes.map(describe),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function planJson(plan: LaunchPlan, withCommand: boolean) {
  return {
    fingerprints: plan.fingerprints,
    environment: { needs: plan.needsEnv, unset: plan.unsetEnv, set: Object.fromEntries(plan.setEnv.map(({ name, value }) => [name, wordJson(value)])) },
    overlay: plan.overlay.map(wordJson),
    files: plan.files,
    ...(withCommand ? { command: plan.program, args: [...plan.overlay, ...plan.args].map(wordJson) } : {}),
  };
}

/** A private file is named by its place below the folder of the run. */
function wordJson(word: PlannedWord) {
  return word;
}
