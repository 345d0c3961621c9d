import type { LaunchPlan, PlannedFile, PlannedWord } from './plan.js';

export const shells = ['posix', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** A plan as commands for a shell: what would be run, word by word, and the names of the variables that it needs. */
export function shellScript(plan: LaunchPlan, shell: Shell): string {
  const writer = writers[shell];
  const needs = plan.needsEnv.length === 0 ? [] : [`# Needs the environment variables ${plan.needsEnv.join(', ')}.`];
  const files = plan.files.length === 0 ? [] : writer.files(plan.files);
  const command = [...plan.program, ...plan.overlay, ...plan.args];
  return `${[...needs, ...files, writer.command(plan, command), ...(plan.files.length === 0 ? [] : [writer.remove])].join('\n')}\n`;
}

interface Writer {
  readonly files: (files: readonly PlannedFile[]) => readonly string[];
  readonly command: (plan: LaunchPlan, words: readonly PlannedWord[]) => string;
  readonly remove: string;
}

/** Private files are put into the user's cache: clients distrust folders that others can write to. */
const posix: Writer = {
  files: (files) => ['MCPOLICY_RUN=$(mktemp -d "${XDG_CACHE_HOME:-$HOME/.cache}"/mcpolicy-run-XXXXXX)', ...files.map(({ name, text }) => (text === undefined ? `mkdir "$MCPOLICY_RUN"/${quotePosix(name)}` : `printf %s ${quotePosix(text)} > "$MCPOLICY_RUN"/${quotePosix(name)}`))],
  command: ({ setEnv, unsetEnv }, words) => {
    const env = [...unsetEnv.flatMap((name) => ['-u', quotePosix(name)]), ...setEnv.map(({ name, value }) => `${name}=${posixWord(value)}`)];
    return [...(env.length === 0 ? [] : ['env', ...env]), ...words.map(posixWord)].join(' ');
  },
  remove: 'rm -r "$MCPOLICY_RUN"',
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
  files: (files) => [
    '$MCPOLICY_RUN = (New-Item -ItemType Directory -Path ([IO.Path]::Combine([Environment]::GetFolderPath("LocalApplicationData"), "mcpolicy-run-" + [IO.Path]::GetRandomFileName()))).FullName',
    ...files.map(({ name, text }) => (text === undefined ? `$null = New-Item -ItemType Directory -Path "$MCPOLICY_RUN/${name}"` : `[IO.File]::WriteAllText("$MCPOLICY_RUN/${name}", ${quotePowerShell(text)})`)),
  ],
  command: ({ setEnv, unsetEnv }, words) => {
    const env = [...unsetEnv.map((name) => `Remove-Item -ErrorAction Ignore ${quotePowerShell(`Env:${name}`)}`), ...setEnv.map(({ name, value }) => `$env:${name} = ${powershellWord(value)}`)];
    return ['# PowerShell 7.3 or later', ...env, `& ${words.map(powershellWord).join(' ')}`].join('\n');
  },
  remove: 'Remove-Item -Recurse $MCPOLICY_RUN',
};

function powershellWord(word: PlannedWord): string {
  return typeof word === 'string' ? quotePowerShell(word) : `"$MCPOLICY_RUN/${word.file}"`;
}

/** PowerShell takes typographic single quotes for the plain one, so they are doubled as well. */
export function quotePowerShell(word: string): string {
  return `'${word.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

const writers: Readonly<Record<Shell, Writer>> = { posix, powershell };
