import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMain, type Ended } from '../../run-main.js';
import { writeCodexHome } from '../codex/home.js';
import { installClient, pins, type InstalledClient } from '../harness/clients.js';
import { runExec } from '../harness/exec.js';
import { makeScratch } from '../harness/scratch.js';

const spec = `version = 1

[mcpServers.notes]
command = "notes-mcp"
args = ["--stdio"]
requiresApproval = true

[mcpServers.notes.tools]
"find.page" = "approve"
erase = "prompt"

[mcpServers.wiki]
url = "https://wiki.example/mcp"

[mcpServers.wiki.tools]
read = "approve"

[targets.codex]
file = "config.toml"
`;

const config = `# mine
model = "m-large" # frozen

[mcp_servers.notes]
command = "notes-mcp"
args = ["--stdio"]
default_tools_approval_mode = "prompt"

[mcp_servers.notes.tools."find.page"]
approval_mode = "approve"

[mcp_servers.notes.tools.erase]
approval_mode = "prompt"

[mcp_servers.wiki]
url = "https://wiki.example/mcp"

[mcp_servers.wiki.tools.read]
approval_mode = "approve"
`;

interface Home {
  codex(...args: string[]): Promise<void>;
  mcpolicy(...args: string[]): Promise<Ended>;
  text(): string;
}

/** A home of Codex with the config of a policy in it. */
async function inHome(client: InstalledClient, use: (home: Home) => Promise<void>): Promise<void> {
  const scratch = makeScratch();
  try {
    const env = writeCodexHome(scratch, config);
    const folder = env['CODEX_HOME'] ?? '';
    writeFileSync(path.join(folder, 'mcpolicy.toml'), spec);
    await use({
      codex: async (...args) => {
        const { exitCode, stderr } = await runExec(process.execPath, [client.script, ...args], { cwd: scratch.project, env });
        expect([args.join(' '), exitCode, exitCode === 0 ? '' : stderr]).toEqual([args.join(' '), 0, '']);
      },
      mcpolicy: (...args) => runMain(args, { cwd: folder }),
      text: () => readFileSync(path.join(folder, 'config.toml'), 'utf8'),
    });
  } finally {
    scratch.remove();
  }
}

/** Codes and servers that a check reports, notes left out. */
function findings({ stderr }: Ended): readonly string[] {
  return [...stderr.matchAll(/error\[(MCP\d+)\]: (.*)/g)].map(([, code, message]) => `${code ?? ''} ${message ?? ''}`);
}

describe.each(pins.codex)('after $package $version rewrote its file', (pin) => {
  let client: InstalledClient;
  beforeAll(() => { client = installClient(pin); });

  it('by adding a server that exists, check reports what was lost, and apply restores it', () =>
    inHome(client, async ({ codex, mcpolicy, text }) => {
      expect((await mcpolicy('check')).exit).toBe(0);
      await codex('mcp', 'add', 'notes', '--', 'notes-mcp', '--stdio');
      const checked = await mcpolicy('check');
      expect(checked.exit).toBe(1);
      expect(findings(checked)).toEqual([
        'MCP403 server "notes": "default_tools_approval_mode" is missing',
        'MCP401 server "notes", tool "erase": the approval (prompt) is missing',
        'MCP401 server "notes", tool "find.page": the approval (approve) is missing',
      ]);
      const left = text();
      expect((await mcpolicy('apply', 'codex', '--yes')).exit).toBe(0);
      expect((await mcpolicy('check')).exit).toBe(0);
      expect(left.split('\n').filter((line) => line !== '' && !text().includes(line))).toEqual([]);
      expect(text()).toContain('# mine\nmodel = "m-large" # frozen\n');
      await codex('mcp', 'list', '--json');
    }));

  it('by adding another program under the name, check reports the swap, and apply takes it back', () =>
    inHome(client, async ({ codex, mcpolicy, text }) => {
      await codex('mcp', 'add', 'notes', '--env', 'NODE_PATH=/srv/other', '--', './other', '--all');
      const swapped = findings(await mcpolicy('check'));
      expect(swapped).toEqual(expect.arrayContaining(['MCP403 server "notes": "command" differs from the spec', 'MCP403 server "notes": "args" differs from the spec', 'MCP403 server "notes": "NODE_PATH" is not in the spec']));
      const applied = await mcpolicy('apply', 'codex', '--yes');
      expect([applied.exit, findings(applied)]).toEqual([1, ['MCP403 server "notes": "NODE_PATH" is not in the spec']]);
      expect(text()).toContain('command = "notes-mcp"');
    }));

  it('by removing a server, check reports it missing, and apply restores it', () =>
    inHome(client, async ({ codex, mcpolicy }) => {
      await codex('mcp', 'remove', 'wiki');
      const checked = await mcpolicy('check');
      expect([checked.exit, findings(checked)]).toEqual([1, ['MCP403 server "wiki": "url" is missing', 'MCP401 server "wiki", tool "read": the approval (approve) is missing']]);
      expect((await mcpolicy('apply', 'codex', '--yes')).exit).toBe(0);
      expect((await mcpolicy('check')).exit).toBe(0);
      await codex('mcp', 'get', 'wiki', '--json');
    }));

  it('by adding or removing a stranger, the policy still holds, and apply touches nothing', () =>
    inHome(client, async ({ codex, mcpolicy, text }) => {
      await codex('mcp', 'add', 'stranger', '--', 'stranger-mcp');
      const added = text();
      expect([(await mcpolicy('check')).exit, (await mcpolicy('apply', 'codex', '--yes')).exit, text()]).toEqual([0, 0, added]);
      await codex('mcp', 'remove', 'stranger');
      const removed = text();
      expect([(await mcpolicy('check')).exit, (await mcpolicy('apply', 'codex', '--yes')).exit, text()]).toEqual([0, 0, removed]);
    }));
});
