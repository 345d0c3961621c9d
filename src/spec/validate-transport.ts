import type { NamedTemplate, OAuth, RemoteTransport, StdioTransport, Template, Transport, TransportType } from '../model.js';
import { compareNames } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { checkText, child, describe, fault, isTable, own, sound, unknownKeys, wrongType, type Checked, type Node, type Table } from './checked.js';
import { oauthFields, serverFields, type ServerKey } from './fields.js';
import { secretsInArguments, secretsInMap, secretsInText, secretsInUrl } from './secret-faults.js';
import { checkTemplate, templateText } from './templates.js';

const typeNames: Readonly<Record<string, TransportType>> = { __proto__: null, stdio: 'stdio', 'streamable-http': 'streamable-http', http: 'streamable-http', sse: 'sse' } as never;
const keysOf = (kind: 'stdio' | 'remote'): readonly ServerKey[] =>
  (Object.keys(serverFields) as ServerKey[]).filter((key) => {
    const field = serverFields[key];
    return 'transport' in field && field.transport === kind;
  });
const stdioKeys = keysOf('stdio');
const remoteKeys = keysOf('remote');

/** How the server is reached, or `undefined` for a policy-only server. */
export function checkTransport(server: Table, node: Node): Checked<Transport | undefined> {
  const type = checkType(server, node);
  const isRemote = own(server, 'url') !== undefined;
  const isStdio = own(server, 'command') !== undefined;
  const faults = [...type.faults, ...contradictions(server, node, type.value, isStdio, isRemote)];
  const stdio = isStdio ? checkStdio(server, node) : undefined;
  const remote = isRemote ? checkRemote(server, node, type.value === 'sse' ? 'sse' : 'streamable-http') : undefined;
  const lists = [faults, stdio?.faults ?? noDiagnostics, remote?.faults ?? noDiagnostics];
  return { value: stdio?.value ?? remote?.value, faults: lists.every((list) => list.length === 0) ? noDiagnostics : lists.flat() };
}

function checkType(server: Table, node: Node): Checked<TransportType | undefined> {
  const value = own(server, 'type');
  if (value === undefined) return sound(undefined);
  const type = typeof value === 'string' ? typeNames[value] : undefined;
  if (type !== undefined) return sound(type);
  const found = typeof value === 'string' ? '' : `, and is ${describe(value)}`;
  return { value: undefined, faults: [fault('MCP203', child(node, 'type'), `type must be one of stdio, streamable-http, http, sse${found}`, 'Write one of these, or leave type out.')] };
}

function contradictions(server: Table, node: Node, type: TransportType | undefined, isStdio: boolean, isRemote: boolean) {
  const conflict = (key: string, message: string) => fault('MCP209', child(node, key), message, undefined, 'key');
  if (isStdio && isRemote) return [conflict('url', 'both command and url are declared')];
  const wrong = typeConflict(type, isStdio, isRemote);
  if (wrong !== undefined) return [conflict('type', wrong)];
  const { strangers, owner } = foreignKeys(isStdio, isRemote);
  return strangers.filter((key) => own(server, key) !== undefined).map((key) => conflict(key, `${key} does not belong to ${owner}`));
}

function typeConflict(type: TransportType | undefined, isStdio: boolean, isRemote: boolean): string | undefined {
  if (type === undefined) return undefined;
  if (isStdio) return type === 'stdio' ? undefined : 'type does not fit command';
  if (isRemote) return type === 'stdio' ? 'type does not fit url' : undefined;
  return 'type is declared without command or url';
}

function foreignKeys(isStdio: boolean, isRemote: boolean): { readonly strangers: readonly ServerKey[]; readonly owner: string } {
  if (isStdio) return { strangers: remoteKeys, owner: 'a server that is started by a command' };
  if (isRemote) return { strangers: stdioKeys, owner: 'a server that is reached by url' };
  return { strangers: [...stdioKeys, ...remoteKeys], owner: 'a server without command and url' };
}

function checkStdio(server: Table, node: Node): Checked<StdioTransport> {
  const command = checkField(server, 'command', node);
  const args = checkList(server, 'args', node);
  const env = checkMap(server, 'env', node, environmentNameFault);
  const cwd = own(server, 'cwd') === undefined ? sound(undefined) : checkField(server, 'cwd', node);
  const faults = [
    ...command.faults,
    ...args.faults,
    ...env.faults,
    ...cwd.faults,
    ...secretsInText(command.value, child(node, 'command'), 'command'),
    ...secretsInText(cwd.value ?? [], child(node, 'cwd'), 'cwd'),
    ...secretsInArguments(args.value, child(node, 'args')),
    ...secretsInMap(env.value, child(node, 'env'), 'environment variable'),
  ];
  const value: StdioTransport = { type: 'stdio', command: command.value, args: args.value, env: env.value, ...(cwd.value === undefined ? {} : { cwd: cwd.value }) };
  return { value, faults: faults.length === 0 ? noDiagnostics : faults };
}

