import type { Argument, Command, Option } from 'commander';
import { allCodes } from '../diagnostics.js';
import { driverIds } from '../drivers/registry.js';
import { fingerprintScopes } from '../spec/fingerprint.js';

/** What may stand at one place of a command line: some of these words, a path, or anything. */
export type Values = readonly string[] | 'files' | 'anything';

export interface CompletedOption {
  readonly flag: string;
  readonly about: string;
  /** Absent: the option is a switch. */
  readonly values?: Values;
}

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** What its arguments are. */
  readonly values: Values;
}

/** The command tree in the form that every shell's script is made of. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    options: [...command.options.filter((option) => option.long !== undefined).map(completedOption), { flag: '--help', about: 'display help for command' }],
    values: command.registeredArguments.map(argumentValues)[0] ?? [],
  }));
}

function completedOption(option: Option): CompletedOption {
  const placeholder = /[<[]([^<>[\]]+)[>\]]/.exec(option.flags)?.[1];
  const values = option.argChoices ?? (placeholder === undefined ? undefined : valuesOf(placeholder));
  return { flag: option.long ?? '', about: option.description, ...(values === undefined ? {} : { values }) };
}

function argumentValues(argument: Argument): Values {
  return argument.argChoices ?? valuesOf(argument.name());
}

/** What the name of a placeholder in the help stands for. */
function valuesOf(placeholder: string): Values {
  return known[placeholder.replace(/\.{3}$/, '')] ?? 'anything';
}

const known: Readonly<Record<string, Values>> = {
  driver: driverIds,
  subject: allCodes,
  scope: fingerprintScopes,
  format: ['toml', 'yaml', 'json', 'jsonc'],
  shell: ['bash', 'zsh', 'fish', 'powershell'],
  file: 'files',
  files: 'files',
  folder: 'files',
  path: 'files',
  paths: 'files',
  specs: 'files',
};
