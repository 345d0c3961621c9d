import type { Entry, NativeValue } from '../../driver.js';
import { approvalRequired, literalOf, referenceOf, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';

/**
 * The keys of one server and of its tools (openai/codex:codex-rs/config/src/mcp_types.rs). Plain keys come before
 * sub-tables, as TOML wants them.
 */
export function project(server: ServerPolicy): readonly Entry[] {
  const root = ['mcp_servers', server.name];
  const entries = [...serverKeys(server), ...subTables(server)].map(
    ([path, value]): Entry => ({ part: 'config', op: 'set', path: [...root, ...path], value, ...(isWithheld(path) ? { withheld: true } : {}), ...(unordered.has(path[0] ?? '') ? { isUnordered: true } : {}) }),
  );
  for (const tool of server.tools) {
    entries.push({ part: 'config', op: 'set', path: ['mcp_servers', server.name, 'tools', tool.name, 'approval_mode'], value: tool.approvalMode, tool: tool.name });
  }
  return entries;
}

/** Lists that Codex reads as sets. */
const unordered: ReadonlySet<string> = new Set(['enabled_tools', 'disabled_tools', 'env_vars', 'scopes']);

/** Literal values of the environment and of headers. */
function isWithheld([table, name]: readonly string[]): boolean {
  return name !== undefined && (table === 'env' || table === 'http_headers');
}

type Keys = readonly (readonly [path: readonly string[], value: NativeValue])[];

function serverKeys(server: ServerPolicy): Keys {
  return [
    ...transportKeys(server),
    ...(server.enabled ? [] : [key('enabled', false)]),
    ...(server.required ? [key('required', true)] : []),
    ...(server.requiresApproval === undefined ? [] : [key('default_tools_approval_mode', approvalRequired(server.requiresApproval) ? 'prompt' : 'approve')]),
    ...(server.enabledTools === undefined ? [] : [key('enabled_tools', server.enabledTools)]),
    ...(server.disabledTools.length === 0 ? [] : [key('disabled_tools', server.disabledTools)]),
  ];
}

function key(name: string, value: NativeValue): Keys[number] {
  return [[name], value];
}

function transportKeys({ transport }: ServerPolicy): Keys {
  if (transport === undefined) return [];
  return transport.type === 'stdio' ? stdioKeys(transport) : remoteKeys(transport);
}

function stdioKeys(transport: StdioTransport): Keys {
  const inherited = transport.env.flatMap(({ value }) => referenceOf(value) ?? []);
  return [
    key('command', text(transport.command)),
    ...(transport.args.length === 0 ? [] : [key('args', transport.args.map(text))]),
    ...(transport.cwd === undefined ? [] : [key('cwd', text(transport.cwd))]),
    ...(inherited.length === 0 ? [] : [key('env_vars', inherited)]),
  ];
}

function remoteKeys(transport: RemoteTransport): Keys {
  const bearer = transport.bearerTokenEnv;
  const scopes = transport.oauth?.scopes;
  return [
    key('url', text(transport.url)),
    ...(bearer === undefined ? [] : [key('bearer_token_env_var', bearer)]),
    ...(scopes === undefined ? [] : [key('scopes', scopes)]),
  ];
}

function subTables({ transport }: ServerPolicy): Keys {
  if (transport === undefined) return [];
  if (transport.type === 'stdio') return transport.env.flatMap(({ name, value }) => literalEntry('env', name, value));
  const clientId = transport.oauth?.clientId;
  return [
    ...transport.headers.flatMap(({ name, value }) => literalEntry('http_headers', name, value)),
    ...transport.headers.flatMap(({ name, value }): Keys => {
      const variable = referenceOf(value);
      return variable === undefined ? [] : [[['env_http_headers', name], variable]];
    }),
    ...(clientId === undefined ? [] : [[['oauth', 'client_id'], clientId] as const]),
  ];
}

function literalEntry(table: string, name: string, value: Template): Keys {
  const literal = literalOf(value);
  return literal === undefined ? [] : [[[table, name], literal]];
}

/** Behind the gate every text that Codex takes literally is one. */
function text(template: Template): string {
  const literal = literalOf(template);
  if (literal === undefined) throw new Error('a reference passed the gate');
  return literal;
}
