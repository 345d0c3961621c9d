import { test } from 'vitest';
import type { ClientModel, Pair } from '../../drivers/models/model.js';
import { observe, rows, stdio, type HeadlessRow, type HeadlessSuite } from './headless-suite.js';
import type { HeadlessRun, HeadlessScenario } from './headless.js';

/** One rule, and the calls that are tried under it, each on the servers of the run. */
export interface Sample {
  readonly rule: Pair;
  readonly calls: readonly Pair[];
  /** Calls that the client does not offer, whatever its rules say. */
  readonly hidden?: readonly Pair[];
}

/**
 * Checks the model behind the injectivity property against the real client: a call runs where the model says that the rule
 * covers it, and `otherwise` happens where it does not. `run` gives the client the rule as the model writes it.
 */
export function modelCases(suite: HeadlessSuite, model: ClientModel, samples: readonly Sample[], otherwise: 'ASK' | 'ABSENT', run: (rule: string, scenario: HeadlessScenario) => Promise<HeadlessRun>): void {
  test.each(samples.map((sample) => [`(${sample.rule.server}, ${sample.rule.tool})`, sample] as const))('the model of rule %s is right', async (name, { rule, calls, hidden = [] }) => {
    const servers = [...new Set(calls.map(({ server }) => server))].map((server) => stdio(server, calls.filter((call) => call.server === server).map(({ tool }) => tool)));
    const expected = calls.flatMap((call): HeadlessRow[] => {
      const isHidden = hidden.some(({ server, tool }) => server === call.server && tool === call.tool);
      return rows(call.server, [call.tool], 'model', isHidden ? 'ABSENT' : model.covers(model.ruleFor(rule), call) ? 'RUN' : otherwise);
    });
    await observe(suite, { title: `model of rule ${name}`, servers, rows: expected }, (scenario) => run(model.ruleFor(rule), scenario));
  });
}
