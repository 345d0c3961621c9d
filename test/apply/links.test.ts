import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inWorkspace } from './workspace.js';

const spec = 'version = 1\n\n[mcpServers.notes]\ncommand = "notes-mcp"\n\n[mcpServers.notes.tools]\nfind = "approve"\n\n[targets.codex]\nfile = "home/.codex/config.toml"\n';
const before = '# mine\n[mcp_servers.notes]\ncommand = "notes-mcp"\n';
const after = `${before}\n[mcp_servers.notes.tools.find]\napproval_mode = "approve"\n`;
const named = 'home/.codex/config.toml';

/** Puts a file and links into a folder, runs `apply`, and tells what came of it. */
async function applyThrough(file: string | undefined, links: readonly (readonly [link: string, to: string])[], prepare: (folder: string) => void = () => undefined) {
  return inWorkspace({ 'mcpolicy.toml': spec }, async ({ folder, run }) => {
    const at = (path: string) => join(folder, path);
    for (const path of [...(file === undefined ? [] : [file]), ...links.map(([link]) => link)]) mkdirSync(dirname(at(path)), { recursive: true });
    if (file !== undefined) writeFileSync(at(file), before);
    for (const [link, to] of links) symlinkSync(to, at(link));
    prepare(folder);
    const { exit, stderr } = await run('apply', 'codex', '--yes');
    return {
      exit,
      stderr,
      text: file === undefined ? undefined : readFileSync(at(file), 'utf8'),
      links: links.map(([link, to]) => lstatSync(at(link)).isSymbolicLink() && readlinkSync(at(link)) === to),
      strangers: readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.mcpolicy')),
      exists: existsSync(at(named)),
    };
  });
}

describe.runIf(process.platform !== 'win32')('a client file that is reached by a link', () => {
  it.each<readonly [string, readonly (readonly [string, string])[]]>([
    ['a relative link', [[named, '../../dotfiles/codex.toml']]],
    ['a link to a link', [[named, '../link.toml'], ['home/link.toml', '../dotfiles/codex.toml']]],
  ])('changes behind %s, and the link stays', async (_what, links) => {
    expect(await applyThrough('dotfiles/codex.toml', links)).toMatchObject({ exit: 0, text: after, links: links.map(() => true), strangers: [] });
  });

  it('changes in a folder that is the link', async () => {
    expect(await applyThrough('dotfiles/codex/config.toml', [['home/.codex', '../dotfiles/codex']])).toMatchObject({ exit: 0, text: after, links: [true], strangers: [] });
  });

  it('is not made where the link dangles', async () => {
    const result = await applyThrough(undefined, [[named, '../nowhere.toml']]);
    expect(result).toMatchObject({ exit: 2, links: [true], strangers: [], exists: false });
    expect(result.stderr).toContain('[MCP421]: this is a symbolic link to a file that does not exist');
  });

  it('is not taken apart where it has a second name', async () => {
    const result = await applyThrough(named, [], (folder) => { linkSync(join(folder, named), join(folder, 'second.toml')); });
    expect(result).toMatchObject({ exit: 2, text: before, strangers: [] });
    expect(result.stderr).toMatch(/\[MCP421\]: .*hard link/);
  });
});
