import { expect } from 'vitest';
import type { InstalledClient } from '../harness/clients.js';
import type { EvidenceRecord } from '../harness/evidence.js';
import type { FleetServer, FleetTool } from '../harness/fleet.js';
import type { Verdict } from '../harness/verdict.js';
import { NoStart } from './app-run.js';
import type { Outcome } from './outcomes.js';
import { onStage, type Aftermath, type Scenario, type Stage } from './run.js';
import { stepName, type Step } from './steps.js';

/** What the cases of one client version share. */
export interface Suite {
  /** The installed client; to be called inside a test, after the installation. */
  readonly client: () => InstalledClient;
  readonly record: EvidenceRecord;
}

/** A step, the cell of the driver contract it is evidence for, and what must happen. */
export interface Row {
  readonly step: Step;
  /** A cell name of the driver contract, or what the row is there for: `undeclared`, `boundary`, `control`, `limit`. */
  readonly cell: string;
  readonly expected: Verdict;
}

/** A scenario whose steps come with their expectations. */
export interface Case extends Omit<Scenario, 'steps'> {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A stdio server of a case. */
export function stdio(name: string, tools: readonly (string | FleetTool)[], demands: Readonly<Record<string, string>> = {}): FleetServer {
  return { name, transport: 'stdio', tools: tools.map(toolOf), demands };
}

/** A streamable HTTP server of a case, with the lower-case headers that it demands. */
export function http(name: string, tools: readonly (string | FleetTool)[], demands: Readonly<Record<string, string>>): FleetServer {
  return { name, transport: 'http', tools: tools.map(toolOf), demands };
}

function toolOf(tool: string | FleetTool): FleetTool {
  return typeof tool === 'string' ? { name: tool } : tool;
}

/** Rows for several tools of one server that must all fare alike. */
export function rows(server: string, tools: readonly string[], cell: string, expected: Verdict): Row[] {
  return tools.map((tool) => ({ step: { server, tool }, cell, expected }));
}

type Driven = { readonly outcomes: ReadonlyMap<string, Outcome> };

/** Runs a case, records what was seen, then compares. Throws `NoStart`, recorded too, when Codex refused the config. */
export async function observe<T extends Driven>(suite: Suite, tested: Case, drive: (stage: Stage) => Promise<T>): Promise<T & Aftermath> {
  const scenario = { ...tested, steps: tested.rows.map(({ step }) => step) };
  const run = await onStage(suite.client(), scenario, drive).catch((error: unknown) => {
    if (error instanceof NoStart) book(suite, tested, () => 'NO START');
    throw error;
  });
  const verdictOf = ({ step }: Row): Verdict => run.outcomes.get(stepName(step))?.verdict ?? 'UNCLEAR';
  book(suite, tested, verdictOf);
  const told = JSON.stringify([...run.outcomes], null, 1);
  expect(tested.rows.map((row) => `${stepName(row.step)}: ${verdictOf(row)}`), `${tested.title}; the model was told ${told}`)
    .toEqual(tested.rows.map((row) => `${stepName(row.step)}: ${row.expected}`));
  return run;
}

/** Runs a case whose config Codex must refuse, and returns its message. */
export async function observeNoStart(suite: Suite, tested: Case, drive: (stage: Stage) => Promise<Driven>): Promise<string> {
  try {
    await observe(suite, tested, drive);
  } catch (error) {
    if (error instanceof NoStart) return error.message;
    throw error;
  }
  throw new Error(`${tested.title}: Codex took a config that it must refuse.`);
}

function book(suite: Suite, { title, rows: tested }: Case, verdictOf: (row: Row) => Verdict): void {
  for (const row of tested) {
    suite.record.cases.push({ case: `${title}: ${stepName(row.step)}`, cell: row.cell, expected: row.expected, seen: verdictOf(row) });
  }
}
