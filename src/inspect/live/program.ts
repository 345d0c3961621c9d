import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { System } from '../../host.js';
import { killGroup } from '../../launch/kill-group.js';
import { locateProgram } from '../../launch/locate.js';
import { quote } from '../../quote.js';
import type { ProgramEndpoint } from '../endpoint.js';
import { limits, tooLarge, type Failure } from '../listed.js';
import { inheritedVariables } from './inherited.js';

/** Where servers are started. */
export interface Machine {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absent where nothing can be started: see `Host`. */
  readonly system: System | undefined;
}

/** A way to one server, and how to leave nothing of it behind. */
export interface Connection {
  readonly transport: Transport;
  /** What a failure that nobody explained probably comes from. */
  suspected?(): Failure | undefined;
  /** Resolves when nothing is left. `atOnce`: the server is not given time to end by itself. */
  end(atOnce: boolean): Promise<void>;
}

/** Time for a server to end by itself once its input is closed, and again once it is told to, in milliseconds. */
const grace = 1_000;

/**
 * Starts a server without a shell, in a process group of its own, so that everything that it starts can be ended with it. It gets
 * the variables of the spec and the few that the MCP SDK hands on, and what it writes to standard error is not read.
 */
export async function startProgram(endpoint: ProgramEndpoint, stop: AbortController, machine: Machine): Promise<Connection | Failure> {
  const cwd = resolve(machine.cwd, endpoint.cwd ?? '.');
  const env = { ...inheritedVariables(machine.env, machine.platform), ...endpoint.env };
  const program = await locateProgram(endpoint.command, { cwd, env, platform: machine.platform, node: machine.system?.node ?? 'node' });
  if (program.kind !== 'found') return notStarted(program.kind === 'missing' ? `there is no program ${quote(endpoint.shownAs)}` : `the program ${quote(endpoint.shownAs)} cannot be started without a shell`);
  const { system } = machine;
  if (system === undefined) throw new Error('servers are started by a process of its own only');
  try {
    const child = spawn(program.file, [...program.words, ...endpoint.args], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'], shell: false, windowsHide: true, detached: machine.platform !== 'win32' });
    const gone = new Promise<void>((done) => { child.once('exit', () => { done(); }).once('error', () => { done(); }); });
    child.once('error', (error) => { stop.abort(notStarted(`the program cannot be started (${errorCode(error)})`)); });
    // A program that has gone away is reported by its end.
    child.stdin.on('error', () => undefined);
    child.once('close', (code, signal) => { stop.abort(ended(code, signal)); });
    return { transport: transportOf(child, stop), end: async (atOnce) => endChild(child, gone, atOnce, { ...machine, system }) };
  } catch (error) {
    return notStarted(`the program cannot be started (${errorCode(error)})`);
  }
}

function notStarted(why: string): Failure {
  return { code: 'MCP610', why };
}

/** The system's name of an error. The text of an error may hold the command line. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'no reason given';
}

function ended(code: number | null, signal: NodeJS.Signals | null): Failure {
  return notStarted(`the program ended ${signal === null ? `with code ${String(code)}` : `by ${signal}`} before it had answered`);
}

/** Messages of MCP, one a line. Lines that are none are skipped, as clients do, until there are too many of them. */
function transportOf(child: ChildProcess, stop: AbortController): Transport {
  const buffer = new ReadBuffer({ maxBufferSize: limits.bytes });
  let bytes = 0;
  let strayLines = 0;
  const transport: Transport = {
    start: async () => {
      child.stdout?.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.bytes) stop.abort(tooLarge);
        if (stop.signal.aborted) return;
        buffer.append(chunk);
        while (strayLines <= limits.strayLines && readLine()) continue;
        if (strayLines > limits.strayLines) stop.abort({ code: 'MCP612', why: 'what it writes to standard output is not MCP' } satisfies Failure);
      });
    },
    send: async (message) => {
      child.stdin?.write(serializeMessage(message));
    },
    close: async () => {
      transport.onclose?.();
    },
  };
  /** Whether there was a whole line. */
  const readLine = (): boolean => {
    try {
      const message = buffer.readMessage();
      if (message !== null) transport.onmessage?.(message);
      return message !== null;
    } catch {
      strayLines += 1;
      return true;
    }
  };
  return transport;
}

async function endChild(child: ChildProcess, gone: Promise<void>, atOnce: boolean, machine: Machine & { readonly system: System }): Promise<void> {
  if (child.pid === undefined) return;
  child.stdin?.end();
  child.stdout?.resume();
  if (machine.platform === 'win32') {
    if (atOnce || !(await within(gone))) await killWindowsTree(child.pid, machine.env);
  } else {
    if (atOnce || !(await within(gone))) killGroup(child.pid, 'SIGTERM', machine.system);
    await within(gone);
    killGroup(child.pid, 'SIGKILL', machine.system);
  }
  await within(gone);
  child.stdout?.destroy();
}

/** Whether it happens in time. */
async function within(happening: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolveLate) => { timer = setTimeout(() => { resolveLate(false); }, grace); });
  const inTime = await Promise.race([happening.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

async function killWindowsTree(pid: number, env: Machine['env']): Promise<void> {
  const taskkill = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  await new Promise<void>((done) => {
    spawn(taskkill, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).once('close', () => { done(); }).once('error', () => { done(); });
  });
}
