import { compareNames, type Draft, type NamedTemplate, type OAuth, type RemoteTransport, type StdioTransport, type Template, type Transport, type TransportType } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { allFaults, checkText, child, describe, fault, isTable, labelOf, own, sound, unknownKeys, wrongType, type Checked, type Node, type Table } from './checked.js';
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
  const stdio = isStdio ? checkStdio(server, node) : undefined;
  const remote = isRemote ? checkRemote(server, node, type.value === 'sse' ? 'sse' : 'streamable-http') : undefined;
  const contradicting = contradictions(server, node, type.value, isStdio, isRemote);
  return { value: stdio?.value ?? remote?.value, faults: allFaults(type.faults, contradicting, stdio?.faults ?? noDiagnostics, remote?.faults ?? noDiagnostics) };
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
  const pasted = allFaults(
    secretsInText(command.value, child(node, 'command'), 'command'),
    cwd.value === undefined ? noDiagnostics : secretsInText(cwd.value, child(node, 'cwd'), 'cwd'),
    secretsInArguments(args.value, child(node, 'args')),
    secretsInMap(env.value, child(node, 'env'), 'environment variable'),
  );
  const value: Draft<StdioTransport> = { type: 'stdio', command: command.value, args: args.value, env: env.value };
  if (cwd.value !== undefined) value.cwd = cwd.value;
  return { value, faults: allFaults(command.faults, args.faults, env.faults, cwd.faults, pasted) };
}

function checkRemote(server: Table, node: Node, type: RemoteTransport['type']): Checked<RemoteTransport> {
  const url = checkField(server, 'url', node);
  const headers = checkMap(server, 'headers', node, headerNameFault);
  const bearer = checkText(server, 'bearerTokenEnv', node);
  const oauth = checkOAuth(server, node);
  const faults = allFaults(
    url.faults,
    url.faults.length === 0 ? checkAddress(url.value, child(node, 'url')) : noDiagnostics,
    headers.faults,
    secretsInMap(headers.value, child(node, 'headers'), 'header'),
    bearer.faults,
    bearerFaults(bearer.value, headers.value, node),
    oauth.faults,
  );
  const bearerTokenEnv = bearer.value ?? headers.value.map(bearerOf).find((variable) => variable !== undefined);
  const value: Draft<RemoteTransport> = { type, url: url.value, headers: headers.value.filter((header) => bearerOf(header) === undefined) };
  if (bearerTokenEnv !== undefined) value.bearerTokenEnv = bearerTokenEnv;
  if (oauth.value !== undefined) value.oauth = oauth.value;
  return { value, faults };
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

/** The address must be http(s). */
function checkAddress(value: Template, node: Node) {
  const text = addressText(value);
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || /\s/.test(text)) {
    return typeof value[0] === 'object' ? secretsInText(value, node, 'url') : [fault('MCP213', node, 'url is no http or https address', 'Write an address such as https://host/mcp.')];
  }
  return secretsInUrl(url, value, node);
}

/** What can be parsed: parameters keep their references, which are no credentials; before these a digit stands for each, as host or port. */
function addressText(value: Template): string {
  const spelled = templateText(value);
  const end = spelled.search(/[?#]|$/);
  return spelled.slice(0, end).replace(/\$\{[^}]*\}/g, '1') + spelled.slice(end);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
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
  if (value === undefined) return sound([]);
  const place = child(node, key);
  if (!Array.isArray(value)) return { value: [], faults: [wrongType(place, key, 'a list of strings', value)] };
  return gather(value.map((item: unknown, index) => checkArgument(item, child(place, index), index + 1)));
}

function checkArgument(item: unknown, node: Node, position: number): Checked<Template> {
  if (typeof item === 'string') return checkTemplate(item, node, 'argument', position);
  return { value: [], faults: [wrongType(node, labelOf('argument', position), 'a string', item)] };
}

function gather<T>(checked: readonly Checked<T>[]): Checked<readonly T[]> {
  return { value: checked.map((item) => item.value), faults: allFaults(...checked.map((item) => item.faults)) };
}

function checkMap(server: Table, key: 'env' | 'headers', node: Node, nameFault: (name: string) => string | undefined): Checked<readonly NamedTemplate[]> {
  const value = own(server, key);
  if (value === undefined) return sound([]);
  const place = child(node, key);
  if (!isTable(value)) return { value: [], faults: [wrongType(place, key, 'a table of strings', value)] };
  const names = Object.keys(value).sort(compareNames);
  const checked = gather(names.map((name) => checkNamed(name, value[name], child(place, name), key, nameFault)));
  return { value: checked.value, faults: allFaults(checked.faults, key === 'headers' ? twins(names, place) : noDiagnostics) };
}

function twins(names: readonly string[], node: Node) {
  const repeated = names.filter((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index);
  return repeated.map((name) => fault('MCP206', child(node, name), `header ${quote(name)} is declared twice: HTTP ignores case`, undefined, 'key'));
}

function checkNamed(name: string, value: unknown, node: Node, key: string, nameFault: (name: string) => string | undefined): Checked<NamedTemplate> {
  const what = key === 'env' ? 'environment variable' : 'header';
  const why = nameFault(name);
  const misnamed = why === undefined ? noDiagnostics : [fault('MCP213', node, `${labelOf(what, name)} ${why}`, 'Correct the name.', 'key')];
  if (typeof value !== 'string') return { value: { name, value: [] }, faults: [...misnamed, wrongType(node, labelOf(what, name), 'a string', value)] };
  const template = checkTemplate(value, node, what, name);
  const broken = key === 'headers' && /[\r\n\0]/.test(value) ? [fault('MCP213', node, `${labelOf(what, name)} holds a line break`)] : noDiagnostics;
  return { value: { name, value: template.value }, faults: allFaults(misnamed, template.faults, broken) };
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
