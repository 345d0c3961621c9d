import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { NormalizedPolicy } from '../model.js';
import { success, type Outcome } from '../outcome.js';
import { contextOf } from '../layers/context.js';
import { readLayers } from '../layers/read.js';
import { readClientWords } from './client-words.js';
import type { Env } from './environment.js';
import type { Launchable } from './launchable.js';
import type { LayerFacts } from './plan.js';
import { overlayOf } from './overlay.js';
import { sessionLayer } from './session-layer.js';
import { loosenedTools, serversWithoutTransport, underOverlay, widerLayers } from './wider.js';

/** Where a run would take place. */
export interface SurveyPlace {
  readonly cwd: string;
  readonly env: Env;
  /** As `process.platform` says it. */
  readonly platform: string;
  /** The folder that shown paths are relative to. */
  readonly shownFrom: string;
  /** Another root for places of the system; for tests. */
  readonly systemRoot?: string;
}

/** Reads the files that the client would merge in this run, and compares them with the policy. */
export async function surveyLayers(launchable: Launchable, policy: NormalizedPolicy, args: readonly string[], surroundings: SurveyPlace): Promise<Outcome<LayerFacts>> {
  const { driver, launcher } = launchable;
  const meaning = launcher.interpret(readClientWords(args, launcher).words);
  const { layer } = overlayOf(launchable, policy);
  const context = await contextOf({
    cwd: resolve(surroundings.cwd, meaning.folder ?? '.'),
    env: surroundings.env,
    platform: surroundings.platform,
    ...(meaning.profile === undefined ? {} : { profile: meaning.profile }),
    ...(meaning.mayTrust === undefined ? {} : { mayTrust: meaning.mayTrust }),
  });
  const session = sessionLayer(meaning.session, layer?.part ?? '', driver.title);
  const stack = await readLayers(launcher.layers, context, { shownFrom: surroundings.shownFrom, session, ...(surroundings.systemRoot === undefined ? {} : { systemRoot: surroundings.systemRoot }) });
  if (!stack.ok) return stack;
  const { merged } = stack.value;
  const unattended = launcher.unattended?.(merged.documents);
  const unseen: Diagnostic = { code: 'MCP441', message: launcher.layers.unseen(context), subject: { driver: driver.id } };
  return success({
    wider: await widerLayers(driver, policy, stack.value, layer),
    missing: layer === undefined ? [] : serversWithoutTransport(driver, policy, underOverlay(driver, merged, layer)),
    notes: [...(layer === undefined ? [] : loosenedTools(driver, policy, merged.documents)), unseen],
    ...(unattended === undefined ? {} : { unattended }),
  });
}
