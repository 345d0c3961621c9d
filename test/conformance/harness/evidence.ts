import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ClientPin } from './clients.js';

/** One thing seen on a real client. `seen` is recorded before it is compared, so a failing run is on record as well. */
interface EvidenceCase {
  readonly case: string;
  readonly cell: string;
  readonly expected: string;
  readonly seen: string;
}

/** Everything seen on one version of one client, on one day. */
export interface EvidenceRecord {
  readonly client: string;
  readonly version: string;
  /** ISO date, UTC. */
  readonly date: string;
  readonly cases: EvidenceCase[];
}

/** Collects what the tests of one client version see. */
export function newRecord(client: string, { version }: ClientPin): EvidenceRecord {
  return { client, version, date: new Date().toISOString().slice(0, 10), cases: [] };
}

/** The table that a run prints at its end. */
export function evidenceTable(records: readonly EvidenceRecord[]): string {
  const head = ['client', 'version', 'case', 'cell', 'expected', 'seen'];
  const rows = records.flatMap(({ client, version, cases }) => cases.map((row) => [client, version, row.case, row.cell, row.expected, row.seen]));
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)));
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
  return lines.join('\n');
}

/**
 * Writes the records to `file` as a JSON array, sorted by client and version. Records of other clients and versions that
 * are in the file already stay, so that the suites of several clients can share one file.
 */
export function writeEvidence(file: string, records: readonly EvidenceRecord[]): void {
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as EvidenceRecord[]) : [];
  const byKey = new Map([...old, ...records].map((record) => [`${record.client} ${record.version}`, record]));
  const sorted = [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, record]) => record);
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
