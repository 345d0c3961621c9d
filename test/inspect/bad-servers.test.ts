import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allGone, mark, Workspace } from './workspace.js';

let work: Workspace;
beforeEach(() => { work = new Workspace(); });
afterEach(() => { work.remove(); });

/** What a bad server amounts to: code and message. */
const failures: readonly (readonly [bad: string, said: string])[] = [
  ['exit', 'MCP610 the program ended with code 3 before it had answered'],
  ['exit in the middle', 'MCP610 the program ended with code 7 before it had answered'],
  ['garbage', 'MCP612 what it writes to standard output is not MCP'],
  ['flood', 'MCP612 it sent more than 16 MiB'],
  ['million tools', 'MCP612 it sent more than 16 MiB'],
  ['many tools', 'MCP612 it lists more than 10000 tools'],
  ['many tools in pages', 'MCP612 it lists more than 10000 tools'],
  ['same cursor', 'MCP612 its list of tools has no end: a cursor came back, or there are too many pages'],
  ['new cursors', 'MCP612 its list of tools has no end: a cursor came back, or there are too many pages'],
  ['odd cursor', 'MCP612 the cursor of its list is no text'],
  ['no list', 'MCP612 its list of tools is no list'],
  ['no name', 'MCP612 it lists a tool without a name'],
  ['long name', 'MCP612 it lists a tool whose name has more than 1024 characters'],
  ['error', 'MCP612 it answered with the error -32603'],
  ['secret name', 'MCP612 it lists a tool whose name holds a secret of the spec'],
  ['other protocol', 'MCP612 its answer is not what MCP prescribes'],
];

describe('a bad server', () => {
  it.each(failures)('(%s) is "could not tell", leaks nothing and leaves nothing behind', async (bad, said) => {
    work.spec({ docs: work.server('docs', { bad }, { tools: { search: 'approve' } }) });
    const { exit, stdout, stderr } = await work.inspect(['--timeout', '300']);
    expect(exit).toBe(2);
    expect(stdout).toBe('server "docs": not inspected\n\ninspected 0 of 1 server: 0 tools, 0 findings\n');
    expect(stderr.split('\n')[0]).toMatch(/^mcpolicy\.json:4:5: /);
    const [, code = '', message = ''] = /error\[(MCP\d+)\]: server "docs" was not inspected: (.*)/.exec(stderr) ?? [];
    expect(`${code} ${message}`).toBe(said);
    expect(`${stdout}${stderr}`).not.toContain(mark);
    expect(work.pids).toHaveLength(1);
    await allGone(work);
  }, 120_000);

  it.each(['silent', 'stubborn'])('(%s) is given up when its time is over', async (bad) => {
    work.spec({ docs: work.server('docs', { bad }) });
    const { exit, stdout, stderr } = await work.inspect(['--timeout', '2']);
    expect(exit).toBe(2);
    expect(stderr).toContain('error[MCP611]: server "docs" was not inspected: it gave no complete answer within 2 s');
    expect(`${stdout}${stderr}`).not.toContain(mark);
    await allGone(work);
  });

  it('does not keep the others from being inspected, and makes the whole run "could not tell"', async () => {
    work.spec({ a: work.server('a', { bad: 'exit' }), b: work.server('b', { pages: [[{ name: 'search' }]] }, { tools: { serach: 'approve' } }), c: {} });
    const { exit, servers, diagnostics } = await work.json();
    expect(exit).toBe(2);
    expect(servers.map(({ server, inspected }) => [server, inspected])).toEqual([['a', false], ['b', true], ['c', false]]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['MCP610', 'MCP601', 'MCP614']);
  });
});

describe('a secret that looks like a word', () => {
  it('is not shown when the server lists it', async () => {
    const word = `hunter${mark}`;
    work.spec({ docs: work.server('docs', { bad: 'secret name' }, { tools: { search: 'approve' } }) });
    for (const format of ['text', 'json']) {
      const { exit, stdout, stderr } = await work.inspect(['--format', format], { SERVER_SECRET: word });
      expect(exit).toBe(2);
      expect(`${stdout}${stderr}`).not.toContain(mark);
    }
  });
});

describe('a server that can be understood all the same', () => {
  it('prints a banner first', async () => {
    work.spec({ docs: work.server('docs', { bad: 'banner', pages: [[{ name: 'search' }]] }) });
    const { exit, servers } = await work.json();
    expect([exit, servers[0]?.tools?.map(({ name }) => name)]).toEqual([0, ['search']]);
  });

  it('leaves a child behind, which is ended with it', async () => {
    work.spec({ docs: work.server('docs', { bad: 'leaves a child', pages: [[{ name: 'search' }]] }, { tools: { search: 'approve' } }) });
    expect((await work.json()).exit).toBe(0);
    expect(work.pids).toHaveLength(2);
    await allGone(work);
  });
});

describe('a program that cannot be started', () => {
  it.skipIf(process.platform === 'win32')('is no program', async () => {
    writeFileSync(join(work.folder, 'text.txt'), 'x', { mode: 0o644 });
    writeFileSync(join(work.folder, 'broken'), '#!/nowhere/interpreter\n', { mode: 0o755 });
    work.spec({ a: { command: './text.txt' }, b: { command: './broken' }, c: { command: process.execPath, cwd: 'nowhere' }, d: { command: process.execPath, args: ['-e', `'${'x'.repeat(200_000)}'`] } });
    const { exit, diagnostics } = await work.json();
    expect(exit).toBe(2);
    expect(diagnostics.map(({ code, message }) => `${code} ${message.replace(/^.*inspected: /, '')}`)).toEqual([
      'MCP610 the program "./text.txt" cannot be started without a shell',
      'MCP610 the program cannot be started (ENOENT)',
      'MCP610 the program cannot be started (ENOENT)',
      'MCP610 the program cannot be started (E2BIG)',
    ]);
  });
});
