import { afterEach, describe, expect, it, vi } from 'vitest';
import { readdirSync } from 'node:fs';
import type * as ReplaceModule from '../../src/native/file/replace.js';
import { inWorkspace } from './workspace.js';

/** What the file system answers from now on, at calls of this name; `undefined`: it works. */
const fault = vi.hoisted(() => ({ name: '', code: '', calls: [] as string[] }));

vi.mock('../../src/native/file/replace.js', async (original) => {
  const real = await original<typeof ReplaceModule>();
  const { hooked, systemError } = await import('../native/faulty-file-system.js');
  const faulty = hooked(({ name }) => {
    fault.calls.push(name);
    if (name === fault.name) throw systemError(fault.code);
  });
  return { ...real, replaceFile: (...[path, expected, next]: Parameters<typeof real.replaceFile>) => real.replaceFile(path, expected, next, faulty) };
});

afterEach(() => { Object.assign(fault, { name: '', code: '', calls: [] }); });

const spec = 'version = 1\n\n[mcpServers.notes]\ncommand = "notes-mcp"\n\n[mcpServers.notes.tools]\nfind = "approve"\n\n[targets.codex]\nfile = "config.toml"\n';
const before = '# mine\n[mcp_servers.notes]\ncommand = "notes-mcp"\n';
const after = `${before}\n[mcp_servers.notes.tools.find]\napproval_mode = "approve"\n`;

/** Calls without which nothing can be written; all others come after the rename, or are asked again. */
const needed = ['lstat', 'realpath', 'readFile', 'create', 'stat', 'writeFile', 'chmod', 'sync', 'rename'];

describe('the command, where the file system fails', () => {
  it.each(needed.flatMap((name) => ['ENOSPC', 'EACCES', 'EROFS'].map((code) => [code, name] as const)))('with %s at %s leaves the old file, says so, and ends with 2', { timeout: 40_000 }, (code, name) =>
    inWorkspace({ 'config.toml': before, 'mcpolicy.toml': spec }, async ({ run, read, identity, folder }) => {
      Object.assign(fault, { name, code });
      const untouched = identity('config.toml');
      const { exit, stdout, stderr } = await run('apply', 'codex', '--yes');
      expect(fault.calls).toContain(name);
      expect([exit, stdout, stderr.includes('[MCP421]: cannot write the file')]).toEqual([2, '', true]);
      expect([read('config.toml'), identity('config.toml'), readdirSync(folder).sort()]).toEqual([before, untouched, ['config.toml', 'mcpolicy.toml']]);
    }));

  it.each(['syncFolder', 'readdir'])('with an error at %s, when all is written, has written all', (name) =>
    inWorkspace({ 'config.toml': before, 'mcpolicy.toml': spec }, async ({ run, read }) => {
      Object.assign(fault, { name, code: 'EIO' });
      expect([(await run('apply', 'codex', '--yes')).exit, fault.calls.includes(name), read('config.toml')]).toEqual([0, true, after]);
    }));

  it('makes no file in a folder that takes none', () =>
    inWorkspace({ 'mcpolicy.toml': spec.replace('config.toml', 'home/.codex/config.toml') }, async ({ run, folder }) => {
      Object.assign(fault, { name: 'mkdir', code: 'EACCES' });
      const { exit, stderr } = await run('apply', 'codex', '--yes');
      expect([exit, stderr.includes('permission denied'), readdirSync(folder)]).toEqual([2, true, ['mcpolicy.toml']]);
    }));

  it('with two files says which one was written, and which was not', () =>
    inWorkspace({ 'settings.json': '{}\n', 'mcpolicy.toml': spec.replace('[targets.codex]\nfile = "config.toml"', '[targets.claude-code]\nfile = "settings.json"\nserversFile = "gone/mcp.json"') }, async ({ run, read }) => {
      Object.assign(fault, { name: 'mkdir', code: 'EACCES' });
      const { exit, stdout, stderr } = await run('apply', 'claude-code', '--yes');
      expect([exit, stdout.includes('written     settings.json\n'), stdout.includes('written     gone/mcp.json'), stderr.includes('gone/mcp.json: error[MCP421]')]).toEqual([2, true, false, true]);
      expect(read('settings.json')).toContain('mcp__notes__find');
    }));
});
