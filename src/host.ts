import type { Readable, Writable } from 'node:stream';

/** What a command may use of the process it runs in. The real one is made in `cli.ts`; tests make their own. */
export interface Host {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  /** Whether a person can be asked: standard input and standard error are terminals. */
  readonly isInteractive: boolean;
  readonly stdout: Output;
  readonly stderr: Output;
  /** What it takes to run another program in place of this one. Absent in tests that run in somebody else's process. */
  readonly system?: System;
}

/** The process itself, as far as a child needs it. */
export interface System {
  /** The Node that runs this process. */
  readonly node: string;
  readonly signals: SignalSource;
  /** The id of the user whose process this is; absent where the system has none. */
  readonly user?: number;
  /** Sends a signal to a process, or with a negative id to a whole group. Throws what the system says. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => unknown;
}

/** Where signals to this process are heard. */
export interface SignalSource {
  readonly on: (name: NodeJS.Signals, listener: () => void) => unknown;
  readonly off: (name: NodeJS.Signals, listener: () => void) => unknown;
}

export interface Output {
  readonly stream: Writable;
  readonly isTerminal: boolean;
  /** Writes all of a text at once and returns the error that cut it short, where that is possible: to a file. */
  readonly writeNow?: (text: string) => Error | undefined;
}

/**
 * Writes everything, in order, and waits until it is taken. Returns the error that cut the output short, so that nothing
 * partial is ever called done.
 */
export async function writeAll(output: Output, pieces: readonly string[]): Promise<Error | undefined> {
  if (output.writeNow !== undefined) return writeAllNow(output.writeNow, pieces);
  const { stream } = output;
  let failed: Error | undefined;
  const remember = (error: Error) => (failed ??= error);
  stream.once('error', remember);
  for (const batch of batches(pieces)) {
    if (failed !== undefined) break;
    await new Promise<void>((resolve) => {
      stream.write(batch, (error) => {
        if (error) remember(error);
        resolve();
      });
    });
  }
  // A stream that failed reports it a tick after the callback; the listener stays so that nothing is thrown later.
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (failed === undefined) stream.off('error', remember);
  return failed;
}

function writeAllNow(writeNow: (text: string) => Error | undefined, pieces: readonly string[]): Error | undefined {
  for (const batch of batches(pieces)) {
    const failed = writeNow(batch);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

const batchLength = 65_536;

function* batches(pieces: readonly string[]): Generator<string> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < batchLength) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}
