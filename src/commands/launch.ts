import { writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import { compilePolicy } from '../compile.js';
import type { Diagnostic } from '../diagnostics.js';
import { shownPath } from '../files.js';
import type { Host } from '../host.js';
import type { Decision } from '../launch/decision.js';
import { prepareLaunch, type Prepared, type PrepareOptions, type Surroundings } from '../launch/prepare.js';
import type { Shell } from '../launch/shell.js';
import { success, type Outcome } from '../outcome.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

export interface LaunchCommandOptions extends SpecOptions {
  readonly report?: string;
  /** `true` where no shell is named. */
  readonly print?: Shell | true;
  readonly json?: boolean;
  readonly clientVersion?: string;
  readonly assumeVersion?: string;
  readonly versionCache: boolean;
  readonly sessionFingerprint?: string;
  readonly allowUnreachablePrompts?: boolean;
  readonly accept: readonly string[];
  readonly programWords?: string;
}

/** Refused, or failed before the client was started. */
const refusedExit = 125;

/** Checks everything, and only then runs a client with the policy in its call. Passes on the client's own exit code. */
export async function runLaunch(driverId: string, command: readonly string[], options: LaunchCommandOptions, host: Host): Promise<CommandResult> {
  const wrong = misuse(options);
  if (wrong !== undefined) return { ...wrong, exitCode: refusedExit };
  const driver = await driverByName(driverId);
  if (!driver.ok) return { ...refused(driver.faults), exitCode: refusedExit };
  const sources = await readSources(options, host);
  if (!sources.ok) return { ...refused(sources.faults), exitCode: refusedExit };
  if (sources.value.some(({ file }) => options.report !== undefined && resolve(host.cwd, file) === resolve(host.cwd, options.report))) return { ...usage('--report names the spec, which would be overwritten', 'Name another file.'), exitCode: refusedExit };
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return { ...refused(policy.faults, sources.value), exitCode: refusedExit };
  const surroundings = surroundingsOf(host);
  const prepared = await prepareLaunch(driver.value, policy.value, command, prepareOptions(options), surroundings);
  const written = await writeReport(options.report, prepared.decision, host.cwd);
  if (!written.ok) return { ...refused(written.faults), exitCode: refusedExit };
  const result = await conclude(prepared, options, surroundings, host);
  return { ...result, sources: [...sources.value, ...result.sources] };
}

function misuse(options: LaunchCommandOptions): CommandResult | undefined {
  if (options.print !== undefined && options.json === true) return usage('--print and --json are two forms of the same answer', 'Choose one.');
  if (options.programWords !== undefined && !/^[1-9]\d?$/.test(options.programWords)) return usage('--program-words is a small number', 'Say how many words start the client, for example --program-words 2 for `node client.js`.');
  if (options.sessionFingerprint !== undefined && !/^sha256:[0-9a-f]{64}$/.test(options.sessionFingerprint)) return usage('--session-fingerprint is no fingerprint', 'A fingerprint is "sha256:" and 64 lower-case hex digits; see `mcpolicy fingerprint --scope session`.');
  return undefined;
}

function prepareOptions(options: LaunchCommandOptions): PrepareOptions {
  return {
    accept: options.accept,
    allowUnreachablePrompts: options.allowUnreachablePrompts ?? false,
    ...(options.programWords === undefined ? {} : { programWords: Number(options.programWords) }),
    ...(options.sessionFingerprint === undefined ? {} : { sessionFingerprint: options.sessionFingerprint }),
    ...(options.clientVersion === undefined ? {} : { clientVersion: options.clientVersion }),
    ...(options.assumeVersion === undefined ? {} : { assumeVersion: options.assumeVersion }),
    remembersVersions: options.versionCache,
    isDry: isDry(options),
  };
}

function isDry({ print, json }: LaunchCommandOptions): boolean {
  return print !== undefined || json === true;
}

/** Whether somebody sits at a terminal is found out only when it matters: asking opens the standard input that the client inherits. */
function surroundingsOf(host: Host): Surroundings {
  const { cwd, env, system } = host;
  return { cwd, env, platform: platform(), node: system?.node ?? 'node', isInteractive: () => Boolean(host.isInteractive), ...(system === undefined ? {} : { system }), ...(system?.user === undefined ? {} : { user: system.user }) };
}

/** Written before anything is started, so that it exists whatever happens then. */
async function writeReport(file: string | undefined, decision: Decision, cwd: string): Promise<Outcome<undefined>> {
  if (file === undefined) return success(undefined);
  try {
    await writeFile(resolve(cwd, file), await decisionText(decision, false), { mode: 0o600 });
    return success(undefined);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { ok: false, faults: [{ code: 'MCP512', message: `cannot write: ${reason}`, at: { file: shownPath(file, cwd) } }] };
  }
}

async function decisionText(decision: Decision, withCommand: boolean): Promise<string> {
  const [{ decisionJson }, { diagnosticJson }] = await Promise.all([import('../launch/decision.js'), import('../report/json.js')]);
  return decisionJson(decision, diagnosticJson, withCommand);
}

/** Prints the run, refuses it, or starts it. */
async function conclude({ decision, exitCode, program }: Prepared, options: LaunchCommandOptions, surroundings: Surroundings, host: Host): Promise<CommandResult & { readonly exitCode: number }> {
  const remarkable = decision.notes.filter(({ code }) => spoken.has(code));
  if (options.json === true) return { ...product([await decisionText(decision, true)], [...decision.findings, ...remarkable]), exitCode };
  if (decision.decision === 'refuse' || decision.plan === undefined) return { ...refused([...decision.findings, ...remarkable]), exitCode };
  if (options.print !== undefined) {
    const { shellScript } = await import('../launch/shell.js');
    const shell = options.print === true ? (surroundings.platform === 'win32' ? 'powershell' : 'posix') : options.print;
    return { ...product([shellScript(decision.plan, shell)], remarkable), exitCode };
  }
  if (program === undefined) throw new Error('a client that is to be started was not looked for');
  if (remarkable.length > 0) await tell(remarkable, host);
  const { startClient } = await import('../launch/start.js');
  const end = await startClient(decision.plan, program, surroundings, host.system?.signals);
  return { ...refused(end.diagnostics), exitCode: end.exitCode };
}

/** Said before the client begins, because it has the terminal from then on. */
async function tell(notes: readonly Diagnostic[], host: Host): Promise<void> {
  const [{ reportText }, { colourFor }, { writeAll }] = await Promise.all([import('../report/text.js'), import('../report/colour.js'), import('../host.js')]);
  await writeAll(host.stderr, [reportText(notes, new Map(), await colourFor({ env: host.env, isTerminal: host.stderr.isTerminal }))]);
}

/** Notes that somebody should see even where the run begins: accepted exceptions, and variables that are taken away. */
const spoken: ReadonlySet<Diagnostic['code']> = new Set<Diagnostic['code']>(['MCP520', 'MCP521', 'MCP522']);
