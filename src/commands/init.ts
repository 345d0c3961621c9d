import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { admit, compilePolicy } from '../compile.js';
import { isNote, type Diagnostic } from '../diagnostics.js';
import { discoverSpec, isAbsent, shownPath, specNames } from '../files.js';
import type { Host } from '../host.js';
import { printSpec } from '../import/print-spec.js';
import { look } from '../init/look.js';
import { propose } from '../init/propose.js';
import { quote } from '../quote.js';
import { product, refused, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';

export interface InitOptions {
  readonly yes?: boolean;
}

const name = 'mcpolicy.toml';
const head = '# Who may call which tool of which MCP server without asking. See `mcpolicy --help`.\n# Tools that are not named need approval.\n\n';

/** Proposes a spec from what the project's clients are configured to do, and writes it when somebody agrees. */
export async function runInit(options: InitOptions, host: Host): Promise<CommandResult> {
  const taken = await takenNames(host.cwd);
  if (taken.length > 0) return refused(taken.map((file) => ({ code: 'MCP110', message: 'there is a spec already', at: { file } })));
  const seen = await look(host);
  if (seen.diagnostics.some(isFault)) return refused(seen.diagnostics);
  const found = await discoverSpec(host.cwd);
  if (!found.ok && found.faults.some(({ code }) => code !== 'MCP101')) return refused(found.faults);
  // The spec that counts here as long as this folder has none. */
  const outer = found.ok ? shownPath(found.value, host.cwd) : undefined;
  if (outer !== undefined && seen.found.length === 0) return refused([{ code: 'MCP110', message: 'there is a spec already, for the folders below it too', at: { file: outer } }]);
  const { value, notes } = propose(seen.found);
  const kept = await withoutRefused(value);
  const text = `${head}${await printSpec(kept.value, 'toml')}`;
  const diagnostics = [...seen.diagnostics, ...notes, ...kept.notes, ...(seen.found.length === 0 ? [nothingFound] : []), ...(outer === undefined ? [] : [shadowing(outer)])];
  const checked = await compilePolicy([{ file: name, format: 'toml', text }]);
  if (!checked.ok) return refused([...diagnostics, ...checked.faults]);
  if (options.yes !== true && !(await agrees(text, host))) return product([text], [...diagnostics, { code: 'MCP423', message: `${name} was not written` }]);
  return written(text, Object.hasOwn(kept.value, 'targets'), diagnostics, host);
}

function shadowing(outer: string): Diagnostic {
  return { code: 'MCP111', message: `in this folder the new spec takes the place of ${quote(outer)}` };
}

const nothingFound: Diagnostic = { code: 'MCP111', message: 'no config of a client that mcpolicy reads was found in this folder', fix: 'Add servers and [targets.<driver>] to the spec by hand; see docs/spec.md.' };

/** What was found and cannot be said stays a note here; what could not be read ends the proposal. */
function isFault(diagnostic: Diagnostic): boolean {
  return !isNote(diagnostic);
}

async function takenNames(cwd: string): Promise<readonly string[]> {
  const absent = await Promise.all(specNames.map(async (file) => isAbsent(join(cwd, file))));
  return specNames.filter((_, index) => absent[index] === false);
}

type Value = Readonly<Record<string, unknown>>;

/** Targets of clients that cannot say the proposed policy exactly would only fail later. */
async function withoutRefused(value: Value): Promise<{ readonly value: Value; readonly notes: readonly Diagnostic[] }> {
  const targets = Object.entries((value['targets'] ?? {}) as Value);
  const policy = await compilePolicy([{ file: name, format: 'json', text: JSON.stringify({ ...value, targets: {} }) }]);
  if (!policy.ok) return { value, notes: [] };
  const judged = await Promise.all(
    targets.map(async ([id, target]) => {
      const driver = await driverByName(id);
      const admitted = driver.ok ? admit(driver.value, policy.value, { policyOnly: true }) : driver;
      return { id, target, refusal: admitted.ok ? undefined : admitted.faults[0] };
    }),
  );
  const notes = judged.flatMap(({ id, refusal }): readonly Diagnostic[] => (refusal === undefined ? [] : [{ code: 'MCP111', message: `no target for ${id}: ${refusal.message}`, subject: { driver: id } }]));
  const kept = judged.filter(({ refusal }) => refusal === undefined).map(({ id, target }) => [id, target] as const);
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'targets'));
  return { value: kept.length === 0 ? others : { ...others, targets: Object.fromEntries(kept) }, notes };
}

/** Asks a person on a terminal. Anything but a yes, the end of the input included, is a no. */
async function agrees(text: string, host: Host): Promise<boolean> {
  if (!host.isInteractive) return false;
  const { confirm } = await import('@inquirer/prompts');
  const streams = { input: host.stdin as NodeJS.ReadStream, output: host.stderr.stream as NodeJS.WriteStream };
  host.stderr.stream.write(`${text}\n`);
  return confirm({ message: `Write this to ${name}?`, default: false }, streams).catch(() => false);
}

async function written(text: string, hasTargets: boolean, diagnostics: readonly Diagnostic[], host: Host): Promise<CommandResult> {
  try {
    await writeFile(join(host.cwd, name), text, { flag: 'wx' });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    return refused([...diagnostics, isTaken ? { code: 'MCP110', message: 'there is a spec already', at: { file: name } } : { code: 'MCP421', message: `${name} cannot be written`, at: { file: name } }]);
  }
  const next = hasTargets ? 'review it, then `mcpolicy apply` to bring the clients to it (unnamed tools will ask), and `mcpolicy check` wherever it must hold' : 'name the files of the clients under [targets.<driver>], then `mcpolicy apply` and `mcpolicy check`';
  return product([`written     ${name}\n\nNext: ${next}.\n`], diagnostics);
}
