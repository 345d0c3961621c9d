import type { Entry, NativeValue } from '../../driver.js';
import { approvalRequired, type ApprovalMode, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';
import { ruleOf } from './names.js';

/** One server: its rules in the settings, and its entry in `mcpServers`. */
export function project(server: ServerPolicy): readonly Entry[] {
  return [...rules(server), ...serverEntries(server)];
}

const listOfMode: Readonly<Record<ApprovalMode, string>> = { approve: 'allow', prompt: 'ask' };

function rules(server: ServerPolicy): readonly Entry[] {
  const tools = server.tools.map(({ name, approvalMode }) => rule(listOfMode[approvalMode], server.name, name));
  const disabled = server.disabledTools.map((name) => rule('deny', server.name, name));
  const asksForAll = server.requiresApproval !== undefined && approvalRequired(server.requiresApproval);
  return [...(asksForAll ? [rule('ask', server.name)] : []), ...tools, ...disabled];
}

function rule(list: string, server: string, tool?: string): Entry {
  const entry: Entry = { part: 'settings', op: 'include', path: ['permissions', list], value: ruleOf(server, tool) };
  return tool === undefined ? entry : { ...entry, tool };
}

/** A server with a command and no type is a stdio one (2.1.332: `claude mcp get`). */
function serverEntries({ name, transport }: ServerPolicy): readonly Entry[] {
  if (transport === undefined) return [];
  const keys = transport.type === 'stdio' ? stdioKeys(transport) : remoteKeys(transport);
  return keys.map(([path, value]): Entry => ({ part: 'mcp', op: 'set', path: ['mcpServers', name, ...path], value, ...(path.length > 1 ? { withheld: true } : {}), ...(value === 'stdio' && path[0] === 'type' ? { isImplied: true } : {}) }));
}

type Keys = readonly (readonly [path: readonly string[], value: NativeValue])[];

function stdioKeys({ command, args, env }: StdioTransport): Keys {
  return [
    [['type'], 'stdio'],
    [['command'], text(command)],
    ...(args.length === 0 ? [] : [[['args'], args.map(text)] as const]),
    ...env.map(({ name, value }) => [['env', name], text(value)] as const),
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
