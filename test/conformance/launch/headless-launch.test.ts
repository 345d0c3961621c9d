import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as claude from '../claude-code/run.js';
import * as copilot from '../copilot-cli/run.js';
import * as gemini from '../gemini-cli/run.js';
import { cacheFolder, pins, type ClientPin, type InstalledClient } from '../harness/clients.js';
import { runHeadless, type HeadlessClient, type HeadlessStage } from '../harness/headless.js';
import { headlessSuites, http, observe, rows, stdio, type HeadlessRow } from '../harness/headless-suite.js';
import { started, type SpecServers } from '../harness/parts.js';
import { isolatedEnvironment } from '../harness/scratch.js';

const bin = fileURLToPath(new URL('../../../bin/mcpolicy.js', import.meta.url));
const token = 'run-scoped-5c0e9a2f7d41b638';
const secrets = { AGENT_UI_RUN_TOKEN: token };

/** How one client is started through `mcpolicy launch`. */
interface Subject {
  readonly pins: readonly ClientPin[];
  readonly client: HeadlessClient;
  readonly canPrompt: boolean;
  /** What happens to a tool that nobody named. */
  readonly others: 'ASK' | 'ABSENT';
  command(client: InstalledClient): readonly string[];
  readonly args: readonly string[];
  env(stage: HeadlessStage): Record<string, string>;
}

const subjects: Readonly<Record<string, Subject>> = {
  'claude-code': {
    pins: pins['claude-code'],
    client: claude.claudeCode,
    canPrompt: true,
    others: 'ASK',
    command: (client) => [claude.nativeBinary(client)],
    args: ['-p', 'go', '--model', 'claude-sonnet-4-5', '--output-format', 'stream-json', '--verbose'],
    env: ({ model }) => ({ ...claude.clientEnvironment, ANTHROPIC_BASE_URL: model.origin }),
  },
  'gemini-cli': {
    pins: pins['gemini-cli'],
    client: gemini.geminiCli,
    canPrompt: true,
    others: 'ABSENT',
    command: (client) => [process.execPath, client.script],
    args: ['-p', 'go', '-m', 'gemini-2.5-flash', '-o', 'stream-json'],
    env: ({ model, scratch }) => {
      mkdirSync(path.join(scratch.home, '.gemini'), { recursive: true });
      writeFileSync(path.join(scratch.home, '.gemini', 'settings.json'), JSON.stringify(gemini.clientSettings));
      return { ...gemini.clientEnvironment, GOOGLE_GEMINI_BASE_URL: model.origin };
    },
  },
  'copilot-cli': {
    pins: pins['copilot-cli'],
    client: copilot.copilotCli,
    canPrompt: false,
    others: 'ASK',
    command: (client) => [process.execPath, client.script],
    args: ['-p', 'go', '--no-color', '--output-format', 'json'],
    env: ({ model }) => ({ ...copilot.clientEnvironment, COPILOT_PROVIDER_BASE_URL: `${model.origin}/v1` }),
  },
};

/** One service with approvals, a prompt where the client has one, a disabled tool and one that nobody named; and a namesake. */
function specOf(canPrompt: boolean): SpecServers {
  return {
    'agent-ui': { type: 'streamable-http', url: '{{url:agent-ui}}', bearerTokenEnv: 'AGENT_UI_RUN_TOKEN', disabledTools: ['gone'], tools: { open: 'approve', patch: 'approve', ...(canPrompt ? { drop: 'prompt' } : {}) } },
    notes: started('notes'),
  };
}

function expectations({ canPrompt, others }: Subject): HeadlessRow[] {
  return [
    ...rows('agent-ui', ['open', 'patch'], 'approve', 'RUN'),
    ...(canPrompt ? rows('agent-ui', ['drop'], 'prompt', 'ASK') : []),
    ...rows('agent-ui', ['gone'], 'disable', 'ABSENT'),
    ...rows('agent-ui', ['other'], 'undeclared', others),
    ...rows('notes', ['open'], 'boundary', others),
  ];
}

for (const [driver, subject] of Object.entries(subjects)) {
  headlessSuites(driver, subject.pins, (suite) => {
    test('a policy that travels in the call alone', async () => {
      const servers = [http('agent-ui', ['open', 'patch', 'drop', 'gone', 'other'], { authorization: `Bearer ${token}` }), stdio('notes', ['open'])];
      const cache = mkdtempSync(path.join(cacheFolder(), 'launch-'));
      try {
        const seen = await observe(suite, { title: 'launch', servers, rows: expectations(subject) }, (scenario) => runHeadless(subject.client, scenario, (stage) => {
          const spec = path.join(stage.scratch.root, 'mcpolicy.json');
          writeFileSync(spec, stage.fleet.fill(JSON.stringify({ version: 1, mcpServers: specOf(subject.canPrompt) })));
          return {
            command: process.execPath,
            args: [bin, 'launch', driver, '--spec', spec, '--allow-unreachable-prompts', '--program-words', String(subject.command(suite.client()).length), '--', ...subject.command(suite.client()), ...subject.args],
            env: isolatedEnvironment(stage.scratch, { ...subject.env(stage), ...secrets, XDG_CACHE_HOME: cache }),
          };
        }));
        expect(seen.calls).toEqual([{ server: 'agent-ui', tool: 'open' }, { server: 'agent-ui', tool: 'patch' }]);
        expect(seen.refusedRequests).toBe(0);
        expect(existsSync(path.join(cache, 'mcpolicy')) ? readdirSync(path.join(cache, 'mcpolicy')).filter((name) => name.startsWith('run-')) : []).toEqual([]);
      } finally {
        rmSync(cache, { recursive: true, force: true });
      }
    });
  });
}
