import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InstalledClient } from '../harness/clients.js';
import { responses } from '../harness/dialects/responses.js';
import { startFleet, type Fleet, type FleetServer, type LoggedCall } from '../harness/fleet.js';
import { startModelServer, type ModelServer, type ScriptedCall } from '../harness/model-server.js';
import { renderedConfig } from '../harness/render.js';
import { makeScratch, type Scratch } from '../harness/scratch.js';
import { baseConfig, writeCodexHome } from './home.js';
import { stepName, type Step } from './steps.js';

/** A config under test, the servers it speaks of, and the calls a model will make. */
export interface Scenario {
  /** File in `specs/`; its placeholders are those of `Fleet.fill`. */
  readonly spec: string;
  readonly servers: readonly FleetServer[];
  readonly steps: readonly Step[];
  /** Changes the rendered config; only for controls that show what another config would do. */
  readonly alter?: (rendered: string) => string;
  /** How Codex is started with these arguments; absent: by itself. */
  readonly start?: (stage: Stage, args: readonly string[]) => readonly [string, ...string[]];
  /** Variables that Codex and `mcpolicy` see beside the isolated environment; a rendered config must hold none of the values. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Everything a run of Codex needs, ready; an app-server run or an exec run uses it once. */
export interface Stage {
  readonly client: InstalledClient;
  readonly scenario: Scenario;
  readonly scratch: Scratch;
  readonly fleet: Fleet;
  readonly model: ModelServer;
  readonly env: Record<string, string>;
  /** The spec of the scenario, with its placeholders filled. */
  readonly specFile: string;
}

/** The command that starts Codex with these arguments. */
export function codexCommand(stage: Stage, args: readonly string[]): readonly [string, ...string[]] {
  return stage.scenario.start?.(stage, args) ?? [process.execPath, stage.client.script, ...args];
}

/** What a finished run shows, beside what its driver saw. */
export interface Aftermath {
  /** What `mcpolicy render codex` printed. */
  readonly rendered: string;
  readonly calls: readonly LoggedCall[];
  /** Requests that came to an HTTP server without what it demands. */
  readonly refusedRequests: number;
}

/** Id under which a step goes through the model, the client and its requests. */
export function callId(step: Step): string {
  return `call ${stepName(step)}`;
}

/** Sets the stage, lets `drive` use it, and clears everything away, also when it throws. */
export async function onStage<T>(client: InstalledClient, scenario: Scenario, drive: (stage: Stage) => Promise<T>): Promise<T & Aftermath> {
  const scratch = makeScratch();
  const fleet = await startFleet(scenario.servers, scratch.root);
  const model = await startModelServer(responses, scenario.steps.map((step) => scripted(step, fleet, scratch)));
  try {
    const secrets = scenario.secrets ?? {};
    const specFile = writeSpec(scenario.spec, fleet, scratch);
    const rendered = renderedConfig('codex', specFile, secrets);
    const used = scenario.alter?.(rendered) ?? rendered;
    const env = writeCodexHome(scratch, baseConfig(model.origin) + used, secrets);
    const driven = await drive({ client, scenario, scratch, fleet, model, env, specFile });
    if (model.faults.length > 0) throw new Error(`The script did not fit the run: ${model.faults.join('; ')}`);
    return { ...driven, rendered, calls: fleet.calls(), refusedRequests: fleet.refused() };
  } finally {
    await Promise.all([fleet.close(), model.close()]);
    scratch.remove();
  }
}

function scripted(step: Step, fleet: Fleet, scratch: Scratch): ScriptedCall {
  const pick = 'native' in step ? { native: step.args(scratch) } : { marker: fleet.marker(step.server, step.tool) };
  return { id: callId(step), pick };
}

function writeSpec(spec: string, fleet: Fleet, scratch: Scratch): string {
  const source = fileURLToPath(new URL(`specs/${spec}`, import.meta.url));
  const filled = path.join(scratch.root, `spec${path.extname(spec)}`);
  writeFileSync(filled, fleet.fill(readFileSync(source, 'utf8')));
  return filled;
}
