import { defined, isTextList, tableOf, textEntries, type Table } from '../../reading.js';

/** The transport of a server in the words of a spec, or why a spec cannot say it exactly. */
export type SpokenTransport = { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly why: string };

/** Keys that together say how Codex reaches a server. A declared transport owns all of them. */
export const transportKeys = [
  'command', 'args', 'cwd', 'env', 'env_vars', 'url', 'bearer_token_env_var', 'http_headers', 'env_http_headers', 'http_headers_helper',
  'oauth', 'scopes', 'oauth_resource', 'auth', 'environment_id',
] as const;

/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'cwd', 'url'] as const;

/** Those among them that a spec has no word for. */
const unspoken = ['http_headers_helper', 'oauth_resource', 'auth', 'environment_id'] as const;

export function spokenTransport(server: Table): SpokenTransport {
  const strange = unspoken.find((key) => server[key] !== undefined);
  if (strange !== undefined) return { ok: false, why: `a spec has no word for ${strange}` };
  if (server['command'] !== undefined) return stdio(server);
  return server['url'] === undefined ? { ok: true, fields: {} } : remote(server);
}

function stdio(server: Table): SpokenTransport {
  const { command, args = [], cwd, env_vars: inherited = [] } = server;
  const env = textEntries(server['env']);
  if (typeof command !== 'string' || env === undefined) return cannot('command or env is no text');
  if (!isTextList(args) || (cwd !== undefined && typeof cwd !== 'string')) return cannot('args or cwd is no text');
  if (!isTextList(inherited)) return cannot('env_vars names a source');
  if ([command, ...args, cwd ?? '', ...env.map(([, value]) => value)].some(holdsReference)) return cannot('a text holds "${"');
  const all = [...env, ...inherited.map((name) => [name, `\${env:${name}}`] as const)];
  return { ok: true, fields: defined({ command, args: args.length === 0 ? undefined : args, cwd, env: all.length === 0 ? undefined : tableOf(all) }) };
}

function remote(server: Table): SpokenTransport {
  const { url, scopes, bearer_token_env_var: bearer } = server;
  const headers = headersOf(server);
  const login = loginOf(server['oauth'], scopes);
  if (typeof url !== 'string' || holdsReference(url)) return cannot('url is no plain text');
  if (headers === undefined) return cannot('a header is no plain text');
  if (bearer !== undefined && typeof bearer !== 'string') return cannot('bearer_token_env_var is no text');
  if (!login.ok) return cannot('oauth holds more than a client id and scopes');
  return { ok: true, fields: defined({ url, bearerTokenEnv: bearer, headers: headers.length === 0 ? undefined : tableOf(headers), oauth: login.oauth }) };
}

function headersOf(server: Table): readonly (readonly [string, string])[] | undefined {
  const literal = textEntries(server['http_headers']);
  const referring = textEntries(server['env_http_headers']);
  if (literal === undefined || referring === undefined || literal.some(([, value]) => holdsReference(value))) return undefined;
  return [...literal, ...referring.map(([name, variable]) => [name, `\${env:${variable}}`] as const)];
}

function loginOf(oauth: unknown, scopes: unknown): { readonly ok: true; readonly oauth: object | undefined } | { readonly ok: false } {
  const entries = textEntries(oauth);
  const isPlain = entries !== undefined && entries.every(([key]) => key === 'client_id') && (scopes === undefined || isTextList(scopes));
  if (!isPlain) return { ok: false };
  const login = defined({ clientId: entries[0]?.[1], scopes });
  return { ok: true, oauth: Object.keys(login).length === 0 ? undefined : login };
}

function cannot(why: string): SpokenTransport {
  return { ok: false, why };
}

/** Codex takes every text literally; in a spec "${" begins a reference. */
function holdsReference(text: string): boolean {
  return text.includes('${');
}
