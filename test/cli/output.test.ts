import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli.js';
import { writeAll, type Host } from '../../src/host.js';
import { hostOf, Kept, runMain } from '../run-main.js';

/** A stream that takes `room` bytes and then fails, as a full disk does. */
class Full extends Writable {
  taken = '';
  private readonly room: number;

  constructor(room: number) {
    super();
    this.room = room;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (this.taken.length + chunk.length > this.room) return done(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    this.taken += chunk.toString();
    done();
  }
}

const spec = 'version = 1\nrequiresApproval = true\n[mcpServers.docs]\ncommand = "docs"\n';
const args = ['render', 'codex', '--spec', '-', '--spec-format', 'toml'];

async function runInto(stdout: Writable, given: Partial<Host> = {}): Promise<{ readonly exit: number; readonly stderr: string }> {
  const stderr = new Kept();
  const host = { ...hostOf({ cwd: '/', stdin: spec }, stdout, stderr), ...given };
  return { exit: await main(args, host), stderr: stderr.text() };
}

describe('standard output that fails', () => {
  it('is MCP904 and exit 2, whatever else was to be said', async () => {
    const { exit, stderr } = await runInto(new Full(0));
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^error\[MCP904\]: standard output: ENOSPC$/m);
  });

  it('is reported for help as well', async () => {
    const stderr = new Kept();
    expect(await main(['--help'], hostOf({ cwd: '/' }, new Full(10), stderr))).toBe(2);
  });

  it('stops at the first piece that is not taken', async () => {
    const full = new Full(70_000);
    const failed = await writeAll({ stream: full, isTerminal: false }, Array.from({ length: 10 }, () => 'x'.repeat(65_536)));
    expect(failed?.message).toBe('no space left');
    expect(full.taken).toHaveLength(65_536);
  });

  it('is the message of the error where it has no code', async () => {
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the sink is closed')) });
    expect((await runInto(broken)).stderr).toContain('standard output: the sink is closed');
  });
});

describe('everything that is written', () => {
  it('arrives in order and whole, in batches', async () => {
    const kept = new Kept();
    const pieces = Array.from({ length: 50_000 }, (_, index) => `${String(index)}\n`);
    expect(await writeAll({ stream: kept, isTerminal: false }, pieces)).toBeUndefined();
    expect(kept.text()).toBe(pieces.join(''));
    expect(kept.writes).toBeLessThan(10);
  });

  it('leaves no listener behind', async () => {
    const kept = new Kept();
    const before = kept.listenerCount('error');
    await writeAll({ stream: kept, isTerminal: false }, ['x']);
    expect(kept.listenerCount('error')).toBe(before);
  });
});

describe('a fault that nobody foresaw', () => {
  const failing = (error: unknown): Partial<Host> => ({
    get cwd(): string {
      throw error;
    },
  });
  const named = ['render', 'codex', '--spec', 'x.toml'];

  async function runFailing(error: unknown) {
    const stdout = new Kept();
    const stderr = new Kept();
    const host = Object.defineProperties({ ...hostOf({ cwd: '/' }, stdout, stderr) }, Object.getOwnPropertyDescriptors(failing(error))) as Host;
    return { exit: await main(named, host), stdout: stdout.text(), stderr: stderr.text() };
  }

  it('is MCP905 and exit 2, with its place and without its text', async () => {
    const { exit, stdout, stderr } = await runFailing(new TypeError('PLANTED'));
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(/^error\[MCP905\]: TypeError at output\.test\.ts:\d+:\d+$/m);
    expect(stderr).not.toContain('PLANTED');
  });

  it('is reported without a place where there is none', async () => {
    expect((await runFailing('PLANTED')).stderr).not.toContain('PLANTED');
    expect((await runFailing(Object.assign(new RangeError('x'), { stack: 'x' }))).stderr).toContain('error[MCP905]: RangeError at an unknown place');
  });
});

describe('standard input that fails', () => {
  it('is MCP102, never an empty spec', async () => {
    const failing = new Readable({ read: () => undefined });
    failing.push('version = 1\n');
    setImmediate(() => failing.destroy(Object.assign(new Error('x'), { code: 'EIO' })));
    const { exit, stderr } = await runInto(new Kept(), { stdin: failing });
    expect(exit).toBe(2);
    expect(stderr).toContain('<stdin>: error[MCP102]: cannot read: EIO');
  });
});

describe('help', () => {
  it('of every command goes to standard output and shows an example', async () => {
    const { stdout } = await runMain(['--help'], { cwd: '/' });
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?: .*)?$/gm)].map(([, name = '']) => name).filter((name) => name !== 'help' && name !== 'mcpolicy');
    expect(commands).toContain('render');
    for (const command of new Set(commands)) {
      const help = await runMain([command, '--help'], { cwd: '/' });
      expect({ command, exit: help.exit, stderr: help.stderr }).toEqual({ command, exit: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`Examples?:\\n +.*mcpolicy ${command}`));
    }
  });

  it('is printed to standard error when there is no command', async () => {
    const { exit, stdout, stderr } = await runMain([], { cwd: '/' });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: mcpolicy/);
    expect(stderr).toBe((await runMain(['--help'], { cwd: '/' })).stdout);
  });

  it('tells the version of package.json', async () => {
    expect((await runMain(['--version'], { cwd: '/' })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
