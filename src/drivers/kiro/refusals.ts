import type { Refusal } from '../../driver.js';
import type { ServerPolicy, Template } from '../../model.js';

/** Everything about one server, names and cells aside, that an agent file cannot say exactly. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { name, transport, enabled } = server;
  if (transport === undefined) {
    return enabled ? [] : [{ code: 'MCP304', server: name, why: 'the switch stands in the entry of the server, which this spec does not declare', fix: 'Declare the command.' }];
  }
  if (transport.type !== 'stdio') return [];
  const cwd: readonly Refusal[] = transport.cwd === undefined ? [] : [{ code: 'MCP304', server: name, why: 'the entry of a server has no cwd', fix: 'Remove cwd, or let the command change the folder itself.' }];
  return [
    ...withoutReference(name, 'command', transport.command),
    ...transport.args.flatMap((argument, index) => withoutReference(name, `argument ${String(index + 1)}`, argument)),
    ...cwd,
  ];
}

function withoutReference(server: string, label: string, text: Template): readonly Refusal[] {
  if (!text.some((part) => typeof part === 'object')) return [];
  return [{ code: 'MCP303', server, why: `references are expanded in env only, not in ${label}`, fix: 'Write the value out, or let the server read the variable itself (env).' }];
}
