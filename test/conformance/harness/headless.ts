import { startChild, within } from './child.js';
import { startFleet, type Fleet, type FleetServer, type LoggedCall } from './fleet.js';
import { startModelServer, type Dialect, type ModelServer, type OfferedTool } from './model-server.js';
import { makeScratch, type Scratch } from './scratch.js';
import { judge, type Refusals, type Verdict } from './verdict.js';

/** A tool of a server of the run, by its raw names. */
export interface McpStep {
  readonly server: string;
  readonly tool: string;
}

/** The servers of a run, and the calls that a model makes, in order. */
export interface HeadlessScenario {
  readonly servers: readonly FleetServer[];
  readonly steps: readonly McpStep[];
}

/** Everything a run needs, ready. */
export interface HeadlessStage extends HeadlessScenario {
  readonly scratch: Scratch;
  readonly fleet: Fleet;
  readonly model: ModelServer;
}

/** How a client process is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a client tells that it would have asked, and how it refuses on its own. */
export interface HeadlessClient {
  readonly dialect: Dialect;
  readonly refusals: Refusals;
  /** Matches what the model is told about a call that needed an approval which nobody could give. */
  readonly unanswered: RegExp;
  /** For clients that end there instead of telling the model: what standard error says about the tool of this offered name. */
  endedAsking?(offeredName: string): string;
}

/** What one step came to. */
export interface HeadlessOutcome {
  readonly verdict: Verdict;
  readonly output: string | undefined;
}

/** What a run without anybody at it left behind. */
export interface HeadlessRun {
  readonly outcomes: ReadonlyMap<string, HeadlessOutcome>;
  readonly calls: readonly LoggedCall[];
  readonly offered: readonly OfferedTool[];
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Requests that came to an HTTP server without what it demands. */
  readonly refusedRequests: number;
}

/** The name of a step in outcomes and evidence. */
export function stepName({ server, tool }: McpStep): string {
  return `${server}/${tool}`;
}

/**
 * Sets the stage, starts the client once with its standard input closed, judges every step, and clears everything away.
 * Throws when the run does not fit the script, or when a server got a call that no step makes.
 */
export async function runHeadless(client: HeadlessClient, scenario: HeadlessScenario, prepare: (stage: HeadlessStage) => Launch): Promise<HeadlessRun> {
  const scratch = makeScratch();
  const fleet = await startFleet(scenario.servers, scratch.root);
  const script = scenario.steps.map((step, index) => ({ id: `call-${String(index)}`, pick: { marker: fleet.marker(step.server, step.tool) } }));
  const model = await startModelServer(client.dialect, script);
  try {
    const stage = { ...scenario, scratch, fleet, model };
    const ended = await start(prepare(stage), scratch);
    if (model.faults.length > 0) throw new Error(`The script did not fit the run: ${model.faults.join('; ')}\n${ended.stdout}\n${ended.stderr}`);
    const stray = fleet.calls().find((call) => !scenario.steps.some((step) => isCallOf(call, step)));
    if (stray !== undefined) throw new Error(`A server got a call that no step makes: ${JSON.stringify(stray)}`);
    return { ...ended, outcomes: outcomes(client, stage, ended.stderr), calls: fleet.calls(), offered: model.offered(), refusedRequests: fleet.refused() };
  } finally {
    await Promise.all([fleet.close(), model.close()]);
    scratch.remove();
  }
}

async function start({ command, args, env }: Launch, scratch: Scratch): Promise<Pick<HeadlessRun, 'exitCode' | 'stdout' | 'stderr'>> {
  const lines: string[] = [];
  const child = startChild(command, args, { cwd: scratch.project, env, onLine: (line) => { lines.push(line); } });
  child.end();
  try {
    const exitCode = await within(90_000, 'the end of the run', child.exited);
    return { exitCode, stdout: lines.join('\n'), stderr: child.stderr() };
  } finally {
    await child.stop();
  }
}

function outcomes(client: HeadlessClient, stage: HeadlessStage, stderr: string): Map<string, HeadlessOutcome> {
  const { model, fleet, steps } = stage;
  return new Map(steps.map((step, index) => {
    const record = model.records.get(`call-${String(index)}`) ?? { offered: false, output: undefined };
    const output = record.output ?? endedAsking(client, stage, step, stderr);
    const logged = fleet.calls().filter((call) => isCallOf(call, step)).length;
    const asked = logged === 0 && output !== undefined && (output !== record.output || client.unanswered.test(output)) ? 1 : 0;
    return [stepName(step), { verdict: judge({ ...record, output, asked, logged }, client.refusals), output }];
  }));
}

/** The line of standard error with which a client ended because it would have had to ask for this very tool. */
function endedAsking(client: HeadlessClient, { model, fleet }: HeadlessStage, { server, tool }: McpStep, stderr: string): string | undefined {
  const offered = model.offered().find(({ description }) => description.includes(fleet.marker(server, tool)));
  const line = offered === undefined ? undefined : client.endedAsking?.(offered.name);
  return line !== undefined && stderr.includes(line) ? line : undefined;
}

function isCallOf(call: LoggedCall, step: McpStep): boolean {
  return call.server === step.server && call.tool === step.tool;
}
