import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { System } from '../../src/host.js';
import { runMain, type Ended } from '../run-main.js';

const script = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Part of every secret that is planted. No output may hold it. */
export const mark = 'PLANTED';
export const secret = `ghp_${mark}0123456789abcdefghij`;

export interface Tool {
  readonly name: string;
  readonly annotations?: object;
}

/** What a server is like: see `server.mjs`. */
export interface Behaviour {
  readonly bad?: string;
  readonly pages?: readonly (readonly Tool[])[];
}

type Json = Readonly<Record<string, unknown>>;

/** A scratch folder with a spec and servers that can be started. */
export class Workspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-inspect-')));
  private readonly pidFile = join(this.folder, 'pids');

  /** Fields of a server for the spec: a program that behaves like this. */
  server(name: string, behaviour: Behaviour, fields: Json = {}): Json {
    const config = join(this.folder, `${name}.config.json`);
    writeFileSync(config, JSON.stringify({ pids: this.pidFile, ...behaviour }));
    return { command: process.execPath, args: [script, config], env: { SERVER_SECRET: '${env:SERVER_SECRET}' }, ...fields };
  }

  spec(mcpServers: Json, more: Json = {}): void {
    writeFileSync(join(this.folder, 'mcpolicy.json'), JSON.stringify({ version: 1, ...more, mcpServers }, null, 2));
  }

  get environment(): Readonly<Record<string, string>> {
    return { PATH: process.env['PATH'] ?? '', HOME: this.folder, SERVER_SECRET: secret };
  }

  async inspect(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return runMain(['inspect', ...args], { cwd: this.folder, env: { ...this.environment, ...env }, system });
  }

  async json(args: readonly string[] = []): Promise<Report> {
    const { exit, stdout } = await this.inspect([...args, '--format', 'json']);
    return { exit, ...(JSON.parse(stdout) as Omit<Report, 'exit'>) };
  }

  /** Ids of every server that was started, and of their children. */
  get pids(): readonly number[] {
    return existsSync(this.pidFile) ? readFileSync(this.pidFile, 'utf8').split('\n').filter((line) => line !== '').map(Number) : [];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What `--format json` prints. */
export interface Report {
  readonly exit: number;
  readonly servers: readonly { readonly server: string; readonly inspected: boolean; readonly tools?: readonly { readonly name: string; readonly policy: string; readonly serverClaims: Json }[] }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly fix: string; readonly server?: string; readonly tool?: string; readonly line?: number; readonly column?: number }[];
}

const system: System = { node: process.execPath, signals: process, kill: (pid, signal) => process.kill(pid, signal) };

/** Whether a process still runs. One that has ended and that nobody has collected does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${String(pid)}/stat`) || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until nothing runs that was started: what is killed is gone a moment later. What stays fails the test by its time. */
export async function allGone(work: Workspace): Promise<void> {
  await until(() => !work.pids.some(isAlive));
}

/** Waits until something holds; the test runner's own limit ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
