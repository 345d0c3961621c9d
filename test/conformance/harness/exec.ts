import { startChild, within, type ChildOptions } from './child.js';
import type { Json } from './app-server.js';

/** What one `codex exec` left behind. */
export interface ExecRun {
  readonly exitCode: number | null;
  /** The objects it printed with `--json`, one a line. */
  readonly events: readonly Json[];
  readonly stderr: string;
}

/** Runs a client without anybody at it: standard input is closed, so nothing can be asked. */
export async function runExec(command: string, args: readonly string[], options: Omit<ChildOptions, 'onLine'>): Promise<ExecRun> {
  const events: Json[] = [];
  const child = startChild(command, args, { ...options, onLine: (line) => { events.push(JSON.parse(line) as Json); } });
  child.end();
  try {
    const exitCode = await within(90_000, 'the end of the run', child.exited);
    return { exitCode, events, stderr: child.stderr() };
  } finally {
    await child.stop();
  }
}
