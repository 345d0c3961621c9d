import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledClient } from '../harness/clients.js';
import { gemini } from '../harness/dialects/gemini.js';
import { runHeadless, type HeadlessClient, type HeadlessRun, type HeadlessScenario } from '../harness/headless.js';
import { isolatedEnvironment } from '../harness/scratch.js';

/** How Gemini CLI words that nobody could answer, and that there is no such tool. */
const geminiCli: HeadlessClient = {
  dialect: gemini,
  unanswered: /requires user confirmation|not supported in non-interactive/,
  refusals: { denied: /denied by policy|Tool execution denied/, unsupported: /not found in registry|not found/ },
};

/** Native files and switches of one run. */
export interface GeminiRun extends HeadlessScenario {
  /** The policy file as text. */
  readonly policy: string;
  /** `~/.gemini/settings.json` as text, with the placeholders of the fleet. */
  readonly settings: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Gemini CLI once with `-p`, in a home of its own. */
export async function runGemini(client: InstalledClient, run: GeminiRun): Promise<HeadlessRun> {
  return runHeadless(geminiCli, run, ({ scratch, fleet, model }) => {
    const policy = path.join(scratch.root, 'policy.toml');
    writeFileSync(policy, run.policy);
    mkdirSync(path.join(scratch.home, '.gemini'), { recursive: true });
    writeFileSync(path.join(scratch.home, '.gemini', 'settings.json'), JSON.stringify({ ...clientSettings, ...(JSON.parse(fleet.fill(run.settings)) as object) }));
    return {
      command: process.execPath,
      args: [client.script, '-p', 'go', '-m', 'gemini-2.5-flash', '-o', 'stream-json', '--policy', policy, ...(run.args ?? [])],
      env: isolatedEnvironment(scratch, { ...clientEnvironment, GOOGLE_GEMINI_BASE_URL: model.origin, ...run.env }),
    };
  });
}

/** A key that is nobody's, a folder that counts as trusted, and no traffic beside the model. */
const clientEnvironment = {
  GEMINI_API_KEY: 'nobody-scripted-model-key',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  GEMINI_TELEMETRY_ENABLED: 'false',
  NO_BROWSER: '1',
  NO_PROXY: '127.0.0.1',
};

const clientSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};
