import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledClient } from '../harness/clients.js';
import { openaiChat } from '../harness/dialects/openai-chat.js';
import { runHeadless, type HeadlessClient, type HeadlessRun, type HeadlessScenario } from '../harness/headless.js';
import { isolatedEnvironment } from '../harness/scratch.js';

/** opencode ends when nobody can answer, and says so on standard error. */
const opencodeClient: HeadlessClient = {
  dialect: openaiChat,
  unanswered: /rejected permission/,
  endedAsking: (name) => `permission requested: ${name} (*); auto-rejecting`,
  refusals: { denied: /prevents you from using/, unsupported: /unavailable tool/ },
};

/** The permission object of one run, and its switches. */
export interface OpencodeRun extends HeadlessScenario {
  /** Key order is meaning: the last match wins. */
  readonly permission: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Runs opencode once, in a home of its own. */
export async function runOpencode(client: InstalledClient, run: OpencodeRun): Promise<HeadlessRun> {
  return runHeadless(opencodeClient, run, ({ scratch, fleet, model, servers }) => {
    const home = path.join(scratch.home, '.config', 'opencode');
    mkdirSync(home, { recursive: true });
    const mcp = Object.fromEntries(servers.map(({ name }) => [name, { type: 'local', enabled: true, command: JSON.parse(fleet.fill(`["{{node}}","{{mcp-server}}","{{config:${name}}}"]`)) as string[] }]));
    writeFileSync(path.join(home, 'opencode.json'), JSON.stringify({ ...clientConfig(model.origin), mcp, permission: run.permission }));
    return {
      command: nativeBinary(client),
      args: ['run', '-m', 'scripted/scripted', '--format', 'json', ...(run.args ?? []), 'go'],
      env: isolatedEnvironment(scratch, clientEnvironment),
    };
  });
}

function clientConfig(modelOrigin: string): object {
  return {
    share: 'disabled',
    autoupdate: false,
    provider: { scripted: { npm: '@ai-sdk/openai-compatible', name: 'scripted', options: { baseURL: `${modelOrigin}/v1`, apiKey: 'nobody-scripted-model-key' }, models: { scripted: { name: 'scripted', tool_call: true } } } },
  };
}

const clientEnvironment = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  NO_PROXY: '127.0.0.1',
};

/** The npm command is put in place by an install script; the program itself is in the package of the platform. */
function nativeBinary(client: InstalledClient): string {
  const modules = path.resolve(client.script, '..', '..', '..');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return path.join(modules, `opencode-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'opencode.exe' : 'opencode');
}
