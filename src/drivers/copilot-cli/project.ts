import type { Entry, NativeValue } from '../../driver.js';
import type { RemoteTransport, ServerPolicy, StdioTransport, Template } from '../../model.js';
import { offeredName, ruleOf } from './names.js';

/** One server: its flags, and its entry in mcp-config.json. A prompt does not get here: the gate refuses it. */
export function project(server: ServerPolicy): readonly Entry[] {
  return [...flags(server), ...serverEntries(server)];
}

function flags({ name: server, enabled, tools, disabledTools }: ServerPolicy): readonly Entry[] {
  return [
    ...(enabled ? [] : [{ part: 'args', op: 'include', path: ['args'], value: `--disable-mcp-server=${server}` } as const]),
    ...tools.map(({ name }) => flag(`--allow-tool=${ruleOf(server, name)}`, name)),
    ...disabledTools.flatMap((name) => [flag(`--deny-tool=${ruleOf(server, name)}`, name), flag(`--excluded-tools=${offeredName(server, name)}`, name)]),
  ];
}

function flag(value: string, tool: string): Entry {
  return { part: 'args', op: 'include', path: ['args'], value, tool };
}

function serverEntries({ name, transport, enabledTools }: ServerPolicy): readonly Entry[] {
  if (transport === undefined) return [];
  const keys: Keys = [...(transport.type === 'stdio' ? stdioKeys(transport) : remoteKeys(transport)), [['tools'], enabledTools ?? ['*']]];
  return keys.map(([path, value]): Entry => ({ part: 'mcp', op: 'set', path: ['mcpServers', name, ...path], value, ...(path.length > 1 ? { withheld: true } : {}), ...(path[0] === 'tools' ? { isUnordered: true } : {}) }));
}

type Keys = readonly (readonly [path: readonly string[], value: NativeValue])[];

function stdioKeys({ command, args, env, cwd }: StdioTransport): Keys {
  return [
    [['type'], 'local'],
    [['command'], text(command)],
    [['args'], args.map(text)],
    ...env.map(({ name, value }) => [['env', name], text(value)] as const),
    ...(cwd === undefined ? [] : [[['cwd'], text(cwd)] as const]),
  ];
}

function remoteKeys({ type, url, headers, bearerTokenEnv }: RemoteTransport): Keys {
  const bearer = bearerTokenEnv === undefined ? [] : [{ name: 'Authorization', value: ['Bearer ', { env: bearerTokenEnv }] }];
  return [
    [['type'], type === 'sse' ? 'sse' : 'http'],
    [['url'], text(url)],
    ...[...bearer, ...headers].map(({ name, value }) => [['headers', name], text(value)] as const),
  ];
}

/** The text with references in the client's own syntax. */
function text(template: Template): string {
  return template.map((part) => (typeof part === 'string' ? part : `\${${part.env}}`)).join('');
}
