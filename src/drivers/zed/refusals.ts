import type { Refusal } from '../../driver.js';
import type { ServerPolicy, Template } from '../../model.js';

/** Everything about one server, names and cells aside, that Zed cannot say exactly. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { name, transport, enabled } = server;
  if (transport === undefined) {
    return enabled ? [] : [{ code: 'MCP304', server: name, why: 'Zed keeps the switch in the entry of the server, which this spec does not declare', fix: 'Declare command or url.' }];
  }
  if (transport.type !== 'stdio') return [];
  const cwd: readonly Refusal[] = transport.cwd === undefined ? [] : [{ code: 'MCP304', server: name, why: 'Zed starts servers in the folder of the project and has no cwd', fix: 'Remove cwd, or let the command change the folder itself.' }];
  return [
    ...shellText(name, 'command', transport.command),
    ...transport.args.flatMap((argument, index) => shellText(name, `argument ${String(index + 1)}`, argument)),
    ...cwd,
  ];
}

/** Newer releases start servers through the user's shell, older ones directly; these forms differ between the two. */
const expandedByShells = /[$`]|%\w+%/;

function shellText(server: string, label: string, text: Template): readonly Refusal[] {
  const isExpanded = text.some((part) => typeof part === 'string' && expandedByShells.test(part));
  return isExpanded ? [{ code: 'MCP303', server, why: `a shell that Zed starts servers with could expand ${label}, so this text would not stay literal`, fix: 'Pass the value as an environment variable (env).' }] : [];
}
