import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A client process in a process group of its own. */
export interface Child {
  readonly pid: number;
  write(line: string): void;
  /** Closes its standard input. */
  end(): void;
  stderr(): string;
  /** Resolves when it has ended and everything it printed was read: its exit code, or null after a signal. */
  readonly exited: Promise<number | null>;
  /** Ends the whole group by id, and waits for it. */
  stop(): Promise<void>;
}

/** What a child is started with; the environment is complete, nothing is inherited. */
export interface ChildOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  onLine(line: string): void;
}

/** Starts `command args` and reads its standard output line by line. */
export function startChild(command: string, args: readonly string[], options: ChildOptions): Child {
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, detached: process.platform !== 'win32', stdio: 'pipe' });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => { errors += text; });
  child.stdin.on('error', (error) => { errors += `[stdin: ${error.message}]`; });
  createInterface({ input: child.stdout }).on('line', (line) => { options.onLine(line); });
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', (error) => { errors += error.message; resolve(null); });
    child.on('close', (code) => { resolve(code); });
  });
  return {
    pid: child.pid ?? 0,
    write: (line) => { child.stdin.write(`${line}\n`); },
    end: () => { child.stdin.end(); },
    stderr: () => errors,
    exited,
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
      await exited;
    },
  };
}

function killGroup(pid: number): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
  else process.kill(-pid, 'SIGKILL');
}

/** Resolves with `work`, or rejects after `ms` with a message that says what was waited for. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => { reject(new Error(`Waited ${String(ms)} ms for ${what}.`)); }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
