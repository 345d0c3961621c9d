import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMain } from '../run-main.js';

/** What a page's commands have in common: a folder, and the exit code of the one before (`$?`). */
export interface Shell {
  readonly folder: string;
  exit: number;
}

/** Runs the lines of a console block that start with `$ `, and returns the block with what they print now. */
export async function runBlock(body: string, shell: Shell): Promise<string> {
  const commands = body.split('\n').filter((line) => line.startsWith('$ '));
  if (commands.length === 0) throw new Error(`a console block without a command:\n${body}`);
  let text = '';
  for (const command of commands) text += `${command}\n${await runCommand(command.slice(2), shell)}`;
  return text;
}

/** The few words that pages use: mcpolicy, perhaps with `> FILE`, `cat FILE` and `echo $?`. Anything else fails the page. */
async function runCommand(command: string, shell: Shell): Promise<string> {
  if (command === 'echo $?') return `${String(shell.exit)}\n`;
  const [program, ...rest] = words(command);
  if (program === 'cat' && rest[0] !== undefined) return readFile(join(shell.folder, rest[0]), 'utf8');
  if (program !== 'mcpolicy') throw new Error(`no page may use this command, because no test runs it: ${command}`);
  const redirection = rest.indexOf('>');
  if (redirection === -1) return runMcpolicy(rest, shell, undefined);
  const target = rest[redirection + 1];
  if (target === undefined) throw new Error(`> without a file: ${command}`);
  return runMcpolicy(rest.slice(0, redirection), shell, join(shell.folder, target));
}

/** Runs the product in this process and returns what a terminal shows: both streams, without a redirected stdout. */
async function runMcpolicy(args: readonly string[], shell: Shell, target: string | undefined): Promise<string> {
  const { exit, stdout, stderr } = await runMain(args, { cwd: shell.folder, env: { HOME: shell.folder, USERPROFILE: shell.folder } });
  shell.exit = exit;
  if (target === undefined) return stdout + stderr;
  await writeFile(target, stdout);
  return stderr;
}

function words(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}
