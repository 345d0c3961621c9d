import type { Command } from 'commander';
import { bashScript } from '../completion/bash.js';
import { fishScript } from '../completion/fish.js';
import { powershellScript } from '../completion/powershell.js';
import { completedCommands, type CompletedCommand } from '../completion/tree.js';
import { zshScript } from '../completion/zsh.js';
import { didYouMean } from '../suggest.js';
import { product, usage, type CommandResult } from './command.js';

const scripts = new Map<string, (commands: readonly CompletedCommand[]) => string>([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
  ['powershell', powershellScript],
]);

/** Prints a script that completes the commands of this very program. */
export function runCompletion(shell: string, program: Command): CommandResult {
  const script = scripts.get(shell);
  if (script === undefined) return usage(`there is no completion for ${JSON.stringify(shell)}`, `Shells: ${[...scripts.keys()].join(', ')}.${didYouMean(shell, [...scripts.keys()])}`);
  return product([script(completedCommands(program))]);
}
