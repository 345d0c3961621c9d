import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildProgram } from '../process/built.js';
import { allGone, mark, until, Workspace } from './workspace.js';

let program = '';
let work: Workspace;
beforeAll(async () => { program = await buildProgram(); }, 60_000);
afterAll(() => { rmSync(dirname(program), { recursive: true, force: true }); });
beforeEach(() => { work = new Workspace(); });
afterEach(() => { work.remove(); });

/** The command line in a process of its own; ends when that does. */
function start(args: readonly string[] = []) {
  const child = spawn(process.execPath, [program, 'inspect', ...args], { cwd: work.folder, env: { ...process.env, ...work.environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { output += text; });
  const ended = new Promise<{ exit: number | null; output: string }>((resolve) => { child.once('close', (exit) => { resolve({ exit, output }); }); });
  return { child, ended };
}

describe('a run in a process of its own', () => {
  it('ends by itself, whatever the servers are like', async () => {
    work.spec({ a: work.server('a', { pages: [[{ name: 'search' }]] }), b: work.server('b', { bad: 'leaves a child' }), c: { url: 'http://127.0.0.1:1/mcp' }, d: { type: 'sse', url: 'http://127.0.0.1:1/sse' }, e: work.server('e', { bad: 'garbage' }) });
    const { exit, output } = await start().ended;
    expect(exit).toBe(2);
    expect(output).toContain('inspected 2 of 5 servers: 1 tool, 0 findings');
    expect(output).not.toContain(mark);
    await allGone(work);
  });

  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends its servers and their children on %s, and says that it could not tell', async (signal) => {
    work.spec({ a: work.server('a', { bad: 'stubborn' }), b: work.server('b', { bad: 'silent' }), ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`c${String(index)}`, work.server(`c${String(index)}`, { bad: 'silent' })])) });
    const { child, ended } = start();
    // Eight servers run, and the child of one.
    await until(() => work.pids.length === 9);
    child.kill(signal);
    const { exit, output } = await ended;
    expect(exit).toBe(2);
    expect(output.match(/error\[MCP618\]: server "\w+" was not inspected: the run was interrupted before it had answered/g)).toHaveLength(11);
    expect(output).not.toContain(mark);
    expect(work.pids).toHaveLength(9);
    await allGone(work);
  });
});
