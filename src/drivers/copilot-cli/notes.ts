import type { DriverNote } from '../../driver.js';
import type { ServerPolicy, Template, Transport } from '../../model.js';

/** True things that change no verdict: what decides on unnamed tools, and what no flag can promise. */
export function notes(server: ServerPolicy): readonly DriverNote[] {
  const list: DriverNote[] = [
    { code: 'MCP322', server: server.name, text: 'Copilot CLI asks for unnamed tools, but runs those whose server sets readOnlyHint' },
  ];
  if (server.tools.some(({ name }) => name.includes('-'))) {
    list.push({ code: 'MCP322', server: server.name, text: 'a tool that the server lists later takes the rule of another one when Copilot CLI turns both names into the same key ("x.y" and "x-y"); compare the tool list of the server' });
  }
  if (server.transport !== undefined && refers(server.transport)) {
    list.push({ code: 'MCP322', server: server.name, text: 'Copilot CLI sends a reference to a variable that is not set as the text ${NAME}; check the variables before the start' });
  }
  if (server.tools.length > 0 || server.disabledTools.length > 0) {
    list.push({ code: 'MCP322', server: server.name, text: 'hooks of the user or of a trusted folder can allow what no rule allows; start with a fresh COPILOT_HOME, without COPILOT_ALLOW_ALL and without --trust-folder' });
  }
  return list;
}

function refers(transport: Transport): boolean {
  if (transport.type === 'stdio') return [transport.command, ...transport.args, ...transport.env.map(({ value }) => value)].some(hasReference);
  return transport.bearerTokenEnv !== undefined || [transport.url, ...transport.headers.map(({ value }) => value)].some(hasReference);
}

function hasReference(text: Template): boolean {
  return text.some((part) => typeof part === 'object');
}
