import type { LaunchPlan, PlannedFile, PlannedWord } from './plan.js';

export const shells = ['posix', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** A plan as commands for a shell: what would be run, word by word, and the names of the variables that it needs. */
export function shellScript(plan: LaunchPlan, shell: Shell): string {
  const writer = writers[shell];
  const needs = plan.needsEnv.length === 0 ? [] : [`# Needs the environment variables ${plan.needsEnv.join(', ')}.`];
  const command = writer.command(plan, [...plan.program, ...plan.overlay, ...plan.args]);
  return `${[...needs, ...(plan.files.length === 0 ? [command] : writer.withFiles(plan.files, command))].join('\n')}\n`;
}

interface Writer {
  readonly command: (plan: LaunchPlan, words: readonly PlannedWord[]) => string;
  /** Makes the files, runs the command, and removes them, whatever the command ends with. */
  readonly withFiles: (files: readonly PlannedFile[], command: string) => readonly string[];
}

/** Private files are put into the user's cache: clients distrust folders that others can write to. */
const posix: Writer = {
  withFiles: (files, command) => [
    'MCPOLICY_RUN=$(mktemp -d "${XDG_CACHE_HOME:-$HOME/.cache}"/mcpolicy-run-XXXXXX) || exit 125',
    'trap \'rm -r "$MCPOLICY_RUN"\' EXIT',
    ...files.map(({ name, text }) => (text === undefined ? `mkdir "$MCPOLICY_RUN"/${quotePosix(name)}` : `printf %s ${quotePosix(text)} > "$MCPOLICY_RUN"/${quotePosix(name)}`)),
    command,
  ],
  command: ({ setEnv, unsetEnv }, words) => {
    const env = [...unsetEnv.flatMap((name) => ['-u', quotePosix(name)]), ...setEnv.map(({ name, value }) => `${name}=${posixWord(value)}`)];
    return [...(env.length === 0 ? [] : ['env', ...env]), ...words.map(posixWord)].join(' ');
  },
};

function posixWord(word: PlannedWord): string {
  return typeof word === 'string' ? quotePosix(word) : `"$MCPOLICY_RUN"/${quotePosix(word.file)}`;
}

/** Words of harmless characters stay as they are; in single quotes only the single quote itself needs care. */
export function quotePosix(word: string): string {
  return /^[A-Za-z0-9_./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Since PowerShell 7.3 arguments reach programs as they are; older ones drop double quotes inside them. */
const powershell: Writer = {
  withFiles: (files, command) => [
    '$MCPOLICY_RUN = (New-Item -ItemType Directory -Path ([IO.Path]::Combine([Environment]::GetFolderPath("LocalApplicationData"), "mcpolicy-run-" + [IO.Path]::GetRandomFileName()))).FullName',
    'try {',
    ...files.map(({ name, text }) => (text === undefined ? `$null = New-Item -ItemType Directory -Path "$MCPOLICY_RUN/${name}"` : `[IO.File]::WriteAllText("$MCPOLICY_RUN/${name}", ${quotePowerShell(text)})`)),
    command,
    '} finally {',
    'Remove-Item -Recurse $MCPOLICY_RUN',
    '}',
  ],
  command: ({ setEnv, unsetEnv }, words) => {
    const env = [...unsetEnv.map((name) => `Remove-Item -ErrorAction Ignore ${quotePowerShell(`Env:${name}`)}`), ...setEnv.map(({ name, value }) => `$env:${name} = ${powershellWord(value)}`)];
    return ['# PowerShell 7.3 or later', ...env, `& ${words.map(powershellWord).join(' ')}`].join('\n');
  },
};

function powershellWord(word: PlannedWord): string {
  return typeof word === 'string' ? quotePowerShell(word) : `"$MCPOLICY_RUN/${word.file}"`;
}

/** PowerShell takes typographic single quotes for the plain one, so they are doubled as well. */
export function quotePowerShell(word: string): string {
  return `'${word.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

const writers: Readonly<Record<Shell, Writer>> = { posix, powershell };
