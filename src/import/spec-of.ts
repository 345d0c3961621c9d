import { isSayable } from '../audit/sayable.js';
import { secretLiterals } from '../audit/secrets.js';
import type { ExactDriver, Literal, Observed, ObservedApproval, ObservedServer, Remark } from '../driver.js';
import { compareNames } from '../model.js';
import { emptyTable, setOwn } from '../render/tables.js';

/** A spec made of what a client's files say, and everything that could not be carried into it. */
export interface ImportedSpec {
  readonly value: Readonly<Record<string, unknown>>;
  readonly remarks: readonly Remark[];
}

/**
 * What the files say, in the words of a spec. Only exact approvals are carried: anything wider, foreign or dead is
 * reported and left where it is, never guessed. Secrets become references.
 */
export function specOf(driver: ExactDriver, found: Observed, targets: Readonly<Record<string, unknown>>): ImportedSpec {
  const all = driver.requiresTransport ? found.servers : [...found.servers, ...namedOnly(found)];
  const narrowed = all.map(sayableLists);
  const observed = { ...found, servers: narrowed.map(({ server }) => server) };
  const sorted = [...observed.servers].sort((a, b) => compareNames(a.name, b.name));
  const servers = sorted.filter((server) => whyNotNamed(driver, server.name) === undefined);
  const mcpServers = emptyTable();
  for (const server of servers) setOwn(mcpServers, server.name, serverValue(server, observed));
  const value = { version: 1, mcpServers, ...(Object.keys(targets).length === 0 ? {} : { targets }) };
  return { value, remarks: [...observed.remarks, ...narrowed.flatMap(({ remarks }) => remarks), ...sorted.flatMap((server) => unnamedRemarks(driver, server)), ...servers.flatMap(unsaidRemarks), ...uncarried(observed, new Set(servers))] };
}

/** Why a server cannot be declared: a spec cannot hold its name, or the client itself starts no server of that name. */
function whyNotNamed(driver: ExactDriver, name: string): string | undefined {
  if (!isSayable(name)) return 'a spec cannot hold its name';
  const named = driver.nameable(name, undefined, { servers: [], targets: [] });
  return named.ok ? undefined : named.why;
}

function unnamedRemarks(driver: ExactDriver, server: ObservedServer): readonly Remark[] {
  const why = whyNotNamed(driver, server.name);
  return why === undefined ? [] : [{ code: 'MCP417', part: server.part, path: server.path, server: server.name, message: `the server is not imported: ${why}`, fix: 'Rename the server in the file.' }];
}

const lists = ['enabledTools', 'disabledTools'] as const;

/** A server without the lists that a spec cannot say, name by name. They stay in the file as they are. */
function sayableLists(server: ObservedServer): { readonly server: ObservedServer; readonly remarks: readonly Remark[] } {
  const unsayable = lists.filter((list) => list in server.fields && !isNameList(server.fields[list]));
  if (unsayable.length === 0) return { server, remarks: [] };
  const fields = Object.fromEntries(Object.entries(server.fields).filter(([key]) => !unsayable.some((list) => list === key)));
  const remarks = unsayable.map((list): Remark => ({ code: 'MCP417', part: server.part, path: server.path, server: server.name, message: `the list for ${list} is not imported: it holds what is no name in a spec` }));
  return { server: { ...server, fields }, remarks };
}

function isNameList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && isSayable(item));
}

/** Servers that only approvals name: policy-only ones, where the client takes approvals without a declaration. */
function namedOnly({ approvals, servers }: Observed): readonly ObservedServer[] {
  const declared = new Set(servers.map((server) => server.name));
  const named = new Map(approvals.filter((approval) => !declared.has(approval.server)).map((approval) => [approval.server, approval]));
  return [...named.values()].map(({ part, server, path }) => ({ part, name: server, path, fields: {}, literals: [] }));
}

function serverValue(server: ObservedServer, observed: Observed): Readonly<Record<string, unknown>> {
  const fields = withoutSecrets(server);
  const tools = emptyTable();
  for (const approval of carriedApprovals(server, observed)) setOwn(tools, approval.tool, approval.approvalMode);
  const denied = observed.approvals.filter((approval) => approval.isDenied && !approval.isShadowed && approval.server === server.name && isSayable(approval.tool)).map((approval) => approval.tool);
  const disabled = [...(Array.isArray(fields['disabledTools']) ? (fields['disabledTools'] as readonly string[]) : []), ...denied].sort(compareNames);
  return { ...fields, ...(disabled.length === 0 ? {} : { disabledTools: [...new Set(disabled)] }), ...(Object.keys(tools).length === 0 ? {} : { tools }) };
}

