import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledClient } from '../harness/clients.js';
import { gemini } from '../harness/dialects/gemini.js';
import { runHeadless, type HeadlessClient, type HeadlessRun, type HeadlessScenario } from '../harness/headless.js';
import type { PartsOf } from '../harness/parts.js';
import { isolatedEnvironment } from '../harness/scratch.js';

/** How Gemini CLI words that nobody could answer, and that there is no such tool. */
export const geminiCli: HeadlessClient = {
  dialect: gemini,
  unanswered: /requires user confirmation|not supported in non-interactive/,
  refusals: { denied: /denied by policy|Tool execution denied/, unsupported: /not found in registry|not found/ },
};

/** Native files and switches of one run. */
export interface GeminiRun extends HeadlessScenario {
  /** Parts `policy` (given with `--policy`) and `settings` (the user's file). */
  readonly parts: PartsOf;
  /** More settings of the user, beside the rendered ones. */
  readonly settings?: object;
  /** More files below the project and below the home, by their path. */
  readonly projectFiles?: Readonly<Record<string, string>>;
  readonly homeFiles?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Gemini CLI once with `-p`, in a home of its own. */
export async function runGemini(client: InstalledClient, run: GeminiRun): Promise<HeadlessRun> {
  return runHeadless(geminiCli, run, (stage) => {
    const { scratch, model } = stage;
    const { policy, settings = '{}' } = run.parts(stage);
    const policyFile = path.join(scratch.root, 'policy.toml');
    if (policy !== undefined) writeFileSync(policyFile, policy);
    write(path.join(scratch.home, '.gemini', 'settings.json'), JSON.stringify({ ...clientSettings, ...run.settings, ...(JSON.parse(settings) as object) }));
    for (const [name, text] of Object.entries(run.projectFiles ?? {})) write(path.join(scratch.project, name), text);
    for (const [name, text] of Object.entries(run.homeFiles ?? {})) write(path.join(scratch.home, name), text);
    return {
      command: process.execPath,
      args: [client.script, '-p', 'go', '-m', 'gemini-2.5-flash', '-o', 'stream-json', ...(policy === undefined ? [] : ['--policy', policyFile]), ...(run.args ?? [])],
      env: isolatedEnvironment(scratch, { ...clientEnvironment, GOOGLE_GEMINI_BASE_URL: model.origin, ...run.env }),
    };
  });
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A key that is nobody's, a folder that counts as trusted, and no traffic beside the model. */
export const clientEnvironment = {
  GEMINI_API_KEY: 'nobody-scripted-model-key',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  GEMINI_TELEMETRY_ENABLED: 'false',
  NO_BROWSER: '1',
  NO_PROXY: '127.0.0.1',
};

export const clientSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};
