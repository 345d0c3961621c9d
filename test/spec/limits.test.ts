import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { compilePolicy } from '../../src/compile.js';
import { discoverSpec, maximumSpecBytes, readSpec, readSpecStream } from '../../src/files.js';
import { specFormats, type SpecFormat } from '../../src/model.js';
import type { Outcome } from '../../src/outcome.js';
import { runMain } from '../run-main.js';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-limits-')));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const told = (outcome: Outcome<unknown>) => (outcome.ok ? [] : outcome.faults.map(({ code, message, at }) => [code, at?.file, message]));

/** Texts that a reader without a limit would recurse into, copy, or expand until it dies. */
const hostile: Readonly<Record<SpecFormat, readonly string[]>> = {
  toml: [`x = ${'['.repeat(100_000)}`, `${'a.'.repeat(50_000)}b = 1\n`, `[${'a.'.repeat(50_000)}b]\n`, `a = 1\n[${'a.'.repeat(50_000)}b]\n`, `x = ${'{a='.repeat(50_000)}`, `a = 1\na = ${'['.repeat(50_000)}\n`],
  yaml: ['['.repeat(100_000), `${'- '.repeat(50_000)}x`, '{a: '.repeat(50_000), `a: &a [x, x]\n${Array.from({ length: 60 }, (_, index) => `k${String(index)}: &k${String(index)} [*${index === 0 ? 'a' : `k${String(index - 1)}`}, *${index === 0 ? 'a' : `k${String(index - 1)}`}]\n`).join('')}`, 'a: &a { b: *a }\n', 'a: &a\n  - *a\n'],
  json: ['['.repeat(100_000), `${'[{"a":'.repeat(50_000)}1`, `{]`.repeat(50_000), `"${'['.repeat(100)}" ${'['.repeat(100_000)}`],
  jsonc: [`/*"*/${'['.repeat(100_000)}/*"*/`, `// "\n${'[\n'.repeat(50_000)}`, '{]'.repeat(50_000), `/* ' */ ${'{"a":'.repeat(50_000)}`, `[[,${'[,'.repeat(50_000)}`],
};

describe('a hostile text', () => {
  it.each(specFormats.flatMap((format) => hostile[format].map((_, index) => [format, index] as const)))('in %s (%i) is refused quickly', async (format, index) => {
    const { exit, stdout, stderr } = await runMain(['render', 'codex', '--spec', '-', '--spec-format', format], { cwd: '/', stdin: hostile[format][index] ?? '' });
    expect([2, 3]).toContain(exit);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^<stdin>(?::\d+:\d+)?: error\[MCP(?:105|107|206)\]/);
    expect(stderr.length).toBeLessThan(2000);
  }, 10_000);
});

describe('twenty thousand faults', () => {
  const servers = Array.from({ length: 20_000 }, (_, index) => `s${String(index)}`);
  const texts: Readonly<Record<Exclude<SpecFormat, 'jsonc'>, string>> = {
    json: JSON.stringify({ version: 1, mcpServers: Object.fromEntries(servers.map((name) => [name, { comand: 'x' }])) }),
    yaml: `version: 1\nmcpServers:\n${servers.map((name) => `  ${name}: { comand: x }\n`).join('')}`,
    toml: `version = 1\n${servers.map((name) => `[mcpServers.${name}]\ncomand = "x"\n`).join('')}`,
  };

  it.each(Object.keys(texts) as (keyof typeof texts)[])('in %s are all reported, each at its place, in a time that grows with their number', async (format) => {
    const { exit, stderr } = await runMain(['render', 'codex', '--spec', '-', '--spec-format', format], { cwd: '/', stdin: texts[format] });
    expect(exit).toBe(3);
    const places = [...stderr.matchAll(/^<stdin>:(\d+):(\d+): error\[MCP202\]/gm)].map(([, line, column]) => `${String(line)}:${String(column)}`);
    expect(new Set(places).size).toBe(20_000);
  }, 60_000);
});

describe('a text beyond what the parser with positions can take', () => {
  it('has its faults reported without a place rather than at a wrong one', async () => {
    const text = `version = 1\n[mcpServers.docs]\ncommand = "x"\nargs = ["${'a'.repeat(200_000)}"]\ncomand = "y"\n`;
    const { exit, stderr } = await runMain(['render', 'codex', '--spec', '-', '--spec-format', 'toml'], { cwd: '/', stdin: text });
    expect([exit, stderr.split('\n')[0]]).toEqual([3, '<stdin>: error[MCP202]: server "docs": unknown key "comand"']);
  });

  it('is searched for credentials in one pass', async () => {
    const text = `version = 1\n[mcpServers.docs]\ncommand = "x"\nargs = ["${'eyJ'.repeat(200_000)}", "${'://a:'.repeat(100_000)}", "${'a=b'.repeat(200_000)}"]\n`;
    expect((await runMain(['fingerprint', '--spec', '-', '--spec-format', 'toml'], { cwd: '/', stdin: text })).exit).toBe(0);
  });
});

