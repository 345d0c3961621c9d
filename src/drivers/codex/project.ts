import type { Entry, NativeValue } from '../../driver.js';
import { approvalRequired, literalOf, referenceOf, type Draft, type NamedTemplate, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';

/**
 * The keys of one server and of its tools (openai/codex:codex-rs/config/src/mcp_types.rs). Plain keys come before
 * sub-tables, as TOML wants them.
 */
export function project(server: ServerPolicy): readonly Entry[] {
  const entries: Entry[] = [];
  addTransportKeys(entries, server);
  addServerKeys(entries, server);
  addSubTables(entries, server);
  for (const { name, approvalMode } of server.tools) {
    entries.push({ part: 'config', op: 'set', path: ['mcp_servers', server.name, 'tools', name, 'approval_mode'], value: approvalMode, tool: name });
  }
  return entries;
}

/** Lists that Codex reads as sets. */
const unordered: ReadonlySet<string> = new Set(['enabled_tools', 'disabled_tools', 'env_vars', 'scopes']);
/** Tables of literal values of the environment and of headers. */
const withheld: ReadonlySet<string> = new Set(['env', 'http_headers']);

/** A key of the server, or of one of its tables. */
function add(entries: Entry[], server: ServerPolicy, path: readonly [string] | readonly [string, string], value: NativeValue): void {
  const entry: Draft<Entry> = { part: 'config', op: 'set', path: ['mcp_servers', server.name, ...path], value };
  if (withheld.has(path[0])) entry.withheld = true;
  if (unordered.has(path[0])) entry.isUnordered = true;
  entries.push(entry);
}

function addServerKeys(entries: Entry[], server: ServerPolicy): void {
  const { enabled, required, requiresApproval, enabledTools, disabledTools } = server;
  if (!enabled) add(entries, server, ['enabled'], false);
  if (required) add(entries, server, ['required'], true);
  if (requiresApproval !== undefined) add(entries, server, ['default_tools_approval_mode'], approvalRequired(requiresApproval) ? 'prompt' : 'approve');
  if (enabledTools !== undefined) add(entries, server, ['enabled_tools'], enabledTools);
  if (disabledTools.length > 0) add(entries, server, ['disabled_tools'], disabledTools);
}

function addTransportKeys(entries: Entry[], server: ServerPolicy): void {
  const { transport } = server;
  if (transport?.type === 'stdio') addStdioKeys(entries, server, transport);
  else if (transport !== undefined) addRemoteKeys(entries, server, transport);
}

function addStdioKeys(entries: Entry[], server: ServerPolicy, { command, args, cwd, env }: StdioTransport): void {
  const inherited = env.flatMap(({ value }) => referenceOf(value) ?? []);
  add(entries, server, ['command'], text(command));
  if (args.length > 0) add(entries, server, ['args'], args.map(text));
  if (cwd !== undefined) add(entries, server, ['cwd'], text(cwd));
  if (inherited.length > 0) add(entries, server, ['env_vars'], inherited);
}

function addRemoteKeys(entries: Entry[], server: ServerPolicy, { url, bearerTokenEnv, oauth }: RemoteTransport): void {
  add(entries, server, ['url'], text(url));
  if (bearerTokenEnv !== undefined) add(entries, server, ['bearer_token_env_var'], bearerTokenEnv);
  if (oauth?.scopes !== undefined) add(entries, server, ['scopes'], oauth.scopes);
}

function addSubTables(entries: Entry[], server: ServerPolicy): void {
  const { transport } = server;
  if (transport === undefined) return;
  if (transport.type === 'stdio') return addLiterals(entries, server, 'env', transport.env);
  addLiterals(entries, server, 'http_headers', transport.headers);
  for (const { name, value } of transport.headers) {
    const variable = referenceOf(value);
    if (variable !== undefined) add(entries, server, ['env_http_headers', name], variable);
  }
  if (transport.oauth?.clientId !== undefined) add(entries, server, ['oauth', 'client_id'], transport.oauth.clientId);
}

function addLiterals(entries: Entry[], server: ServerPolicy, table: string, named: readonly NamedTemplate[]): void {
  for (const { name, value } of named) {
    const literal = literalOf(value);
    if (literal !== undefined) add(entries, server, [table, name], literal);
  }
}

/** Behind the gate every text that Codex takes literally is one. */
function text(template: Template): string {
  const literal = literalOf(template);
  if (literal === undefined) throw new Error('a reference passed the gate');
  return literal;
}
