import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inWorkspace } from '../../apply/workspace.js';
import { appRefusals, execRefusals, outcomes } from '../codex/outcomes.js';
import { onStage, type Stage } from '../codex/run.js';
import { stdio } from '../codex/suite.js';
import { answerDecline, AppServer, type Json } from '../harness/app-server.js';
import { installClient, pins, type InstalledClient } from '../harness/clients.js';
import { runExec } from '../harness/exec.js';

/** Settings of a file, what becomes of a prompt tool under them, and whether `check` reports MCP412. */
type Row = readonly [settings: string, app: 'RUN' | 'ASK' | 'DENY', exec: 'RUN' | 'DENY', reported: boolean];

const never = 'approval_policy = "never"\n';
const own = 'default_permissions = "mine"\n';
const rows: readonly Row[] = [
  ['', 'ASK', 'DENY', false],
  [never, 'DENY', 'DENY', false],
  [`${never}sandbox_mode = "danger-full-access"\n`, 'RUN', 'RUN', true],
  ['sandbox_mode = "danger-full-access"\n', 'ASK', 'RUN', true],
  [`${never}default_permissions = ":danger-full-access"\n`, 'RUN', 'RUN', true],
  ['default_permissions = ":danger-full-access"\n', 'ASK', 'RUN', true],
  [`${never}default_permissions = ":danger-full-access"\nsandbox_mode = "read-only"\n`, 'RUN', 'RUN', true],
  [`${never}default_permissions = ":workspace"\n`, 'DENY', 'DENY', false],
  [`${never}${own}\n[permissions.mine.filesystem]\n":root" = "write"\n`, 'RUN', 'RUN', true],
  [`${never}${own}\n[permissions.mine.filesystem]\n":root" = { "." = "write" }\n`, 'RUN', 'RUN', true],
  [`${never}${own}\n[permissions.mine]\nextends = "wide"\n\n[permissions.wide.filesystem]\n":root" = "write"\n`, 'RUN', 'RUN', true],
  [`${never}${own}\n[permissions.mine]\nextends = ":workspace"\n`, 'DENY', 'DENY', false],
];

describe('settings that void a prompt on the real client are reported by check', () => {
  let client: InstalledClient;
  beforeAll(() => { client = installClient(pins.codex[0]); });

  it.each(rows)('%j: %s, exec %s, reported: %s', async (settings, app, exec, reported) => {
    expect([await verdictOf(client, settings, driveApp), await verdictOf(client, settings, driveExec)]).toEqual([app, exec]);
    const said = await inWorkspace({ 'config.toml': `${settings}\n[mcp_servers.files]\ncommand = "x"\n`, 'mcpolicy.toml': 'version = 1\n\n[mcpServers.files]\n\n[targets.codex]\nfile = "config.toml"\n' }, ({ run }) => run('check'));
    expect([said.exit, said.stderr.includes('[MCP412]')]).toEqual([reported ? 1 : 0, reported]);
  });
});

async function verdictOf(client: InstalledClient, settings: string, drive: (stage: Stage) => Promise<string>): Promise<string> {
  const scenario = { spec: 'modes.toml', servers: [stdio('files', ['prompted'])], steps: [{ server: 'files', tool: 'prompted' }] };
  const { verdict } = await onStage(client, scenario, async (stage) => {
    const file = path.join(stage.env['CODEX_HOME'] ?? '', 'config.toml');
    const [top = '', ...tables] = settings.split(/^(?=\[)/m);
    writeFileSync(file, `${top}${readFileSync(file, 'utf8')}\n${tables.join('')}`);
    return { verdict: await drive(stage) };
  });
  return verdict;
}

/** Nothing is said about approvals and sandbox when the thread starts, so that the file decides. */
async function driveApp(stage: Stage): Promise<string> {
  const server = new AppServer(process.execPath, [stage.client.script, 'app-server'], { cwd: stage.scratch.project, env: stage.env }, answerDecline);
  try {
    await server.call('initialize', { clientInfo: { name: 'conformance', version: '1' }, capabilities: { experimentalApi: true } });
    server.notify('initialized');
    const started = await server.call('thread/start', { cwd: stage.scratch.project, ephemeral: true });
    await server.notified('the start of the server', ({ method, params }) => method === 'mcpServer/startupStatus/updated' && params['status'] === 'ready');
    await server.call('turn/start', { threadId: (started['thread'] as Json)['id'], input: [{ type: 'text', text: 'go' }] });
    await server.notified('the end of the turn', ({ method }) => method === 'turn/completed');
    return outcomes(stage, server.requests, appRefusals).get('files / prompted')?.verdict ?? 'UNCLEAR';
  } finally {
    await server.stop();
  }
}

async function driveExec(stage: Stage): Promise<string> {
  await runExec(process.execPath, [stage.client.script, 'exec', '--json', '--skip-git-repo-check', '-C', stage.scratch.project, 'go'], { cwd: stage.scratch.project, env: stage.env });
  return outcomes(stage, [], execRefusals).get('files / prompted')?.verdict ?? 'UNCLEAR';
}
