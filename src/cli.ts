import { fstatSync, writeFileSync } from 'node:fs';
import { CommanderError, type Command } from 'commander';
import { commandLine, type ReportOptions, type Work } from './command-line.js';
import type { CommandResult } from './commands/command.js';
import { writeAll, type Host, type Output } from './host.js';

/** Runs one command line: argv -> command -> exit code. Never exits by itself and never throws for expected failures. */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  const parsed = parseArguments(argv, host);
  if ('text' in parsed) {
    const printed = await printHelp(parsed, host);
    return parsed.isError ? (misuseExits.get(argv[0]) ?? printed) : printed;
  }
  return finish(await attempt(parsed.work), parsed.options, host);
}

/** A bug of ours is reported like everything else, and is "could not tell". The error's own text may hold a secret. */
async function attempt(work: Work): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : new Error();
    const place = /^ +at (?:.*[/\\(])?([^/\\()]+:\d+:\d+)\)?$/m.exec(stack)?.[1] ?? 'an unknown place';
    return { pieces: [], diagnostics: [{ code: 'MCP905', message: `${name} at ${place}` }], sources: [] };
  }
}

/** Commands whose exit codes are another program's: what stays for a command line that cannot be understood. */
const misuseExits: ReadonlyMap<string | undefined, number> = new Map([['launch', 125]]);

type Parsed = { readonly work: Work; readonly options: ReportOptions } | { readonly text: string; readonly isError: boolean };

function parseArguments(argv: readonly string[], host: Host): Parsed {
  let chosen: Parsed | undefined;
  let text = '';
  const program = commandLine(host, (work, options) => (chosen = { work, options }), argv[0]);
  const capture = (part: string) => (text += part);
  for (const command of [program, ...program.commands] as Command[]) command.exitOverride().configureOutput({ writeOut: capture, writeErr: capture });
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { text, isError: error.exitCode !== 0 };
  }
  return chosen ?? { text: program.helpInformation(), isError: true };
}

async function printHelp({ text, isError }: { readonly text: string; readonly isError: boolean }, host: Host): Promise<number> {
  if (!isError) return (await writeAll(host.stdout, [text])) === undefined ? 0 : 2;
  if (!text.startsWith('error: ')) {
    await writeAll(host.stderr, [text]);
    return 2;
  }
  const message = text.replace(/^error: /, '').trim();
  return finish({ pieces: [], diagnostics: [{ code: 'MCP901', message: message.split('\n')[0] ?? '', fix: message.split('\n').slice(1).join(' ').trim() || 'See `mcpolicy --help`.' }], sources: [] }, { format: 'text' }, host);
}

/** Most runs print their product and have nothing to tell about it. What telling needs is loaded when there is something. */
async function finish(result: CommandResult, options: ReportOptions, host: Host): Promise<number> {
  if (result.diagnostics.length > 0 || options.product === 'report') return (await import('./tell.js')).tell(result, options, host);
  const failed = result.pieces.length === 0 ? undefined : await writeAll(host.stdout, result.pieces);
  return failed === undefined ? (result.exitCode ?? 0) : (await import('./tell.js')).tellCutShort(failed, options, host);
}

/**
 * Runs in the current process: what `bin/mcpolicy.js` calls. The global `process` is used on purpose: importing
 * `node:process` opens all three standard streams, and a stream that is not used costs a tenth of a small run.
 */
export async function runProcess(): Promise<void> {
  // A run that ends before it has an answer, because nothing is left to wait for, could not tell.
  process.exitCode = 2;
  const argv = process.argv.slice(2);
  const cwd = workingFolder();
  process.exitCode = cwd === undefined ? await lost(argv, hostOf('/')) : await main(argv, hostOf(cwd));
}

/** `undefined` where somebody has removed the folder in which the process was started. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

async function lost(argv: readonly string[], host: Host): Promise<number> {
  const exit = await finish({ pieces: [], diagnostics: [{ code: 'MCP102', message: 'cannot read: the working folder is gone', fix: 'Change to a folder that exists.' }], sources: [] }, { format: 'text' }, host);
  return misuseExits.get(argv[0]) ?? exit;
}

function hostOf(cwd: string): Host {
  return {
    cwd,
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    get isInteractive() {
      return process.stdin.isTTY && process.stderr.isTTY;
    },
    get stdout() {
      return outputOf(1, () => process.stdout);
    },
    get stderr() {
      return outputOf(2, () => process.stderr);
    },
    system: { node: process.execPath, signals: process, ...(process.geteuid === undefined ? {} : { user: process.geteuid() }), kill: (pid, signal) => process.kill(pid, signal) },
  };
}

/** Writing to a file needs no stream, and loading what streams need is a twelfth of a small run. */
function outputOf(descriptor: number, open: () => NodeJS.WriteStream): Output {
  if (!isRegularFile(descriptor)) return { stream: open(), isTerminal: open().isTTY };
  return {
    get stream() {
      return open();
    },
    isTerminal: false,
    writeNow: (text) => writeToFile(descriptor, text),
  };
}

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function writeToFile(descriptor: number, text: string): Error | undefined {
  try {
    writeFileSync(descriptor, text);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
