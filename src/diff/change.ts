/** How one thing differs between two policies, worst first. */
export const verdicts = ['loosened', 'swapped', 'tightened', 'added', 'removed', 'changed'] as const;
export type Verdict = (typeof verdicts)[number];

/** What a change is about. `tool` goes with a tool name, `target` with a driver, the others with the server alone. */
export type ChangedThing = 'server' | 'enabled' | 'unnamed tools' | 'unlisted tools' | 'tool' | 'transport' | 'contact' | 'required' | 'reuseKey' | 'target';

/** One difference between two policies, as a reviewer should see it. Never holds a value of env, a header or a token. */
export interface Change {
  readonly verdict: Verdict;
  readonly thing: ChangedThing;
  readonly server?: string;
  readonly tool?: string;
  readonly driver?: string;
  readonly before: string;
  readonly after: string;
}

/** Whether a reviewer must agree: more may happen unasked than before, or something else stands behind the approvals. */
export function isLooser(change: Change): boolean {
  return change.verdict === 'loosened' || change.verdict === 'swapped';
}
