import type { CompletedCommand, Values } from './tree.js';

/** A completion script for bash 3.2 and later. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) => options.flatMap((option) => (option.values === undefined ? [] : [`      ${name}:${option.flag}) ${assign(option.values)} ;;\n`])));
  const flags = commands.map(({ name, options }) => `          ${name}) words='${options.map((option) => option.flag).join(' ')}' ;;\n`);
  const rest = commands.map((command) => `          ${command.name}) ${assign(command.values)} ;;\n`);
  return `# bash completion for mcpolicy, made by: mcpolicy completion bash
_mcpolicy() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} previous=\${COMP_WORDS[COMP_CWORD-1]} words= files= IFS=$' \\n'
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')} --help --version'
  else
    case "$command:$previous" in
${values.join('')}      *)
        case "$cur" in
        -*)
          case "$command" in
${flags.join('')}          esac ;;
        *)
          case "$command" in
${rest.join('')}          esac ;;
        esac ;;
    esac
  fi
  if [ -n "$files" ]; then
    IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -F _mcpolicy mcpolicy
`;
}

function assign(values: Values): string {
  if (values === 'files') return 'files=1';
  return values === 'anything' ? ':' : `words='${values.join(' ')}'`;
}
