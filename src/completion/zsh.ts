import type { CompletedCommand, Values } from './tree.js';

/** A completion script for zsh: to be sourced, or kept as `_mcpolicy` in a folder of `$fpath`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, about }) => `      ${quoted(`${name}:${about.replaceAll(':', ' -')}`)}\n`);
  const values = commands.flatMap(({ name, options }) => options.flatMap((option) => (option.values === undefined ? [] : [`    ${name}:${option.flag}) ${offer(option.values)}; return ;;\n`])));
  const flags = commands.map(({ name, options }) => `      ${name}) compadd -- ${options.map((option) => option.flag).join(' ')} ;;\n`);
  const rest = commands.map((command) => `      ${command.name}) ${offer(command.values)} ;;\n`);
  return `#compdef mcpolicy
# zsh completion for mcpolicy, made by: mcpolicy completion zsh
_mcpolicy() {
  local command=$words[2] previous=$words[CURRENT-1]
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(
${described.join('')}    )
    _describe command commands
    return
  fi
  case "$command:$previous" in
${values.join('')}  esac
  if [[ $PREFIX == -* ]]; then
    case "$command" in
${flags.join('')}    esac
  else
    case "$command" in
${rest.join('')}    esac
  fi
}
if [ "$funcstack[1]" = "_mcpolicy" ]; then
  _mcpolicy "$@"
else
  compdef _mcpolicy mcpolicy
fi
`;
}

function offer(values: Values): string {
  if (values === 'files') return '_files';
  return values === 'anything' || values.length === 0 ? ':' : `compadd -- ${values.join(' ')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
