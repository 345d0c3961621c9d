import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { SignalSource } from '../host.js';
import type { LaunchPlan, PlannedWord } from './plan.js';
import type { Prepared, Surroundings } from './prepare.js';
import { makePrivateFolder, type PrivateFolder } from './private-files.js';
import { runChild } from './run-child.js';
import { userCache } from './user-cache.js';

/** How a run ended: with the client's own code, or with ours where the client never ran. */
export interface Ended {
  readonly exitCode: number;
  readonly diagnostics: readonly Diagnostic[];
}

type Program = NonNullable<Prepared['program']>;

/** Starts the client as planned, hands signals on, waits for its end, and clears its private files away. */
export async function startClient(plan: LaunchPlan, program: Program, surroundings: Surroundings, signals: SignalSource | undefined): Promise<Ended> {
  const folder = await privateFolder(plan, surroundings);
  if (folder instanceof Error) return { exitCode: 125, diagnostics: [{ code: 'MCP513', message: `the private folder of the run: ${folder.message}`, subject: { driver: plan.driver } }] };
  try {
    const place = (word: PlannedWord) => (typeof word === 'string' ? word : join(folder?.path ?? '', word.file));
    const args = [...program.words, ...plan.program.slice(1), ...[...plan.overlay, ...plan.args].map(place)];
    const tooLong = commandLineFault(program.file, args, surroundings.platform, plan.driver);
    if (tooLong !== undefined) return { exitCode: 125, diagnostics: [tooLong] };
    const name = program.words.length === 0 ? (plan.program[0] ?? program.file) : program.file;
    const end = await runChild({ file: program.file, args, name, cwd: surroundings.cwd, env: environmentOf(plan, surroundings, place) }, signals);
    return { exitCode: end.exitCode, diagnostics: end.started ? [] : [{ code: 'MCP510', message: `the client cannot be started: ${end.why}`, subject: { driver: plan.driver } }] };
  } finally {
    await folder?.remove();
  }
}

async function privateFolder(plan: LaunchPlan, { env, platform, cwd }: Surroundings): Promise<PrivateFolder | Error | undefined> {
  if (plan.files.length === 0) return undefined;
  try {
    return await makePrivateFolder(userCache(env, platform, cwd), plan.files);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function environmentOf(plan: LaunchPlan, { env }: Surroundings, place: (word: PlannedWord) => string): Record<string, string> {
  const kept = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && !plan.unsetEnv.includes(entry[0]));
  return Object.fromEntries([...kept, ...plan.setEnv.map(({ name, value }) => [name, place(value)] as const)]);
}

/** What CreateProcess takes on Windows, quotes included. */
const longestCommandLine = 32_000;

function commandLineFault(file: string, args: readonly string[], platform: string, driver: string): Diagnostic | undefined {
  const length = [file, ...args].reduce((sum, word) => sum + word.length + 3 + [...word].filter((character) => character === '"').length, 0);
  if (platform !== 'win32' || length <= longestCommandLine) return undefined;
  return { code: 'MCP511', message: `the command line would have about ${String(length)} characters, and Windows takes ${String(longestCommandLine)}`, subject: { driver } };
}
