import { chmodSync, existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../run-main.js';

const native = `# mine
model = "m-large" # keep

[mcp_servers.wiki]
command = 'wiki-server' # literal string
args = [ "--read" ]

[mcp_servers.wiki.tools.find]
approval_mode = "prompt" # looked at

[tui]
theme = "plain"
`;

const specOf = (server: string, tools: Readonly<Record<string, string>>, transport = 'command = "run-bridge"') =>
  `version = 1\n[mcpServers.${server}]\n${transport}\n[mcpServers.${server}.tools]\n${Object.entries(tools).map(([tool, mode]) => `${JSON.stringify(tool)} = "${mode}"\n`).join('')}`;

let folder: string;
let config: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-attach-')));
  config = join(folder, 'config.toml');
  writeFileSync(config, native, { mode: 0o640 });
  chmodSync(config, 0o640);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => runMain(args, { cwd: folder });
const text = () => readFileSync(config, 'utf8');

async function attach(spec: string, ...more: readonly string[]): Promise<string> {
  const name = `${String(Math.random()).slice(2)}.toml`;
  writeFileSync(join(folder, name), spec);
  const ended = await run('attach', 'codex', '--spec', name, '--file', 'config.toml', '--state', 'state', ...more);
  expect(ended).toMatchObject({ exit: 0 });
  return ended.stdout.trim();
}

const detach = (...ids: readonly string[]) => run('detach', ...ids, '--state', 'state');

describe('attach and detach', () => {
  it.each<[string, string]>([
    ['a new server', specOf('bridge', { open: 'approve', 'a.b "c"': 'prompt' })],
    ['new tools of a server that is there', specOf('wiki', { find: 'prompt', added: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]')],
    ['another mode and other arguments', specOf('wiki', { find: 'approve' }, 'command = "wiki-server"\nargs = ["--write", "--all"]')],
    ['a withdrawn approval', specOf('wiki', { other: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]')],
  ])('give the bytes back: %s', async (_what, spec) => {
    const id = await attach(spec);
    expect(text()).not.toBe(native);
    expect(await detach(id)).toMatchObject({ exit: 0 });
    expect(text()).toBe(native);
    expect(statSync(config).mode & 0o777).toBe(0o640);
  });

  it('remove a file that was not there before', async () => {
    rmSync(config);
    const id = await attach(specOf('bridge', { open: 'approve' }));
    expect(text()).toContain('[mcp_servers.bridge.tools.open]');
    await detach(id);
    expect(existsSync(config)).toBe(false);
  });

  it('keep what others wrote meanwhile, byte for byte', async () => {
    const id = await attach(specOf('wiki', { find: 'approve', added: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]'));
    const other = (content: string) => content.replace('# mine', '# mine, and more').replace('theme = "plain"', 'theme = "dark"\n\n[mcp_servers.foreign]\ncommand = "f"');
    writeFileSync(config, other(text()));
    expect(await detach(id)).toMatchObject({ exit: 0 });
    expect(text()).toBe(other(native));
  });

  it('refuse an entry that somebody changed, and name it', async () => {
    const id = await attach(specOf('bridge', { open: 'approve', shut: 'approve' }));
    const changed = text().replace(/(\[mcp_servers\.bridge\.tools\.open\]\napproval_mode = )"approve"/, '$1"prompt"');
    writeFileSync(config, changed);
    const ended = await detach(id);
    expect(ended).toMatchObject({ exit: 1, stdout: '' });
    expect(ended.stderr).toMatch(/MCP541.*mcp_servers\.bridge\.tools\.open\.approval_mode/);
    expect(text()).toBe(changed);
  });

  it.each(['tools.more]\napproval_mode = "prompt"', 'env]\nA = "b"'])('refuse what somebody added below a server that goes: [mcp_servers.bridge.%s', async (added) => {
    const id = await attach(specOf('bridge', { open: 'approve' }));
    const attached = text();
    const changed = `${attached}\n[mcp_servers.bridge.${added}\n`;
    writeFileSync(config, changed);
    const ended = await detach(id);
    expect(ended).toMatchObject({ exit: 1, stdout: '' });
    expect(ended.stderr).toMatch(/MCP541.*mcp_servers\.bridge.* was added since/);
    expect(text()).toBe(changed);
    writeFileSync(config, `${attached}\n`);
    expect(await detach(id)).toMatchObject({ exit: 0 });
    expect(text()).not.toContain('bridge');
  });

  it('go on where a tool was added to a server that stays', async () => {
    const id = await attach(specOf('wiki', { find: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]'));
    const added = '\n[mcp_servers.wiki.tools.more]\napproval_mode = "prompt"\n';
    writeFileSync(config, `${text()}${added}`);
    expect(await detach(id)).toMatchObject({ exit: 0 });
    expect(text()).toBe(`${native}${added}`);
  });

  it.each<[string, (attached: string) => string]>([
    ['one entry', (attached) => attached.replace(/\[mcp_servers\.bridge\.tools\.open\]\napproval_mode = "approve"\n/, '')],
    ['the server', () => native],
  ])('take what is gone for detached: %s', async (_what, without) => {
    const id = await attach(specOf('bridge', { open: 'approve', shut: 'approve' }));
    const changed = without(text());
    expect(changed).not.toBe(text());
    writeFileSync(config, `# more\n${changed}`);
    expect(await detach(id)).toMatchObject({ exit: 0, stderr: '' });
    expect(text().trimEnd()).toBe(`# more\n${native}`.trimEnd());
  });

  it.each<[string, (attached: string) => string | undefined]>([
    ['the entry', (attached) => attached.replace(/\[mcp_servers\.wiki\.tools\.find\]\n.*\n/, '')],
    ['the content', () => ''],
    ['the file', () => undefined],
  ])('leave what somebody removed, and name it: %s', async (_what, without) => {
    const id = await attach(specOf('wiki', { find: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]'));
    const changed = without(text());
    expect(changed).not.toBe(text());
    if (changed === undefined) rmSync(config);
    else writeFileSync(config, changed);
    const ended = await detach(id);
    expect(ended).toMatchObject({ exit: 0, stdout: `detached     ${id}\n` });
    expect(ended.stderr).toMatch(/MCP544.*mcp_servers\.wiki\.tools\.find\.approval_mode/);
    expect(existsSync(config) ? text() : undefined).toBe(changed);
    expect(await run('attach', '--list', '--state', 'state')).toMatchObject({ exit: 0, stdout: '' });
  });

  it('keep nothing of the file once it is detached', async () => {
    const secret = 'sk-do-not-keep-0123456789';
    writeFileSync(config, native.replace('args = [ "--read" ]', `args = [ "--key", "${secret}" ]`));
    const before = text();
    const id = await attach(specOf('wiki', { find: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]'));
    const receipt = () => readFileSync(join(folder, 'state', `${id}.receipt.json`), 'utf8');
    expect(receipt()).toContain(secret);
    expect(await detach(id)).toMatchObject({ exit: 0 });
    expect(text()).toBe(before);
    expect(receipt()).not.toMatch(/sk-do-not-keep|wiki|config\.toml/);
    expect(await detach(id)).toMatchObject({ exit: 0, stdout: `was detached ${id}\n` });
  });

  it('are idempotent, and tell a second detach from a wrong id', async () => {
    const id = await attach(specOf('bridge', { open: 'approve' }));
    expect(await detach(id)).toMatchObject({ exit: 0 });
    expect(await detach(id)).toMatchObject({ exit: 0, stdout: `was detached ${id}\n` });
    expect(await detach('no-such-id')).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('MCP542') });
    expect(await detach('../config')).toMatchObject({ exit: 2, stdout: '' });
    expect(text()).toBe(native);
  });

  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as const;
  it.each(orders)('nest: detached in the order %i, %i, %i', async (...order) => {
    const ids = [await attach(specOf('one', { a: 'approve' })), await attach(specOf('two', { b: 'prompt', c: 'approve' })), await attach(specOf('wiki', { find: 'approve' }, 'command = "wiki-server"\nargs = ["--read"]'))];
    for (const index of order) expect(await detach(ids[index]!)).toMatchObject({ exit: 0 });
    expect(text()).toBe(native);
  });

  it('refuse a second attachment of the same server, also through a link', async () => {
    const id = await attach(specOf('bridge', { open: 'approve' }));
    symlinkSync(config, join(folder, 'link.toml'));
    writeFileSync(join(folder, 'again.toml'), specOf('bridge', { shut: 'approve' }));
    const before = text();
    for (const file of ['config.toml', 'link.toml']) {
      const ended = await run('attach', 'codex', '--spec', 'again.toml', '--file', file, '--state', 'state');
      expect(ended).toMatchObject({ exit: 1, stdout: '' });
      expect(ended.stderr).toContain('MCP540');
      expect(ended.stderr).toContain(id);
    }
    expect(text()).toBe(before);
  });

  it('leave no receipt where nothing was written, so that the next attempt is not refused', async () => {
    writeFileSync(join(folder, 'mcpolicy.toml'), specOf('bridge', { open: 'approve' }));
    linkSync(config, join(folder, 'second-name'));
    const args = ['attach', 'codex', '--file', 'config.toml', '--state', 'state'];
    expect(await run(...args)).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('MCP421') });
    expect(text()).toBe(native);
    expect(await run('attach', '--list', '--state', 'state')).toMatchObject({ exit: 0, stdout: '' });
    rmSync(join(folder, 'second-name'));
    expect(await run(...args)).toMatchObject({ exit: 0 });
  });

  it('leave one receipt for each of two parallel runs that wrote', async () => {
    const runs = await Promise.all(['one', 'two', 'three'].map(async (server) => {
      writeFileSync(join(folder, `${server}.toml`), specOf(server, { a: 'approve' }));
      return run('attach', 'codex', '--spec', `${server}.toml`, '--file', 'config.toml', '--state', 'state');
    }));
    const listed = await run('attach', '--list', '--state', 'state', '--format', 'json');
    const { attachments } = JSON.parse(listed.stdout) as { readonly attachments: readonly { readonly id: string }[] };
    expect(attachments.map(({ id }) => id)).toEqual(runs.filter(({ exit }) => exit === 0).map(({ stdout }) => stdout.trim()).sort());
    await run('detach', '--all', '--state', 'state');
    expect(text()).toBe(native);
  });

  it('list what is attached, and nothing else', async () => {
    const first = await attach(specOf('one', { a: 'approve' }));
    const second = await attach(specOf('two', { b: 'approve' }));
    await detach(first);
    const listed = await run('attach', '--list', '--state', 'state', '--format', 'json');
    expect(JSON.parse(listed.stdout)).toEqual({ attachments: [{ id: second, driver: 'codex', servers: ['two'], files: ['config.toml'] }] });
  });

  it('refuse to guess from a damaged receipt', async () => {
    const id = await attach(specOf('bridge', { open: 'approve' }));
    const before = text();
    writeFileSync(join(folder, 'state', `${id}.receipt.json`), '{"version": 1');
    expect(await detach(id)).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('MCP543') });
    expect(await run('attach', '--list', '--state', 'state')).toMatchObject({ exit: 2, stdout: '' });
    expect(text()).toBe(before);
  });

  it('keep receipts to the owner, and leave no other file behind', async () => {
    const id = await attach(specOf('bridge', { open: 'approve' }));
    expect(statSync(join(folder, 'state', `${id}.receipt.json`)).mode & 0o077).toBe(0);
    await detach(id);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
