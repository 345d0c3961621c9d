import type { DriverNote } from '../../driver.js';
import type { ServerPolicy, Template } from '../../model.js';

/** True things that change no verdict: what decides on unnamed tools, and what no file can promise. */
export function notes(server: ServerPolicy): readonly DriverNote[] {
  const asks = server.tools.some(({ approvalMode }) => approvalMode === 'prompt');
  const list: DriverNote[] = [];
  if (server.requiresApproval === undefined) {
    list.push({ code: 'MCP320', server: server.name, text: 'Gemini CLI asks for unnamed tools, leaves them out where nobody can answer, and runs them under --yolo or trust' });
  }
  if (server.tools.some(({ name }) => name.includes('_'))) {
    list.push({ code: 'MCP322', server: server.name, text: 'a tool that the server lists later takes the rule of another one when Gemini CLI turns both names into the same key ("x/y" and "x_y"); compare the tool list of the server' });
  }
  if (server.transport === undefined && asks) {
    list.push({ code: 'MCP322', server: server.name, text: 'prompt holds only while the entry that declares this server does not set trust to true' });
  }
  if (refers(server)) {
    list.push({ code: 'MCP322', server: server.name, text: 'Gemini CLI expands the values of referenced variables in env and headers once more, so a value that holds "$" changes; a variable that is not set reads as empty or as the text ${NAME}' });
  }
  return list;
}

function refers({ transport }: ServerPolicy): boolean {
  if (transport === undefined) return false;
  if (transport.type === 'stdio') return [transport.command, transport.cwd ?? [], ...transport.args, ...transport.env.map(({ value }) => value)].some(hasReference);
  return transport.bearerTokenEnv !== undefined || [transport.url, ...transport.headers.map(({ value }) => value)].some(hasReference);
}

function hasReference(text: Template): boolean {
  return text.some((part) => typeof part === 'object');
}
