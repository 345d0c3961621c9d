import type { CompletedCommand, CompletedOption, Values } from './tree.js';

/** A completion script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const top = commands.map(({ name, about }) => `complete -c mcpolicy -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}\n`);
  const own = commands.flatMap((command) => [argumentLine(command), ...command.options.map((option) => optionLine(command, option))]);
  return `# fish completion for mcpolicy, made by: mcpolicy completion fish\ncomplete -c mcpolicy -f\n${top.join('')}${own.join('')}`;
}

function argumentLine({ name, values }: CompletedCommand): string {
  const offered = values === 'files' ? '-F' : wordsOf(values);
  return offered === '' ? '' : `complete -c mcpolicy -n '__fish_seen_subcommand_from ${name}' ${offered}\n`;
}

function optionLine({ name }: CompletedCommand, { flag, about, values }: CompletedOption): string {
  const offered = values === undefined ? '' : values === 'files' ? ' -r -F' : ` -x ${wordsOf(values)}`.trimEnd();
  return `complete -c mcpolicy -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${offered} -d ${quoted(about)}\n`;
}

function wordsOf(values: Exclude<Values, 'files'>): string {
  return values === 'anything' || values.length === 0 ? '' : `-a '${values.join(' ')}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
