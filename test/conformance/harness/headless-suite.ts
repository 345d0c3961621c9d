import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExactDriver } from '../../../src/driver.js';
import { cacheFolder, installClient, type ClientPin, type InstalledClient } from './clients.js';
import { evidenceTable, newRecord, writeEvidence, type EvidenceRecord } from './evidence.js';
import type { FleetServer, FleetTool } from './fleet.js';
import { stepName, type HeadlessRun, type HeadlessScenario, type McpStep } from './headless.js';
import { refusal, type SpecServers } from './parts.js';
import type { Verdict } from './verdict.js';

/** What the cases of one client version share. */
export interface HeadlessSuite {
  /** The installed client; to be called inside a test, after the installation. */
  readonly client: () => InstalledClient;
  readonly record: EvidenceRecord;
}

/** A call, the cell of the driver contract it is evidence for (see README.md for other words), and what must happen. */
export interface HeadlessRow {
  readonly step: McpStep;
  readonly cell: string;
  readonly expected: Verdict;
}

/** Servers, and the calls with their expectations. */
export interface HeadlessCase {
  readonly title: string;
  readonly servers: readonly FleetServer[];
  readonly rows: readonly HeadlessRow[];
}

export function stdio(name: string, tools: readonly (string | FleetTool)[], demands: Readonly<Record<string, string>> = {}): FleetServer {
  return { name, transport: 'stdio', tools: tools.map(toolOf), demands };
}

/** `demands` are headers in lower case. */
export function http(name: string, tools: readonly (string | FleetTool)[], demands: Readonly<Record<string, string>> = {}): FleetServer {
  return { name, transport: 'http', tools: tools.map(toolOf), demands };
}

/** A server over server-sent events; `demands` are headers in lower case. */
export function sse(name: string, tools: readonly (string | FleetTool)[], demands: Readonly<Record<string, string>> = {}): FleetServer {
  return { name, transport: 'sse', tools: tools.map(toolOf), demands };
}

function toolOf(tool: string | FleetTool): FleetTool {
  return typeof tool === 'string' ? { name: tool } : tool;
}

/** Rows for several tools of one server that must all fare alike. */
export function rows(server: string, tools: readonly string[], cell: string, expected: Verdict): HeadlessRow[] {
  return tools.map((tool) => ({ step: { server, tool }, cell, expected }));
}

/** Runs a case, records what was seen, then compares. */
export async function observe(suite: HeadlessSuite, tested: HeadlessCase, run: (scenario: HeadlessScenario) => Promise<HeadlessRun>): Promise<HeadlessRun> {
  const { title, servers, rows: expected } = tested;
  const seen = await run({ servers, steps: expected.map(({ step }) => step) });
  const verdictOf = ({ step }: HeadlessRow): Verdict => seen.outcomes.get(stepName(step))?.verdict ?? 'UNCLEAR';
  for (const row of expected) {
    suite.record.cases.push({ case: `${title}: ${stepName(row.step)}`, cell: row.cell, expected: row.expected, seen: verdictOf(row) });
  }
  const told = JSON.stringify([...seen.outcomes], null, 1);
  expect(expected.map((row) => `${stepName(row.step)}: ${verdictOf(row)}`), `${title}; the model was told ${told}\n${seen.stderr}`)
    .toEqual(expected.map((row) => `${stepName(row.step)}: ${row.expected}`));
  return seen;
}

/** Declares the tests of every pinned version of a client, and prints and writes the evidence at the end. */
export function headlessSuites(name: string, pins: readonly ClientPin[], declare: (suite: HeadlessSuite) => void): void {
  const records = pins.map((pin) => {
    const record = newRecord(name, pin);
    describe(`${name} ${pin.version}`, () => {
      let client = (): InstalledClient => {
        throw new Error('no test may use the client before it is installed');
      };
      beforeAll(() => {
        const installed = installClient(pin);
        client = () => installed;
      });
      declare({ client: () => client(), record });
    });
    return record;
  });
  afterAll(() => {
    process.stdout.write(`\n${evidenceTable(records)}\n`);
    const file = process.env['MCPOLICY_EVIDENCE'];
    if (file !== undefined && file !== '') writeEvidence(file, records);
  });
}

/** A pair of names that `render` refuses, and the run that shows why. */
export interface Collision extends HeadlessCase {
  readonly refused: SpecServers;
  /** What the reason must name. */
  readonly reason: RegExp;
}

/** Shows that `render` refuses the names, and what the client does with them when a rule is forced on it. */
export async function observeCollision(suite: HeadlessSuite, driver: string, collision: Collision, run: (scenario: HeadlessScenario) => Promise<HeadlessRun>): Promise<void> {
  const folder = mkdtempSync(path.join(cacheFolder(), '.refused-'));
  try {
    expect(refusal(driver, collision.refused, folder)).toMatch(collision.reason);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await observe(suite, collision, run);
}

/** The driver may call a cell "seen on the real client" only if this run saw it. Comes last. */
export function coverageCase(suite: HeadlessSuite, { capabilities }: ExactDriver): void {
  test('every cell that claims to be seen was seen', () => {
    const claimed = Object.entries(capabilities).filter(([, cell]) => cell.verdict === 'exact' && cell.grade === 'run').map(([name]) => name);
    const held = new Set(suite.record.cases.filter(({ expected, seen }) => expected === seen).map(({ cell }) => cell));
    expect(claimed.length).toBeGreaterThan(0);
    expect(claimed.filter((name) => !held.has(name))).toEqual([]);
  });
}