function checkRemote(server: Table, node: Node, type: RemoteTransport['type']): Checked<RemoteTransport> {
  const url = checkField(server, 'url', node);
  const headers = checkMap(server, 'headers', node, headerNameFault);
  const bearer = checkText(server, 'bearerTokenEnv', node);
  const oauth = checkOAuth(server, node);
  const faults = [
    ...url.faults,
    ...(url.faults.length === 0 ? checkAddress(url.value, child(node, 'url')) : []),
    ...headers.faults,
    ...secretsInMap(headers.value, child(node, 'headers'), 'header'),
    ...bearer.faults,
    ...bearerFaults(bearer.value, headers.value, node),
    ...oauth.faults,
  ];
  const bearerTokenEnv = bearer.value ?? headers.value.map(bearerOf).find((variable) => variable !== undefined);
  const value: RemoteTransport = {
    type,
    url: url.value,
    headers: headers.value.filter((header) => bearerOf(header) === undefined),
    ...(bearerTokenEnv === undefined ? {} : { bearerTokenEnv }),
    ...(oauth.value === undefined ? {} : { oauth: oauth.value }),
  };
  return { value, faults: faults.length === 0 ? noDiagnostics : faults };
}

/** The variable of a header `Authorization: Bearer ${env:NAME}`, which is another spelling of `bearerTokenEnv`. */
function bearerOf({ name, value }: NamedTemplate): string | undefined {
  const [scheme, token] = value;
  const isBearer = value.length === 2 && scheme === 'Bearer ' && typeof token === 'object';
  return isBearer && name.toLowerCase() === 'authorization' ? token.env : undefined;
}

function bearerFaults(bearer: string | undefined, headers: readonly NamedTemplate[], node: Node) {
  if (bearer === undefined) return noDiagnostics;
  const place = child(node, 'bearerTokenEnv');
  if (!environmentName.test(bearer)) {
    return [fault('MCP212', place, 'bearerTokenEnv must be the name of an environment variable, not a value', 'Write the name of the variable that holds the token.')];
  }
  const pasted = secretsInText([bearer], place, 'bearerTokenEnv');
  if (pasted.length > 0) return pasted;
  const authorization = headers.find(({ name }) => name.toLowerCase() === 'authorization');
  return authorization ? [fault('MCP209', place, 'both bearerTokenEnv and an Authorization header are declared', 'Keep one of the two.', 'key')] : noDiagnostics;
}

/** The address must be http(s). References are filled with a word that no address holds, to parse what is around them. */
function checkAddress(value: Template, node: Node) {
  const text = value.map((part) => (typeof part === 'string' ? part : 'reference')).join('');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || /\s/.test(text)) {
    return typeof value[0] === 'object' ? secretsInText(value, node, 'url') : [fault('MCP213', node, 'url is no http or https address', 'Write an address such as https://host/mcp.')];
  }
  return secretsInUrl(url, value, node);
}

function checkField(server: Table, key: 'command' | 'cwd' | 'url', node: Node): Checked<Template> {
  const value = own(server, key);
  const place = child(node, key);
  if (typeof value !== 'string') return { value: [], faults: [wrongType(place, key, 'a string', value)] };
  if (value.trim() === '') return { value: [], faults: [fault('MCP213', place, `${key} is empty`)] };
  return checkTemplate(value, place, key);
}

function checkList(server: Table, key: 'args', node: Node): Checked<readonly Template[]> {
  const value = own(server, key);
  const place = child(node, key);
  if (value === undefined) return sound([]);
  if (!Array.isArray(value)) return { value: [], faults: [wrongType(place, key, 'a list of strings', value)] };
  const checked = value.map((item: unknown, index) =>
    typeof item === 'string' ? checkTemplate(item, child(place, index), `argument ${String(index + 1)}`) : { value: [], faults: [wrongType(child(place, index), `argument ${String(index + 1)}`, 'a string', item)] },
  );
  return { value: checked.map((item) => item.value), faults: checked.flatMap((item) => item.faults) };
}

