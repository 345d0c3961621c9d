import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import type { SignalSource } from '../host.js';

/** A client, ready to be executed without a shell. */
export interface Child {
  readonly file: string;
  readonly args: readonly string[];
  /** The name under which it is started: programs that are several in one look at it. */
  readonly name: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The code that the child ended with, or why it never started. */
export type ChildEnd = { readonly started: true; readonly exitCode: number } | { readonly started: false; readonly exitCode: 126; readonly why: string };

const forwarded: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGBREAK'];
/** A terminal sends these to the whole group, the child included, so they are not sent twice. */
const sentByTerminal: ReadonlySet<NodeJS.Signals> = new Set<NodeJS.Signals>(['SIGINT', 'SIGQUIT', 'SIGBREAK']);

/** Runs the client with the standard streams of this process, hands signals on, and waits for its end. */
export function runChild(child: Child, signals: SignalSource | undefined): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const running = started(child);
    if (running instanceof Error) {
      resolve(notStarted(running));
      return;
    }
    const isOnTerminal = isatty(0);
    const listeners = forwarded.filter((name) => name in constants.signals).map((name) => [name, () => { if (!isOnTerminal || !sentByTerminal.has(name)) running.kill(name); }] as const);
    for (const [name, listener] of listeners) signals?.on(name, listener);
    const end = (result: ChildEnd) => {
      for (const [name, listener] of listeners) signals?.off(name, listener);
      resolve(result);
    };
    running.on('error', (error) => { if (running.pid === undefined) end(notStarted(error)); });
    running.on('exit', (code, signal) => { end({ started: true, exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }); });
  });
}

/** Some errors of the system come as an event, others are thrown. */
function started(child: Child): ChildProcess | Error {
  try {
    return spawn(child.file, child.args, { cwd: child.cwd, env: child.env, argv0: child.name, stdio: 'inherit', shell: false, windowsHide: false });
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** The program was found before, so whatever the system says now, it could not execute it. */
function notStarted(error: Error): ChildEnd {
  return { started: false, exitCode: 126, why: 'code' in error ? String(error.code) : error.message };
}
