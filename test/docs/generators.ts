import { readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import type { Argument, Command } from 'commander';
import { commandLine } from '../../src/command-line.js';
import { allCodes, factsOf, type DiagnosticCode, type Family } from '../../src/diagnostics.js';
import type { Capabilities, Cell, CellName, Evidence } from '../../src/driver.js';
import type { Host } from '../../src/host.js';
import { oauthFields, serverFields, specFields, targetFields, toolFields, type Field } from '../../src/spec/fields.js';
import { scopeInputs } from '../../src/spec/fingerprint.js';
import { runMain } from '../run-main.js';

/** What `<!-- generated:NAME -->` stands for. Every generator reads a table of the product; none holds facts of its own. */
export const generators: ReadonlyMap<string, () => Promise<string> | string> = new Map<string, () => Promise<string> | string>([
  ['drivers', driverTable],
  ['capabilities', capabilityTable],
  ['refusals', refusalTable],
  ['top-level-fields', () => fieldTable(specFields)],
  ['server-fields', () => fieldTable(serverFields)],
  ['tool-fields', () => fieldTable(toolFields)],
  ['oauth-fields', () => fieldTable(oauthFields)],
  ['target-fields', () => fieldTable(targetFields)],
  ['codes', codeSections],
  ['scopes', scopeTable],
  ['command-table', commandTable],
  ['commands', commandSections],
  ['evidence', evidenceSections],
]);

/** A driver as `mcpolicy drivers --format json` prints it. */
type DriverJson = { readonly id: string; readonly title: string; readonly evidence: readonly Evidence[] } & (
  | { readonly verdict: 'exact'; readonly capabilities: Capabilities }
  | { readonly verdict: 'refused'; readonly reason: string }
);

async function driversJson(): Promise<readonly DriverJson[]> {
  const { stdout } = await runMain(['drivers', '--format', 'json'], { cwd: '.' });
  return (JSON.parse(stdout) as { drivers: readonly DriverJson[] }).drivers;
}

async function driverTable(): Promise<string> {
  const drivers = await driversJson();
  const exact = drivers.flatMap((driver) => (driver.verdict === 'exact' ? [driver] : []));
  const rows = exact.map(({ id, title, capabilities, evidence }) => [`[${title}](docs/drivers/${id}.md)`, `\`${id}\``, ...shown.map((cell) => cellText(capabilities[cell])), clientVersion(evidence)]);
  const refused = drivers.flatMap((driver) => (driver.verdict === 'refused' ? [`[${driver.title}](docs/drivers/${driver.id}.md)`] : []));
  const table = markdownTable(['client', 'driver', 'approve', 'prompt', 'disable', 'server default', 'checked with'], rows);
  return `${table}\nRefused, each with its reason: ${refused.join(', ')}.\n`;
}

const shown: readonly CellName[] = ['approve', 'prompt', 'disable', 'serverDefaultPrompt'];

function cellText(cell: Cell): string {
  return cell.verdict === 'exact' ? `exact (${cell.grade})` : 'none';
}

function clientVersion(evidence: readonly Evidence[]): string {
  const versions = evidence.filter(({ grade }) => grade === 'run' || grade === 'source').map(({ client }) => client);
  return versions[0] ?? '';
}

async function capabilityTable(): Promise<string> {
  const exact = (await driversJson()).flatMap((driver) => (driver.verdict === 'exact' ? [driver] : []));
  return exact.map(({ id, title, capabilities }) => `### ${title} (\`${id}\`)\n\n[Its page](drivers/${id}.md) says what is rendered, where it goes, and what voids it.\n\n${markdownTable(['what', 'verdict', 'in the client\'s words', 'condition'], Object.entries(capabilities).map(capabilityRow))}`).join('\n');
}

function capabilityRow([name, cell]: [string, Cell]): readonly string[] {
  if (cell.verdict === 'exact') return [name, cellText(cell), `\`${cell.native}\``, cell.condition ?? ''];
  return [name, 'none', cell.nearest === undefined ? '' : `nearest: ${cell.nearest}`, cell.why];
}

async function refusalTable(): Promise<string> {
  const rows = (await driversJson()).flatMap((driver) => (driver.verdict === 'refused' ? [[`[${driver.title}](drivers/${driver.id}.md)`, `\`${driver.id}\``, driver.reason]] : []));
  return markdownTable(['client', 'driver', 'reason'], rows);
}

function fieldTable(fields: Readonly<Record<string, Field>>): string {
  return markdownTable(['key', 'holds', 'meaning'], Object.entries(fields).map(([key, { kind, about, transport }]) => [`\`${key}\``, holds[kind], `${about}${transport === undefined ? '' : ` (${transport} servers)`}`]));
}

/** The kinds of field in the words of a reader. */
const holds: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  template: 'text with `${env:NAME}`',
  boolean: 'true or false',
  required: 'true, false or a reason',
  templates: 'list of texts with `${env:NAME}`',
  name: 'name',
  names: 'list of names',
  mode: '`prompt` or `approve`',
  templateMap: 'map of texts with `${env:NAME}`',
  transportType: 'one of the words',
  environmentName: 'name of a variable',
  oauth: 'map, see below',
  tools: 'map or list, see below',
  version: '`1`',
  servers: 'map of servers',
  targets: 'map of targets, by driver',
};