function checkMap(server: Table, key: 'env' | 'headers', node: Node, nameFault: (name: string) => string | undefined): Checked<readonly NamedTemplate[]> {
  const value = own(server, key);
  const place = child(node, key);
  if (value === undefined) return sound([]);
  if (!isTable(value)) return { value: [], faults: [wrongType(place, key, 'a table of strings', value)] };
  const names = Object.keys(value).sort(compareNames);
  const checked = names.map((name) => checkNamed(name, value[name], child(place, name), key, nameFault));
  const twins = key === 'headers' ? names.filter((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index) : [];
  return {
    value: checked.map((item) => item.value),
    faults: [...checked.flatMap((item) => item.faults), ...twins.map((name) => fault('MCP206', child(place, name), `header ${quote(name)} is declared twice: HTTP ignores case`, undefined, 'key'))],
  };
}

function checkNamed(name: string, value: unknown, node: Node, key: string, nameFault: (name: string) => string | undefined): Checked<NamedTemplate> {
  const label = key === 'env' ? `environment variable ${quote(name)}` : `header ${quote(name)}`;
  const why = nameFault(name);
  const faults = why === undefined ? noDiagnostics : [fault('MCP213', node, `${label} ${why}`, 'Correct the name.', 'key')];
  if (typeof value !== 'string') return { value: { name, value: [] }, faults: [...faults, wrongType(node, label, 'a string', value)] };
  const template = checkTemplate(value, node, label);
  const broken = key === 'headers' && /[\r\n\0]/.test(value) ? [fault('MCP213', node, `${label} holds a line break`)] : noDiagnostics;
  return { value: { name, value: template.value }, faults: [...faults, ...template.faults, ...broken] };
}

const environmentName = /^[A-Za-z_][A-Za-z0-9_]*$/;

function environmentNameFault(name: string): string | undefined {
  return name === '' || /[=\p{Cc}]/u.test(name) || !name.isWellFormed() ? 'is no name of an environment variable' : undefined;
}

/** Field names of RFC 9110 section 5.1. */
function headerNameFault(name: string): string | undefined {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) ? undefined : 'is no HTTP header name';
}

function checkOAuth(server: Table, node: Node): Checked<OAuth | undefined> {
  const value = own(server, 'oauth');
  const place = child(node, 'oauth');
  if (value === undefined) return sound(undefined);
  if (!isTable(value)) return { value: undefined, faults: [wrongType(place, 'oauth', 'a table', value)] };
  const clientId = checkText(value, 'clientId', place);
  const scopes = checkScopes(value, place);
  const literal = clientId.value === undefined ? [] : [clientId.value];
  const faults = [...unknownKeys(value, oauthFields, place, ' of oauth'), ...clientId.faults, ...scopes.faults, ...secretsInText(literal, child(place, 'clientId'), 'clientId')];
  const oauth: OAuth = { ...(clientId.value === undefined ? {} : { clientId: clientId.value }), ...(scopes.value === undefined ? {} : { scopes: scopes.value }) };
  if (faults.length === 0 && Object.keys(oauth).length === 0) return { value: oauth, faults: [fault('MCP213', place, 'oauth is empty', 'Give it a clientId or scopes, or remove it.')] };
  return { value: oauth, faults };
}

/** The spelling of a transport, for messages about two that differ. Never shows values of env or headers. */
export function endpointText(transport: Transport): string {
  return transport.type === 'stdio' ? `command ${quote(templateText(transport.command))}` : `url ${quote(templateText(transport.url))}`;
}

/** Tokens of RFC 6749 section 3.3, in which `*` is a character like any other. */
function checkScopes(oauth: Table, node: Node): Checked<readonly string[] | undefined> {
  const value = own(oauth, 'scopes');
  const place = child(node, 'scopes');
  if (value === undefined) return sound(undefined);
  if (!Array.isArray(value)) return { value: undefined, faults: [wrongType(place, 'scopes', 'a list of strings', value)] };
  const faults = value.flatMap((item: unknown, index) => scopeFaults(item, child(place, index), `scope ${String(index + 1)}`));
  return { value: [...new Set(value.map(String))].sort(compareNames), faults };
}

function scopeFaults(item: unknown, node: Node, label: string) {
  if (typeof item !== 'string') return [wrongType(node, label, 'a string', item)];
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(item)) return [fault('MCP213', node, `${label} is no OAuth scope`, 'Write one scope for each entry of the list, without blanks.')];
  return secretsInText([item], node, label);
}
