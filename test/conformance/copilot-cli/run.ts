import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledClient } from '../harness/clients.js';
import { openaiChat } from '../harness/dialects/openai-chat.js';
import { runHeadless, type HeadlessClient, type HeadlessRun, type HeadlessScenario } from '../harness/headless.js';
import type { PartsOf } from '../harness/parts.js';
import { isolatedEnvironment } from '../harness/scratch.js';

/** How Copilot CLI words that nobody could answer, and that there is no such tool. */
export const copilotCli: HeadlessClient = {
  dialect: openaiChat,
  unanswered: /could not request permission|Permission denied/i,
  refusals: { denied: /denied/i, unsupported: /does not exist/ },
};

/** Native files and switches of one run. */
export interface CopilotRun extends HeadlessScenario {
  /** Parts `args` (flags, one a line) and `mcp` (the user's mcp-config.json). */
  readonly parts: PartsOf;
  /** Files below COPILOT_HOME, by their path. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Copilot CLI once with `-p`, in a home of its own. */
export async function runCopilot(client: InstalledClient, run: CopilotRun): Promise<HeadlessRun> {
  return runHeadless(copilotCli, run, (stage) => {
    const { scratch, model } = stage;
    const { args: flags = '', mcp = '{}' } = run.parts(stage);
    const home = path.join(scratch.root, 'copilot-home');
    for (const [name, text] of Object.entries({ ...run.homeFiles, 'mcp-config.json': mcp })) write(path.join(home, name), text);
    return {
      command: process.execPath,
      args: [client.script, '-p', 'go', '--no-color', '--output-format', 'json', '--disable-builtin-mcps', ...flags.split('\n').filter((flag) => flag !== ''), ...(run.args ?? [])],
      env: isolatedEnvironment(scratch, { ...clientEnvironment, COPILOT_HOME: home, COPILOT_PROVIDER_BASE_URL: `${model.origin}/v1`, ...run.env }),
    };
  });
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A key that is nobody's and long enough not to be masked away in the output, and no traffic beside the model. */
export const clientEnvironment = {
  COPILOT_PROVIDER_TYPE: 'openai',
  COPILOT_PROVIDER_API_KEY: 'nobody-scripted-model-key-0123456789',
  COPILOT_PROVIDER_WIRE_API: 'completions',
  COPILOT_MODEL: 'gpt-5',
  COPILOT_OFFLINE: 'true',
  COPILOT_AUTO_UPDATE: 'false',
  NO_PROXY: '127.0.0.1',
};
