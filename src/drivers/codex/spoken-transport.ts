import { isTextList, textEntries, type Table } from './native.js';

/** The transport of a server in the words of a spec, or why a spec cannot say it exactly. */
export type SpokenTransport = { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly why: string };

/** Keys that together say how Codex reaches a server. A declared transport owns all of them. */
export const transportKeys = [
  'command', 'args', 'cwd', 'env', 'env_vars', 'url', 'bearer_token_env_var', 'http_headers', 'env_http_headers', 'http_headers_helper',
  'oauth', 'scopes', 'oauth_resource', 'auth', 'environment_id',
] as const;

/** Those among them that a spec has no word for. */
const unspoken = ['http_headers_helper', 'oauth_resource', 'auth', 'environment_id'] as const;

export function spokenTransport(server: Table): SpokenTransport {
  const strange = unspoken.find((key) => server[key] !== undefined);
  if (strange !== undefined) return { ok: false, why: `a spec has no word for ${strange}` };
  if (server['command'] !== undefined) return stdio(server);
  return server['url'] === undefined ? { ok: true, fields: {} } : remote(server);
}

function stdio(server: Table): SpokenTransport {
  const { command, args, cwd } = server;
  const env = textEntries(server['env']);
  const inherited = server['env_vars'];
  if (typeof command !== 'string' || env === undefined) return cannot('command or env is no text');
  if (args !== undefined && !isTextList(args)) return cannot('args is no list of texts');
  if (cwd !== undefined && typeof cwd !== 'string') return cannot('cwd is no text');
  if (inherited !== undefined && !isTextList(inherited)) return cannot('env_vars names a source');
  if ([command, ...(args ?? []), ...(cwd === undefined ? [] : [cwd]), ...env.map(([, value]) => value)].some(holdsReference)) return cannot('a text holds "${"');
  const all = [...env, ...(inherited ?? []).map((name) => [name, `\${env:${name}}`] as const)];
  return {
    ok: true,
    fields: { command, ...(args === undefined || args.length === 0 ? {} : { args }), ...(cwd === undefined ? {} : { cwd }), ...(all.length === 0 ? {} : { env: tableOf(all) }) },
  };
}

function remote(server: Table): SpokenTransport {
  const { url, scopes } = server;
  const bearer = server['bearer_token_env_var'];
  const headers = textEntries(server['http_headers']);
  const referring = textEntries(server['env_http_headers']);
  const oauth = textEntries(server['oauth']);
  if (typeof url !== 'string' || holdsReference(url)) return cannot('url is no plain text');
  if (headers === undefined || referring === undefined || headers.some(([, value]) => holdsReference(value))) return cannot('a header is no plain text');
  if (bearer !== undefined && typeof bearer !== 'string') return cannot('bearer_token_env_var is no text');
  if (oauth === undefined || oauth.some(([key]) => key !== 'client_id') || (scopes !== undefined && !isTextList(scopes))) return cannot('oauth holds more than a client id and scopes');
  const all = [...headers, ...referring.map(([name, variable]) => [name, `\${env:${variable}}`] as const)];
  const login = { ...(oauth[0] === undefined ? {} : { clientId: oauth[0][1] }), ...(scopes === undefined ? {} : { scopes }) };
  return {
    ok: true,
    fields: {
      url,
      ...(bearer === undefined ? {} : { bearerTokenEnv: bearer }),
      ...(all.length === 0 ? {} : { headers: tableOf(all) }),
      ...(Object.keys(login).length === 0 ? {} : { oauth: login }),
    },
  };
}

function cannot(why: string): SpokenTransport {
  return { ok: false, why };
}

/** Codex takes every text literally; in a spec "${" begins a reference. */
function holdsReference(text: string): boolean {
  return text.includes('${');
}

function tableOf(entries: readonly (readonly [string, string])[]): Record<string, string> {
  const table = Object.create(null) as Record<string, string>;
  for (const [key, value] of entries) Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
  return table;
}