describe('aliases', () => {
  it('may stand a thousand times for one table', async () => {
    const text = `version: 1\nrequiresApproval: true\nmcpServers:\n  s0: { command: x, tools: &tools { search: approve } }\n${Array.from({ length: 1000 }, (_, index) => `  t${String(index)}: { command: x, tools: *tools }\n`).join('')}`;
    const policy = await compilePolicy([{ file: 'spec.yaml', format: 'yaml', text }]);
    expect(policy.ok && policy.value.servers.map((server) => server.tools)).toEqual(Array.from({ length: 1001 }, () => [{ name: 'search', approvalMode: 'approve' }]));
  });
});

describe('a file', () => {
  it('of the greatest size is read, and one byte more is not', async () => {
    const path = join(scratch, 'large.json');
    writeFileSync(path, '');
    truncateSync(path, maximumSpecBytes + 1);
    expect(told(await readSpec('large.json', scratch))).toEqual([['MCP107', 'large.json', 'the file is larger than 64 MiB']]);
    truncateSync(path, maximumSpecBytes);
    expect(told(await readSpec('large.json', scratch)).map(([code]) => code)).toEqual(['MCP104']);
    rmSync(path);
  });

  it('is read until it is known to be too large where it is a stream', async () => {
    let served = 0;
    const endless = new Readable({
      read() {
        served += 1;
        this.push(Buffer.alloc(1024 * 1024, 0x20));
      },
    });
    expect(told(await readSpecStream(endless, 'toml'))).toEqual([['MCP107', '<stdin>', 'the file is larger than 64 MiB']]);
    expect(served).toBeLessThan(80);
    const whole = Readable.from([Buffer.alloc(maximumSpecBytes, 0x20)]);
    expect((await readSpecStream(whole, 'toml')).ok).toBe(true);
  });

  it('may be a link, and a link to itself is no file', async () => {
    writeFileSync(join(scratch, 'target.toml'), 'version = 1\n');
    symlinkSync('target.toml', join(scratch, 'link.toml'));
    symlinkSync('loop.toml', join(scratch, 'loop.toml'));
    expect((await readSpec('link.toml', scratch)).ok).toBe(true);
    expect(told(await readSpec('loop.toml', scratch))).toEqual([['MCP102', 'loop.toml', 'cannot read: too many symbolic links']]);
    expect(told(await readSpec('target.toml/below.toml', scratch))).toEqual([['MCP102', 'target.toml/below.toml', 'cannot read: ENOTDIR']]);
  });

  it('that its user may not read is not taken for an absent one', async () => {
    if (process.getuid?.() === 0 || process.platform === 'win32') return;
    writeFileSync(join(scratch, 'secret.toml'), 'version = 1\n');
    chmodSync(join(scratch, 'secret.toml'), 0);
    expect(told(await readSpec('secret.toml', scratch))).toEqual([['MCP102', 'secret.toml', 'cannot read: permission denied']]);
  });
});

describe('the search for a spec', () => {
  it('stops at a folder that cannot be listed: it may hold the one that counts', async () => {
    const repository = join(scratch, 'repository');
    mkdirSync(join(repository, '.git', 'HEAD'), { recursive: true });
    writeFileSync(join(repository, 'mcpolicy.toml'), 'version = 1\n');
    expect(told(await discoverSpec(join(repository, 'gone')))).toEqual([['MCP102', '.', 'cannot read: the file does not exist']]);
    mkdirSync(join(repository, 'here'));
    expect((await discoverSpec(join(repository, 'here'))).ok).toBe(true);
  });

  it('takes a linked worktree for a repository, and an empty .git for none', async () => {
    for (const name of ['worktree', 'empty']) mkdirSync(join(scratch, name, 'below'), { recursive: true });
    writeFileSync(join(scratch, 'worktree', '.git'), 'gitdir: elsewhere\n');
    mkdirSync(join(scratch, 'empty', '.git'));
    for (const name of ['worktree', 'empty']) writeFileSync(join(scratch, name, 'mcpolicy.toml'), 'version = 1\n');
    expect((await discoverSpec(join(scratch, 'worktree', 'below'))).ok).toBe(true);
    expect(told(await discoverSpec(join(scratch, 'empty', 'below')))[0]?.[0]).toBe('MCP101');
  });
});
