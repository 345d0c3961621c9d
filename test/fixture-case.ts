import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { parse } from 'smol-toml';
import { runMain, type Ended } from './run-main.js';

/** What `case.toml` says: one command line, and what it must end in. */
export interface CaseFile {
  readonly about: string;
  readonly args: readonly string[];
  readonly exit: number;
  /** Name of the file that is standard input. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder to run in, below the case. */
  readonly cwd?: string;
  /** Empty folders that git cannot hold, such as `.git`. */
  readonly folders?: readonly string[];
}

/** Files by their path, with forward slashes. */
export type Tree = ReadonlyMap<string, Buffer>;

/** One folder `fixtures/<group>/<case>/`: `case.toml`, goldens, and everything else as input. */
export interface Case extends CaseFile {
  readonly folder: string;
  readonly inputs: Tree;
  readonly golden: Result;
}

/** What a run ended in: `changed` holds the files that are new or different afterwards. */
export interface Result extends Ended {
  readonly changed: Tree;
}

const keys: readonly string[] = ['about', 'args', 'exit', 'stdin', 'env', 'cwd', 'folders'];
const isGolden = (file: string) => file === 'case.toml' || file === 'stdout' || file === 'stderr' || file.startsWith('after/');

/** Reads a case. A key that nobody reads, or a case without a word about itself, is a mistake in the case. */
export function readCase(folder: string): Case {
  const file = parse(readFileSync(join(folder, 'case.toml'), 'utf8')) as unknown as CaseFile;
  const strangers = Object.keys(file).filter((key) => !keys.includes(key));
  if (strangers.length > 0) throw new Error(`case.toml has unknown keys: ${strangers.join(', ')}`);
  if (typeof file.about !== 'string' || !Array.isArray(file.args) || typeof file.exit !== 'number') throw new Error('case.toml needs about, args and exit');
  const all = readTree(folder);
  const stream = (name: string) => all.get(name)?.toString('utf8') ?? '';
  const changed = [...all].filter(([name]) => name.startsWith('after/')).map(([name, bytes]) => [name.slice('after/'.length), bytes] as const);
  const inputs = new Map([...all].filter(([name]) => !isGolden(name)));
  return { ...file, folder, inputs, golden: { exit: file.exit, stdout: stream('stdout'), stderr: stream('stderr'), changed: new Map(changed) } };
}

/** Runs a case on a copy of its inputs. `more` is put behind its arguments, but in front of another program's. */
export async function runCase(given: Case, more: readonly string[] = []): Promise<Result> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-case-')));
  try {
    writeTree(folder, given.inputs);
    for (const empty of given.folders ?? []) mkdirSync(join(folder, empty), { recursive: true });
    const cwd = join(folder, given.cwd ?? '.');
    const stdin = given.stdin === undefined ? undefined : given.inputs.get(given.stdin);
    const ended = await runMain(withMore(given.args, more), { cwd, ...(given.env === undefined ? {} : { env: given.env }), ...(stdin === undefined ? {} : { stdin }) });
    assertPortable(ended, folder);
    return { ...ended, changed: changes(given.inputs, readTree(folder)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withMore(args: readonly string[], more: readonly string[]): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return [...args.slice(0, end), ...more, ...args.slice(end)];
}

/** Makes what happened the golden of the case: for whoever looks at the difference before it is committed. */
export function writeGolden(folder: string, result: Result): void {
  rmSync(join(folder, 'after'), { recursive: true, force: true });
  writeTree(folder, new Map([...result.changed].map(([name, bytes]) => [`after/${name}`, bytes])));
  for (const [name, text] of [['stdout', result.stdout], ['stderr', result.stderr]] as const) {
    if (text === '') rmSync(join(folder, name), { force: true });
    else writeFileSync(join(folder, name), text);
  }
  const file = join(folder, 'case.toml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^exit = \d+$/m, `exit = ${String(result.exit)}`));
}

/** Whether goldens are rewritten. In CI a test that writes its own answer proves nothing. */
export function wantsUpdate(env: Readonly<Record<string, string | undefined>>): boolean {
  const wanted = env['MCPOLICY_UPDATE'] === '1';
  if (wanted && env['CI'] !== undefined && env['CI'] !== '') throw new Error('MCPOLICY_UPDATE=1 is refused in CI: goldens are written by people and reviewed');
  return wanted;
}

/** Every folder below `fixtures` with a `case.toml`, and folders beside one that lack it. */
export function findCases(fixtures: string): { readonly cases: readonly string[]; readonly strays: readonly string[] } {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' });
  const cases = files.filter((file) => basename(file) === 'case.toml').map((file) => dirname(file)).sort();
  const groups = [...new Set(cases.map((name) => dirname(name)))];
  const siblings = groups.flatMap((group) => readdirSync(join(fixtures, group)).map((name) => join(group, name)));
  const strays = siblings.filter((name) => statSync(join(fixtures, name)).isDirectory() && !cases.some((one) => one === name || one.startsWith(name + sep)));
  return { cases: cases.map(slashed), strays: strays.map(slashed) };
}

/** A golden must hold on every machine. */
export function assertPortable(ended: Ended, folder: string): void {
  for (const text of [ended.stdout, ended.stderr]) {
    if (text.includes(folder) || text.includes(slashed(folder))) throw new Error(`the output holds an absolute path:\n${text}`);
  }
}

function changes(before: Tree, after: Tree): Tree {
  const lost = [...before.keys()].filter((name) => !after.has(name));
  if (lost.length > 0) throw new Error(`files are gone: ${lost.join(', ')}`);
  return new Map([...after].filter(([name, bytes]) => !before.get(name)?.equals(bytes)));
}

function readTree(folder: string): Tree {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.sort().map((name) => [slashed(name), readFileSync(join(folder, name))]));
}

function writeTree(folder: string, tree: Tree): void {
  for (const [name, bytes] of tree) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
