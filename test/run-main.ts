import { Readable, Writable } from 'node:stream';
import { main } from '../src/cli.js';
import type { Host, System } from '../src/host.js';

/** What the process around one run looks like. Nothing of the real one leaks in. */
export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly stderrIsTerminal?: boolean;
  /** For commands that start programs. */
  readonly system?: System;
}

export interface Ended {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line in this process, with streams of its own. */
export async function runMain(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const stdout = new Kept();
  const stderr = new Kept();
  const exit = await main(args, hostOf(surroundings, stdout, stderr));
  return { exit, stdout: stdout.text(), stderr: stderr.text() };
}

/** A host whose streams are these. */
export function hostOf({ cwd, env = {}, stdin = '', stderrIsTerminal = false, system }: Surroundings, stdout: Writable, stderr: Writable): Host {
  return {
    cwd,
    env,
    stdin: Readable.from([Buffer.from(stdin)]),
    isInteractive: false,
    stdout: { stream: stdout, isTerminal: false },
    stderr: { stream: stderr, isTerminal: stderrIsTerminal },
    ...(system === undefined ? {} : { system }),
  };
}

/** A stream that keeps what is written to it. */
export class Kept extends Writable {
  private readonly chunks: Buffer[] = [];

  get writes(): number {
    return this.chunks.length;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}
