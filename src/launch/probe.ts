import { spawn } from 'node:child_process';
import type { Launcher } from '../driver.js';
import type { Env } from './environment.js';
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
}

const patience = 30_000;
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

/** What `--version` prints, or nothing where it fails, is late, or talks without end. */
function printedVersion({ file, words, cwd, env }: Probe): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(file, [...words, '--version'], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true, timeout: patience, killSignal: 'SIGKILL' });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > mostOutput) child.kill('SIGKILL');
    });
    child.on('error', () => { resolve(''); });
    child.on('close', (code) => { resolve(code === 0 ? text : ''); });
  });
}
