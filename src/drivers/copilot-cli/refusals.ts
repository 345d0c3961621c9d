import type { Refusal } from '../../driver.js';
import type { RemoteTransport, ServerPolicy, StdioTransport, Template } from '../../model.js';

/** Everything about one server, names and cells aside, that Copilot CLI cannot say exactly. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { transport } = server;
  const ofTransport = transport === undefined ? [] : transport.type === 'stdio' ? stdioRefusals(server.name, transport) : remoteRefusals(server.name, transport);
  return [...enabledToolRefusals(server), ...ofTransport];
}

function enabledToolRefusals({ name: server, transport, enabledTools }: ServerPolicy): readonly Refusal[] {
  if (enabledTools === undefined) return [];
  if (transport === undefined) {
    return [{ code: 'MCP304', server, why: 'Copilot CLI keeps the enabled tools in the entry of the server, which this spec does not declare', fix: 'Declare command or url, or list the other tools in disabledTools.' }];
  }
  return enabledTools.includes('*') ? [{ code: 'MCP302', server, tool: '*', why: 'Copilot CLI reads "*" in the list of enabled tools as every tool' }] : [];
}

function stdioRefusals(server: string, transport: StdioTransport): readonly Refusal[] {
  return [
    ...literalOnly(server, 'command', transport.command),
    ...transport.args.flatMap((argument, index) => literalOnly(server, `argument ${String(index + 1)}`, argument)),
    ...(transport.cwd === undefined ? [] : literalOnly(server, 'cwd', transport.cwd)),
    ...transport.env.flatMap(({ name, value }) => expanded(server, `env "${name}"`, value)),
  ];
}

function remoteRefusals(server: string, transport: RemoteTransport): readonly Refusal[] {
  return [...literalOnly(server, 'url', transport.url), ...transport.headers.flatMap(({ name, value }) => expanded(server, `header "${name}"`, value))];
}

function literalOnly(server: string, label: string, text: Template): readonly Refusal[] {
  const reference = text.some((part) => typeof part === 'object');
  const why = `Copilot CLI was seen to expand references in env and headers only, not in ${label}`;
  return reference ? [{ code: 'MCP303', server, why, fix: 'Write the value out, or let the server read the variable itself (env).' }] : expanded(server, label, text);
}

function expanded(server: string, label: string, text: Template): readonly Refusal[] {
  const hasDollar = text.some((part) => typeof part === 'string' && part.includes('$'));
  return hasDollar ? [{ code: 'MCP303', server, why: `Copilot CLI expands "$" forms in ${label}, so this text would not stay literal`, fix: 'Put the whole value into an environment variable and refer to it as ${env:NAME}.' }] : [];
}
