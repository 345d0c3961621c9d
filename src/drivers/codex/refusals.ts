import type { Refusal } from '../../driver.js';
import { literalOf, referenceOf, type NamedTemplate, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';

/** References that Codex has no key for. It takes names of variables in three places and never expands text. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { transport } = server;
  if (transport === undefined) return none;
  return transport.type === 'stdio' ? stdioRefusals(server.name, transport) : remoteRefusals(server.name, transport);
}

const none: readonly Refusal[] = [];

function stdioRefusals(server: string, transport: StdioTransport): readonly Refusal[] {
  return [
    ...embedded(server, 'command', transport.command),
    ...transport.args.flatMap((argument, index) => embedded(server, `argument ${String(index + 1)}`, argument)),
    ...(transport.cwd === undefined ? none : embedded(server, 'cwd', transport.cwd)),
    ...transport.env.flatMap((variable) => environmentRefusal(server, variable)),
  ];
}

function environmentRefusal(server: string, { name, value }: NamedTemplate): readonly Refusal[] {
  if (literalOf(value) !== undefined || referenceOf(value) === name) return none;
  const renamed = referenceOf(value) !== undefined;
  const why = renamed ? `Codex passes environment variables on under their own name only, and "${name}" refers to another one` : `Codex does not expand references inside the value of "${name}"`;
  return [{ code: 'MCP303', server, why, fix: `Write ${name} = "\${env:${name}}" and set that variable for Codex.` }];
}

function remoteRefusals(server: string, transport: RemoteTransport): readonly Refusal[] {
  return [...embedded(server, 'url', transport.url), ...transport.headers.flatMap((header) => headerRefusal(server, header))];
}

function headerRefusal(server: string, header: NamedTemplate): readonly Refusal[] {
  if (literalOf(header.value) !== undefined || referenceOf(header.value) !== undefined) return none;
  const fix = header.name.toLowerCase() === 'authorization' ? 'Write exactly "Bearer ${env:NAME}".' : 'Let the variable hold the whole value of the header.';
  return [{ code: 'MCP303', server, why: `Codex takes a header from a variable as a whole, and header "${header.name}" holds a reference inside other text`, fix }];
}

function embedded(server: string, label: string, value: Template): readonly Refusal[] {
  if (literalOf(value) !== undefined) return none;
  return [{ code: 'MCP303', server, why: `Codex does not expand references in ${label}`, fix: 'Write the value out, or let the server read the variable itself (env).' }];
}
