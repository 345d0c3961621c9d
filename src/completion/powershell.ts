import type { CompletedCommand, Values } from './tree.js';

/** A completion script for PowerShell 5.1 and later. Paths are completed by the shell itself where nothing is offered. */
export function powershellScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) => options.flatMap((option) => (option.values === undefined ? [] : [`    '${name}:${option.flag}' = ${list(option.values)}\n`])));
  const flags = commands.map(({ name, options }) => `    '${name}' = ${list(options.map((option) => option.flag))}\n`);
  const rest = commands.map((command) => `    '${command.name}' = ${list(command.values)}\n`);
  return `# PowerShell completion for mcpolicy, made by: mcpolicy completion powershell
Register-ArgumentCompleter -Native -CommandName mcpolicy -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = ${list(commands.map(({ name }) => name))}
  $values = @{
${values.join('')}  }
  $flags = @{
${flags.join('')}  }
  $arguments = @{
${rest.join('')}  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  if ($words.Count -le 1) { $offered = $commands }
  else {
    $key = $words[1] + ':' + $words[-1]
    if ($values.ContainsKey($key)) { $offered = $values[$key] }
    elseif ($wordToComplete -like '-*') { $offered = $flags[$words[1]] }
    else { $offered = $arguments[$words[1]] }
  }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

function list(values: Values): string {
  return typeof values === 'string' ? '@()' : `@(${values.map((value) => `'${value}'`).join(', ')})`;
}
