import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Env } from './environment.js';

/** A program that the system will execute without a shell, and the words that come before everything else. */
export type LocatedProgram =
  | { readonly kind: 'found'; readonly file: string; readonly words: readonly string[]; readonly identity: string }
  /** `missing`: no such file. `unusable`: there is one, and the system would not execute it. */
  | { readonly kind: 'missing' | 'unusable'; readonly why: string };

export interface Machine {
  readonly cwd: string;
  readonly env: Env;
  /** As `process.platform` says it. */
  readonly platform: string;
  /** The Node that runs this process: it also runs the scripts behind npm's shims on Windows. */
  readonly node: string;
}

/**
 * Finds a program as a shell would, but starts none: on Windows a `.cmd` file that npm wrote is followed to the script
 * behind it, because running it through a shell would interpret the arguments once more.
 */
export async function locateProgram(word: string, machine: Machine): Promise<LocatedProgram> {
  const candidates = candidateFiles(word, machine);
  const reasons: string[] = [];
  for (const file of candidates) {
    const reason = await unusable(file, machine.platform);
    if (reason === undefined) return usable(file, machine);
    if (reason !== 'missing') reasons.push(`${file}: ${reason}`);
  }
  return reasons[0] === undefined ? { kind: 'missing', why: `there is no program ${JSON.stringify(word)}` } : { kind: 'unusable', why: reasons[0] };
}

function candidateFiles(word: string, { cwd, env, platform }: Machine): readonly string[] {
  const isWindows = platform === 'win32';
  const hasFolder = word.includes('/') || (isWindows && word.includes('\\'));
  const folders = hasFolder || isAbsolute(word) ? [cwd] : (variable(env, 'PATH', isWindows) ?? '').split(isWindows ? ';' : ':').filter((folder) => folder !== '').map((folder) => resolve(cwd, folder));
  const names = isWindows ? withExtensions(word, variable(env, 'PATHEXT', true) ?? '.COM;.EXE;.BAT;.CMD') : [word];
  return folders.flatMap((folder) => names.map((name) => resolve(folder, name)));
}

/** Names of variables have no case on Windows. */
function variable(env: Env, name: string, isWindows: boolean): string | undefined {
  return env[name] ?? (isWindows ? Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] : undefined);
}

function withExtensions(word: string, list: string): readonly string[] {
  const extensions = list.toLowerCase().split(';').filter((extension) => extension !== '');
  return extensions.some((extension) => word.toLowerCase().endsWith(extension)) ? [word] : extensions.map((extension) => word + extension);
}

async function unusable(file: string, platform: string): Promise<string | undefined> {
  try {
    if (statSync(file).isDirectory()) return 'this is a folder';
    if (platform !== 'win32') accessSync(file, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : code === 'EACCES' ? 'permission denied' : String(code);
  }
}

async function usable(file: string, machine: Machine): Promise<LocatedProgram> {
  const identity = realpathSync.native(file);
  if (machine.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return { kind: 'found', file, words: [], identity };
  const script = shimTarget(readFileSync(file, 'utf8'), dirname(file));
  if (script === undefined) return { kind: 'unusable', why: `${file}: a batch file would need a shell, and this is none that npm wrote` };
  return { kind: 'found', file: machine.node, words: [script], identity: script };
}

/** The script behind a `.cmd` of npm (cmd-shim): the last line runs `"%dp0%\...\x.js" %*`. */
export function shimTarget(text: string, folder: string): string | undefined {
  const [, path] = /"%(?:~dp0|dp0%)\\?([^"%]+\.[cm]?js)"\s+%\*/i.exec(text) ?? [];
  return path === undefined ? undefined : join(folder, ...path.split('\\'));
}
