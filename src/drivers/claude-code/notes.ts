import type { DriverNote } from '../../driver.js';
import type { ServerPolicy, Template } from '../../model.js';

/** True things that change no verdict: what decides on unnamed tools, and what no file can promise. */
export function notes(server: ServerPolicy): readonly DriverNote[] {
  const list: DriverNote[] = [];
  if (server.requiresApproval === undefined) {
    const canBeDeclared = server.tools.every(({ approvalMode }) => approvalMode === 'prompt');
    list.push({ code: canBeDeclared ? 'MCP320' : 'MCP322', server: server.name, text: 'Claude Code asks for unnamed tools in its default mode, and runs them in bypass mode' });
  }
  if (server.tools.some(({ name }) => name.includes('_')) || (server.tools.length > 0 && server.name.includes('_'))) {
    list.push({ code: 'MCP322', server: server.name, text: 'a tool or server that appears later takes over a rule when Claude Code turns both names into the same key ("x.y" and "x_y"); compare the tool list of the server' });
  }
  if (server.tools.some(({ approvalMode }) => approvalMode === 'prompt')) {
    list.push({ code: 'MCP322', server: server.name, text: 'prompt holds unless a PermissionRequest hook or a host answers for the user, or managed settings allow managed rules only' });
  }
  if (refers(server)) {
    list.push({ code: 'MCP322', server: server.name, text: 'Claude Code sends a reference to a variable that is not set as the text ${NAME}, and expands a value that itself holds ${NAME} once more in headers; check the variables before the start' });
  }
  return list;
}

function refers({ transport }: ServerPolicy): boolean {
  if (transport === undefined) return false;
  if (transport.type === 'stdio') return [transport.command, ...transport.args, ...transport.env.map(({ value }) => value)].some(hasReference);
  return transport.bearerTokenEnv !== undefined || [transport.url, ...transport.headers.map(({ value }) => value)].some(hasReference);
}

function hasReference(text: Template): boolean {
  return text.some((part) => typeof part === 'object');
}
