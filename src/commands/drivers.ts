import type { Cell, CellName, Driver, ExactDriver, RefusingDriver } from '../driver.js';
import { loadAllDrivers } from '../drivers/registry.js';
import type { Host } from '../host.js';
import { colourFor, type Paint } from '../report/colour.js';
import { product, type CommandResult } from './command.js';

const columns: readonly (readonly [CellName, string])[] = [
  ['approve', 'approve'],
  ['prompt', 'prompt'],
  ['disable', 'disable'],
  ['serverDefaultPrompt', 'server default'],
];

/** Prints what every client can say, with the evidence: exact cells by grade, refusals by reason. */
export async function runDrivers(format: string, { env, stdout }: Pick<Host, 'env' | 'stdout'>): Promise<CommandResult> {
  const drivers = await loadAllDrivers();
  if (format === 'json') return product([`${JSON.stringify({ drivers: drivers.map(driverJson) }, null, 2)}\n`]);
  return product([driversText(drivers, await colourFor({ env, isTerminal: stdout.isTerminal }))]);
}

function driversText(drivers: readonly Driver[], paint: Paint): string {
  const exact = drivers.filter((driver): driver is ExactDriver => driver.verdict === 'exact');
  const refusing = drivers.filter((driver): driver is RefusingDriver => driver.verdict === 'refused');
  const head = ['driver', ...columns.map(([, title]) => title), 'client'];
  const rows = exact.map((driver) => [driver.id, ...columns.map(([cell]) => cellText(driver.capabilities[cell])), newestClient(driver)]);
  const width = Math.max(...refusing.map((driver) => driver.id.length));
  const refusals = refusing.map((driver) => `${driver.id.padEnd(width)}  ${driver.reason}\n`).join('');
  return `${paintVerdicts(table([head, ...rows]), paint)}\nexact: means that and nothing else (run: seen on the real client; source: read in its source)\nnone:  refused before anything is rendered\n\nRefused, whatever the policy:\n${refusals}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`).join('');
}

/** Behind the table, so that its columns are counted in letters. */
function paintVerdicts(text: string, paint: Paint): string {
  return text.replace(/exact \(\w+\)|\bnone\b/g, (verdict) => (verdict === 'none' ? paint.yellow(verdict) : paint.green(verdict)));
}

function cellText(cell: Cell): string {
  return cell.verdict === 'exact' ? `exact (${cell.grade})` : 'none';
}

function newestClient(driver: ExactDriver): string {
  return driver.evidence[0]?.client ?? '';
}

function driverJson(driver: Driver) {
  const { id, title, verdict, docs, evidence, since } = driver;
  const facts = { id, title, verdict, docs, ...(since === undefined ? {} : { since }), evidence };
  if (driver.verdict === 'refused') return { ...facts, reason: driver.reason, nearest: driver.nearest, change: driver.change };
  return { ...facts, contractVersion: driver.contractVersion, parts: driver.parts, capabilities: driver.capabilities };
}
