import { startChild, within, type ChildOptions } from './child.js';

/** What one unattended run of a command left behind. */
export interface ExecRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client without anybody at it: standard input is closed, so nothing can be asked. */
export async function runExec(command: string, args: readonly string[], options: Omit<ChildOptions, 'onLine'>): Promise<ExecRun> {
  const lines: string[] = [];
  const child = startChild(command, args, { ...options, onLine: (line) => { lines.push(line); } });
  child.end();
  try {
    const exitCode = await within(90_000, 'the end of the run', child.exited);
    return { exitCode, stdout: lines.join('\n'), stderr: child.stderr() };
  } finally {
    await child.stop();
  }
}