function carriedApprovals(server: ObservedServer, observed: Observed): readonly ObservedApproval[] {
  return observed.approvals
    .filter((approval) => approval.server === server.name && isCarried(approval, server))
    .sort((a, b) => compareNames(a.tool, b.tool));
}

/** An approval of a tool that is switched off would be refused in a spec, so it stays a remark. */
function isCarried(approval: ObservedApproval, { fields }: ObservedServer): boolean {
  const enabled = fields['enabledTools'];
  const disabled = fields['disabledTools'];
  const isOff = fields['enabled'] === false || (Array.isArray(enabled) && !enabled.includes(approval.tool)) || (Array.isArray(disabled) && disabled.includes(approval.tool));
  return approval.approvalMode !== undefined && !approval.isShadowed && isSayable(approval.tool) && !isOff;
}

function uncarried(observed: Observed, imported: ReadonlySet<ObservedServer>): readonly Remark[] {
  const servers = new Map(observed.servers.map((server) => [server.name, server]));
  return observed.approvals
    .filter((approval) => {
      const server = servers.get(approval.server);
      return server !== undefined && approval.approvalMode !== undefined && !approval.isShadowed && !(imported.has(server) && isCarried(approval, server));
    })
    .map((approval) => ({ code: 'MCP417', part: approval.part, path: approval.path, server: approval.server, tool: approval.tool, message: 'the approval is not imported: a spec cannot say it' }));
}

function unsaidRemarks(server: ObservedServer): readonly Remark[] {
  const secrets = secretLiterals(server);
  const unnamed = secrets.filter((literal) => literal.kind !== 'named');
  const about = { part: server.part, path: server.path, server: server.name };
  return [
    ...(server.unsaid === undefined ? [] : [{ ...about, code: 'MCP417' as const, message: `the transport is not imported: ${server.unsaid}`, fix: 'The server is imported without it, so that its file stays as it is.' }]),
    ...secrets.map((literal): Remark => ({ ...about, path: literal.path, code: 'MCP411', message: `${literal.name === undefined ? 'a text' : `the value of ${JSON.stringify(literal.name)}`} looks like a credential and is not imported`, ...suggestion(server, literal) })),
    ...(unnamed.length === 0 || server.unsaid !== undefined ? [] : [{ ...about, code: 'MCP417' as const, message: 'the transport is not imported: it holds a secret that no reference can stand for', fix: 'Let the server read the secret from its environment.' }]),
  ];
}

function suggestion(server: ObservedServer, literal: Literal): { readonly fix?: string } {
  return literal.kind === 'named' ? { fix: `Set ${variableFor(server, literal)} in the environment, then run \`mcpolicy apply\`; rotate the credential.` } : {};
}

/** The server's own words, with references in place of secrets; without a transport where that is not possible. */
function withoutSecrets(server: ObservedServer): Readonly<Record<string, unknown>> {
  const secrets = secretLiterals(server);
  if (secrets.length === 0) return server.fields;
  const { command, args, env, cwd, url, headers, bearerTokenEnv, oauth, ...rest } = server.fields;
  if (secrets.some((literal) => literal.kind !== 'named')) return rest;
  const named = new Map(secrets.map((literal) => [literal.name ?? '', variableFor(server, literal)]));
  const transport = { command, args, env: referred(env, named), cwd, url, headers: referred(headers, named), bearerTokenEnv, oauth };
  return { ...Object.fromEntries(Object.entries(transport).filter(([, value]) => value !== undefined)), ...rest };
}

function referred(map: unknown, secrets: ReadonlyMap<string, string>): unknown {
  if (typeof map !== 'object' || map === null) return undefined;
  const table = emptyTable();
  for (const name of Object.keys(map)) {
    const variable = secrets.get(name);
    const scheme = name.toLowerCase() === 'authorization' ? 'Bearer ' : '';
    setOwn(table, name, variable === undefined ? Reflect.get(map, name) : `${scheme}\${env:${variable}}`);
  }
  return table;
}

/** The variable itself for the environment; for a header, one that is called after server and header. */
function variableFor(server: ObservedServer, literal: Literal): string {
  const name = literal.name ?? '';
  const isVariable = server.fields['command'] !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  if (isVariable) return name;
  const text = `${server.name}_${name.toLowerCase() === 'authorization' ? 'token' : name}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_').replace(/^_|_$/g, '');
  return /^[A-Z_]/.test(text) ? text : `MCP_${text}`;
}