const exits: Readonly<Record<Family, string>> = {
  finding: 'The answer is no: exit code 1.',
  unreadable: 'Could not tell: exit code 2.',
  'invalid-spec': 'The spec is invalid: exit code 3.',
  refused: 'The driver refuses: exit code 4.',
  note: 'A note: exit code 0, or 1 with `--strict`.',
};

function codeSections(): string {
  return allCodes.map(codeSection).join('\n');
}

function codeSection(code: DiagnosticCode): string {
  const { title, family, reason, fix } = factsOf(code);
  return `### ${code}: ${title}\n\n${exits[family]}\n\n${escaped(reason)}\n\nFix: ${escaped(fix)}\n`;
}

function scopeTable(): string {
  return markdownTable(['scope', 'what goes in'], Object.entries(scopeInputs).map(([scope, inputs]) => [`\`${scope}\``, inputs.join('; ')]));
}

function commandTable(): string {
  return markdownTable(['command', 'what it does'], commands().map((command) => [`\`mcpolicy ${[command.name(), ...command.registeredArguments.map(argumentText)].join(' ')}\``, command.description()]));
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function commandSections(): string {
  return commands().map((command) => `## ${command.name()}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`).join('\n');
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 }).outputHelp();
  return text;
}

function commands(): readonly Command[] {
  const nowhere = { stream: new Writable(), isTerminal: false };
  const host: Host = { cwd: '.', env: {}, stdin: Readable.from([]), isInteractive: false, stdout: nowhere, stderr: nowhere };
  return commandLine(host, () => undefined).commands;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => escaped(cell).replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('');
}

/** Outside of code, angle brackets would be taken for HTML and asterisks for emphasis. */
function escaped(text: string): string {
  return text.split(/(`[^`]*`)/).map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('*', '\\*'))).join('');
}

/** One record of `docs/evidence.json`, as the conformance suites write it (see test/conformance/harness/evidence.ts). */
interface EvidenceRecord {
  readonly client: string;
  readonly version: string;
  readonly date: string;
  readonly cases: readonly { readonly case: string; readonly cell: string; readonly expected: string; readonly seen: string }[];
}

/** What the last recorded run saw, client by client. A case that was seen otherwise than expected must not be published. */
function evidenceSections(): string {
  const records = JSON.parse(readFileSync(new URL('../../docs/evidence.json', import.meta.url), 'utf8')) as readonly EvidenceRecord[];
  const wrong = records.flatMap((record) => record.cases.filter((row) => row.seen !== row.expected).map((row) => `${record.client}: ${row.case}`));
  if (wrong.length > 0) throw new Error(`the recorded run failed: ${wrong.join(', ')}`);
  return records.map(evidenceSection).join('\n');
}

function evidenceSection({ client, version, date, cases }: EvidenceRecord): string {
  const rows = cases.map((row) => [row.cell, row.case.replaceAll('|', '\\|'), row.seen]);
  return `## ${client} ${version}\n\n${date}, ${String(cases.length)} cases.\n\n${markdownTable(['cell', 'case', 'seen'], rows)}`;
}
