import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inWorkspace } from './workspace.js';

/** What comparable tools were seen to do wrong, each shown to be right here. */
const target = '\n[targets.codex]\nfile = "config.toml"\n';
const spec = `version = 1\n\n[mcpServers.notes]\ncommand = "notes-mcp"\n\n[mcpServers.notes.tools]\nfind = "approve"\nerase = "prompt"\n${target}`;
const held = '# mine\n[mcp_servers.notes]\ncommand = "notes-mcp" # pinned\nstartup_timeout_sec = 30\n\n[mcp_servers.notes.tools.find]\napproval_mode = "approve"\n\n[mcp_servers.notes.tools.erase]\napproval_mode = "prompt"\n';
const foreign = '\n# theirs\n[mcp_servers.other]\nurl = "https://other.example/mcp"\ndefault_tools_approval_mode = "prompt"\n';

function files(config: string, policy = spec) {
  return { 'config.toml': config, 'mcpolicy.toml': policy };
}

describe('what peers get wrong', () => {
  it('comments, foreign servers, their keys and numbers stay as they are written', () =>
    inWorkspace(files(held.replace('"approve"', '"prompt"') + foreign), async ({ run, read }) => {
      expect((await run('apply', 'codex', '--yes')).exit).toBe(0);
      expect(read('config.toml')).toBe(held + foreign);
    }));

  it.each(['approve', 'prompt'])('a hand-added "%s" is drift, also of a server that nobody declared', (mode) =>
    inWorkspace(files(held), async ({ run, write }) => {
      expect((await run('check')).exit).toBe(0);
      for (const server of ['notes', 'other']) {
        write('config.toml', `${held}${foreign}\n[mcp_servers.${server}.tools.added]\napproval_mode = "${mode}"\n`);
        const { exit, stderr } = await run('check');
        expect([exit, stderr.includes('[MCP404]'), stderr.includes('"added"')]).toEqual([1, true, true]);
      }
    }));

  it('a withdrawn approval goes, so that no later server of the name inherits it', () =>
    inWorkspace(files(held, spec.replace('find = "approve"\n', '')), async ({ run, read }) => {
      expect((await run('apply', 'codex', '--yes')).exit).toBe(0);
      expect(read('config.toml')).toBe(held.replace('\n[mcp_servers.notes.tools.find]\napproval_mode = "approve"\n', ''));
    }));

  it('approvals of a server that left the policy go with --prune, and only with it', () =>
    inWorkspace(files(held, `version = 1\n\n[mcpServers]\n${target}`), async ({ run, read }) => {
      expect((await run('apply', 'codex', '--yes')).exit).toBe(1);
      expect(read('config.toml')).toBe(held);
      expect((await run('apply', 'codex', '--yes', '--prune')).exit).toBe(0);
      expect(read('config.toml')).toBe('# mine\n[mcp_servers.notes]\ncommand = "notes-mcp" # pinned\nstartup_timeout_sec = 30\n');
    }));

  it.each(['yolo', 'auto', 'APPROVE', 'approve ', 'deny', '', 'true'])('the word "%s" is refused in a spec, and nothing is written', (mode) =>
    inWorkspace(files(held, spec.replace('"approve"', `"${mode}"`)), async ({ run, identity }) => {
      const before = identity('config.toml');
      expect((await run('apply', 'codex', '--yes')).exit).toBe(3);
      expect(identity('config.toml')).toBe(before);
    }));

  it.each([
    ['cut off', held.slice(0, -3)],
    ['doubled', `${held}\n[mcp_servers.notes]\n`],
    ['NUL bytes', '\0'.repeat(512)],
    ['no UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
    ['a template', `${held}{{ if .work }}\n`],
  ])('a file that cannot be read (%s) never ends with 0, and is never taken for empty', (_what, config) =>
    inWorkspace({ 'config.toml': config, 'mcpolicy.toml': spec }, async ({ run, identity, bytes }) => {
      const [before, old] = [identity('config.toml'), bytes('config.toml')];
      for (const command of [['check'], ['apply', 'codex', '--yes'], ['apply', 'codex', '--dry-run'], ['import', 'codex', 'config.toml']]) {
        const { exit, stderr } = await run(...command);
        expect([command[0], exit, /MCP10[45]/.test(stderr)]).toEqual([command[0], 2, true]);
      }
      expect([identity('config.toml'), bytes('config.toml').equals(old)]).toEqual([before, true]);
    }));

  it('a file that says it all keeps its bytes, its inode and its time', () =>
    inWorkspace(files(held), async ({ run, identity }) => {
      const before = identity('config.toml');
      const { exit, stdout } = await run('apply', 'codex', '--yes');
      expect([exit, stdout, identity('config.toml')]).toEqual([0, 'up to date  config.toml\n', before]);
    }));

  it.runIf(process.platform !== 'win32').each([0o600, 0o640, 0o644])('the mode %o is neither lost nor tightened', (mode) =>
    inWorkspace(files(held.replace('"approve"', '"prompt"')), async ({ run, folder, identity }) => {
      chmodSync(join(folder, 'config.toml'), mode);
      expect((await run('apply', 'codex', '--yes')).exit).toBe(0);
      expect(identity('config.toml').split(' ').at(-1)).toBe((0o100000 | mode).toString(8));
    }));

  it('what was approved is not what is enabled: no list of tools is touched', () =>
    inWorkspace(files(`${held.replace('startup', 'enabled_tools = ["erase"]\nstartup')}`), async ({ run, read }) => {
      const before = read('config.toml');
      const { exit, stderr } = await run('apply', 'codex', '--yes');
      expect([exit, stderr.includes('[MCP410]'), read('config.toml')]).toEqual([1, true, before]);
    }));
});
