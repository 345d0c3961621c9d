import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledClient } from '../harness/clients.js';
import { anthropic } from '../harness/dialects/anthropic.js';
import { runHeadless, type HeadlessClient, type HeadlessRun, type HeadlessScenario } from '../harness/headless.js';
import type { PartsOf } from '../harness/parts.js';
import { isolatedEnvironment } from '../harness/scratch.js';

/** How Claude Code words that nobody could answer, and that there is no such tool. */
export const claudeCode: HeadlessClient = {
  dialect: anthropic,
  unanswered: /haven't granted it yet|requires approval|Permission to use/,
  refusals: { denied: /has been denied/, unsupported: /No such tool available/ },
};

/** Native files and switches of one run. */
export interface ClaudeRun extends HeadlessScenario {
  /** Parts `mcp` and `settings`, given with `--mcp-config` and `--settings`. */
  readonly parts: PartsOf;
  /** `~/.claude/settings.json`; read only where `sources` says so. */
  readonly userSettings?: object;
  /** Value of `--setting-sources`: no file of the user or the project by default. */
  readonly sources?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs Claude Code once with `-p`, closed off from every other settings file. */
export async function runClaude(client: InstalledClient, run: ClaudeRun): Promise<HeadlessRun> {
  return runHeadless(claudeCode, run, (stage) => {
    const { scratch, model } = stage;
    const { mcp = '{}', settings = '{}' } = run.parts(stage);
    const [settingsFile, mcpFile] = [path.join(scratch.root, 'settings.json'), path.join(scratch.root, 'mcp.json')];
    writeFileSync(settingsFile, settings);
    writeFileSync(mcpFile, mcp);
    if (run.userSettings !== undefined) {
      mkdirSync(path.join(scratch.home, '.claude'), { recursive: true });
      writeFileSync(path.join(scratch.home, '.claude', 'settings.json'), JSON.stringify(run.userSettings));
    }
    return {
      command: nativeBinary(client),
      args: [
        '-p', 'go', '--model', 'claude-sonnet-4-5', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'default',
        '--setting-sources', run.sources ?? '', '--settings', settingsFile, '--mcp-config', mcpFile, '--strict-mcp-config', ...(run.args ?? []),
      ],
      env: isolatedEnvironment(scratch, { ...clientEnvironment, ANTHROPIC_BASE_URL: model.origin, ...run.env }),
    };
  });
}

/** A key that is nobody's, no traffic beside the model, and all tools in one request. */
export const clientEnvironment = {
  ANTHROPIC_API_KEY: 'nobody-scripted-model-key',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  ENABLE_TOOL_SEARCH: 'false',
  MCP_TIMEOUT: '20000',
  IS_SANDBOX: '1',
  NO_PROXY: '127.0.0.1',
};

/** The npm command is a launcher for newer Nodes; the program itself is in the package of the platform. */
export function nativeBinary(client: InstalledClient): string {
  const scope = client.script.slice(0, client.script.lastIndexOf('@anthropic-ai') + '@anthropic-ai'.length);
  const windows = process.platform === 'win32';
  return path.join(scope, `claude-code-${process.platform}-${process.arch}`, windows ? 'claude.exe' : 'claude');
}
