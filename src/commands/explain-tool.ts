import { dirname, resolve } from 'node:path';
import { admit, compilePolicy } from '../compile.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Decision, ExactDriver, NativeDocument } from '../driver.js';
import { outcomeOf } from '../explain/outcome.js';
import { parsePair, policyText, type Pair } from '../explain/pair.js';
import type { Finding } from '../audit/audit.js';
import type { Host } from '../host.js';
import { contextOf } from '../layers/context.js';
import { placeByOrigin } from '../layers/origin.js';
import { layerSource, readLayers } from '../layers/read.js';
import type { NormalizedPolicy, SourceText } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import { hideSecrets } from '../report/hide.js';
import { didYouMean } from '../suggest.js';
import { partFiles, placeFindings, readNative, sourceOf, type PartFile } from '../targets.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

export interface ExplainOptions extends SpecOptions {
  readonly driver?: string;
  readonly layers?: boolean;
  readonly format: string;
}

/** One client's answer, with the file and line that decide. */
interface Answer extends Decision {
  readonly driver: string;
  readonly at?: string;
}

/** Says what each client will do when a tool is called, and which line of which file decides. */
export async function runExplainTool(subject: string, options: ExplainOptions, host: Host): Promise<CommandResult> {
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return refused(policy.faults, sources.value);
  const pair = parsePair(subject, policy.value);
  if (pair === undefined) return usage(`${quote(subject)} is neither a code nor server/tool`, 'Write mcpolicy explain SERVER/TOOL, or a code such as MCP301.');
  const drivers = options.driver === undefined ? policy.value.targets.map(({ driver }) => driver) : [options.driver];
  if (drivers.length === 0) return refused([{ code: 'MCP422', message: 'the spec declares no targets, so there is no file to look at', fix: 'Name a client with --driver.' }], sources.value);
  const answers = await Promise.all(drivers.map((driver) => answerOf(driver, pair, policy.value, options, host)));
  const given = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const faults = answers.flatMap((answer) => (answer.ok ? [] : answer.faults));
  if (faults.length === 0 && isUnheardOf(pair, policy.value, given)) return usage(`server ${quote(pair.server)} is in neither the policy nor the files`, `Check its name.${didYouMean(pair.server, policy.value.servers.map(({ name }) => name))}`);
  const said = { ...pair, policy: policyText(pair, policy.value) };
  return product([options.format === 'json' ? `${JSON.stringify({ ...said, answers: given }, null, 2)}\n` : answersText(said, given)], faults, sources.value);
}

/** Nothing that was looked at speaks of the server: most likely its name is misspelt. */
function isUnheardOf({ server }: Pair, policy: NormalizedPolicy, answers: readonly Answer[]): boolean {
  return !policy.servers.some(({ name }) => name === server) && answers.every(({ happens, at }) => happens === 'unknown' && at === undefined);
}

async function answerOf(id: string, pair: Pair, policy: NormalizedPolicy, options: ExplainOptions, host: Host): Promise<Outcome<Answer>> {
  const found = await driverByName(id);
  if (!found.ok) return found;
  const admitted = admit(found.value, policy, { policyOnly: true });
  if (!admitted.ok) return admitted;
  const driver = admitted.value;
  if (driver.read === undefined) return failure([{ code: 'MCP301', message: `${driver.title}: files of this client are not read`, subject: { driver: id } }]);
  const looked = await (options.layers === true ? lookAtLayers(driver, host) : lookAtFiles(driver, policy, host));
  if (!looked.ok) return looked;
  const { documents } = looked.value;
  const outcome = outcomeOf(pair.server, pair.tool, driver.read(documents), driver.decide?.(documents, pair.server, pair.tool));
  const placed = outcome.decidedBy === undefined ? undefined : await looked.value.place({ code: 'MCP417', ...outcome.decidedBy, subject: pair, message: '' });
  const at = placed?.at === undefined ? undefined : `${placed.at.file}${placed.at.span === undefined ? '' : `:${String(placed.at.span.start.line)}:${String(placed.at.span.start.column)}`}`;
  return success({ ...outcome, driver: id, ...(at === undefined ? {} : { at }) });
}

/** Documents, and how to find the place of an entry in them. */
interface Looked {
  readonly documents: readonly NativeDocument[];
  readonly sources: readonly SourceText[];
  readonly place: (finding: Finding) => Promise<Diagnostic | undefined>;
}

/** The files of the target, or those of the project. */
async function lookAtFiles(driver: ExactDriver, policy: NormalizedPolicy, host: Host): Promise<Outcome<Looked>> {
  const target = policy.targets.find((one) => one.driver === driver.id);
  const places = target === undefined ? projectFiles(driver, host.cwd) : partFiles(driver, target, host.cwd);
  const reads = await Promise.all(places.map((place) => readNative(place, host.cwd)));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  if (faults.length > 0) return failure(faults);
  const files = reads.flatMap((read) => (read.ok ? [read.value] : []));
  return success({ documents: files.map(({ document }) => document), sources: files.map(sourceOf), place: async (finding) => (await placeFindings([finding], files, driver))[0] });
}

function projectFiles(driver: ExactDriver, cwd: string): readonly PartFile[] {
  return driver.parts.flatMap((part) => (part.target === undefined || part.projectFile === undefined ? [] : [{ part, path: resolve(cwd, dirname(part.projectFile), part.projectFile.split('/').at(-1) ?? '') }]));
}

/** Everything that the client merges here. */
async function lookAtLayers(driver: ExactDriver, host: Host): Promise<Outcome<Looked>> {
  if (driver.layers === undefined) return failure([{ code: 'MCP442', message: `${driver.title}: which files this client merges was not examined`, subject: { driver: driver.id } }]);
  const stack = await readLayers(driver.layers, await contextOf({ cwd: host.cwd, env: host.env }), { shownFrom: host.cwd });
  if (!stack.ok) return stack;
  return success({ documents: stack.value.merged.documents, sources: stack.value.read.map(layerSource), place: async (finding) => placeByOrigin(finding, stack.value, driver.id) });
}

function answersText(said: Pair & { readonly policy: string }, answers: readonly Answer[]): string {
  const rows = [['policy', said.policy, ''], ...answers.map(({ driver, happens, at }) => [driver, happens, at ?? ''])];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => `${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`).join('');
  const reasons = answers.map(({ driver, why }) => `${driver}: ${why}.\n`).join('');
  return hideSecrets(`server ${quote(said.server)}, tool ${quote(said.tool)}`) + `\n\n${hideLines(table)}\n${hideLines(reasons)}`;
}

function hideLines(text: string): string {
  return text.split('\n').map(hideSecrets).join('\n');
}
