import { spawn, type ChildProcess } from 'node:child_process';
import type { Launcher } from '../driver.js';
import type { System } from '../host.js';
import type { Env } from './environment.js';
import { killGroup } from './kill-group.js';
import { isClientItself, knownVersion, rememberVersion } from './known-versions.js';

/** How the version of the client is known. */
export interface ClientVersion {
  readonly version: string;
  readonly how: 'given' | 'asked' | 'remembered' | 'assumed';
}

export interface Probe {
  /** Program and words before the client's own arguments, ready to be executed. */
  readonly file: string;
  readonly words: readonly string[];
  /** The file that decides what runs; its version is remembered. */
  readonly identity: string;
  readonly cwd: string;
  readonly env: Env;
  /** Where versions are remembered; absent: nowhere. */
  readonly cache?: string;
  /** Ends what the client started itself. Absent: only the client is ended, as on Windows. */
  readonly system?: System;
  readonly platform: string;
  /** Time for the answer, in milliseconds. */
  readonly patience?: number;
}

const usualPatience = 30_000;
/** Time to read what a client wrote before it ended, while something that it started holds its output open. */
const grace = 250;
const mostOutput = 65_536;

/** Asks the client for its version, or remembers it. `undefined`: it gave no answer that is one. */
export async function clientVersion(launcher: Launcher, probe: Probe): Promise<ClientVersion | undefined> {
  const cache = probe.cache !== undefined && (await isClientItself(probe.identity, launcher.programs)) ? probe.cache : undefined;
  const known = cache === undefined ? undefined : await knownVersion(cache, probe.identity);
  if (known !== undefined) return { version: known, how: 'remembered' };
  const version = launcher.versionOf(await printedVersion(probe));
  if (version === undefined) return undefined;
  if (cache !== undefined) await rememberVersion(cache, probe.identity, version);
  return { version, how: 'asked' };
}

/**
 * What `--version` prints, or nothing where it fails, is late, or talks without end. The client has answered when it ends:
 * what it leaves behind is not waited for, and is ended with it only where there is no answer.
 */
function printedVersion({ file, words, cwd, env, system, platform, patience = usualPatience }: Probe): Promise<string> {
  return new Promise((resolve) => {
    const group = platform === 'win32' ? undefined : system;
    const child = spawn(file, [...words, '--version'], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true, detached: group !== undefined });
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const settle = (answer: string) => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.unref();
      resolve(answer);
    };
    const giveUp = () => {
      end(child, group);
      settle('');
    };
    timer = setTimeout(giveUp, patience);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > mostOutput) giveUp();
    });
    child.on('error', () => { settle(''); });
    child.on('exit', () => {
      clearTimeout(timer);
      timer = setTimeout(() => { settle(child.exitCode === 0 ? text : ''); }, grace);
    });
    child.on('close', (code) => { settle(code === 0 ? text : ''); });
  });
}

function end(child: ChildProcess, group: System | undefined): void {
  if (group === undefined || child.pid === undefined) child.kill('SIGKILL');
  else killGroup(child.pid, 'SIGKILL', group);
}
