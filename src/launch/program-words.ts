import { basename } from 'node:path';
import type { Launcher } from '../driver.js';

/** The client's command, cut in two: the words that start the program, and its own arguments. */
export type ClientCommand =
  | { readonly ok: true; readonly program: readonly string[]; readonly args: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Programs that run a script: the script is the client then. */
const interpreters: ReadonlySet<string> = new Set(['node', 'bun', 'deno']);
/** Programs that run a package, with the words between them and its name. */
const runners: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', ['-y', '--yes', '--']],
  ['bunx', ['--bun']],
]);

/**
 * Where a client's own arguments begin. Everything of the overlay is put there, so a guess would be worse than an error: the
 * first word has to be the client itself, a script run by an interpreter, or a package run by `npx`.
 */
export function splitCommand(command: readonly string[], launcher: Launcher, programWords?: number): ClientCommand {
  if (command.length === 0) return { ok: false, why: 'no command follows' };
  if (programWords !== undefined) return programWords >= 1 && programWords <= command.length ? cut(command, programWords) : { ok: false, why: `the command has ${String(command.length)} words` };
  const [first = '', second = ''] = command;
  if (launcher.programs.includes(programName(first))) return cut(command, 1);
  if (interpreters.has(programName(first)) && launcher.programs.includes(programName(second))) return cut(command, 2);
  return packageCommand(command, launcher) ?? { ok: false, why: `${JSON.stringify(basename(first))} is not ${launcher.programs.join(' or ')}` };
}

function packageCommand(command: readonly string[], launcher: Launcher): ClientCommand | undefined {
  const skipped = runners.get(programName(command[0] ?? ''));
  if (skipped === undefined) return undefined;
  const index = command.findIndex((word, position) => position > 0 && !skipped.includes(word));
  const name = command[index]?.replace(/(?<=.)@[^@/]*$/, '');
  return name !== undefined && launcher.packages.includes(name) ? cut(command, index + 1) : undefined;
}

function cut(command: readonly string[], length: number): ClientCommand {
  return { ok: true, program: command.slice(0, length), args: command.slice(length) };
}

/** The name of a program by its path on any system. */
export function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name.replace(/\.(?:exe|cmd|bat|ps1|com|js|mjs|cjs)$/i, '').toLowerCase();
}
