import type { Diagnostic } from '../diagnostics.js';
import { compareNames, type NormalizedPolicy, type ServerPolicy, type Template } from '../model.js';
import { quote } from '../quote.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** The variables that a policy refers to, sorted, with the servers that do. */
export function referredVariables(policy: NormalizedPolicy): ReadonlyMap<string, readonly string[]> {
  const variables = new Map<string, string[]>();
  for (const server of policy.servers) {
    for (const name of variablesOf(server)) variables.set(name, [...(variables.get(name) ?? []), server.name]);
  }
  return new Map([...variables].sort(([a], [b]) => compareNames(a, b)));
}

function variablesOf({ enabled, transport }: ServerPolicy): ReadonlySet<string> {
  if (transport === undefined || !enabled) return new Set();
  const templates = transport.type === 'stdio' ? [transport.command, ...transport.args, ...transport.env.map(({ value }) => value), transport.cwd ?? []] : [transport.url, ...transport.headers.map(({ value }) => value)];
  const bearer = transport.type === 'stdio' ? undefined : transport.bearerTokenEnv;
  return new Set([...templates.flatMap(referred), ...(bearer === undefined ? [] : [bearer])]);
}

function referred(template: Template): readonly string[] {
  return template.flatMap((part) => (typeof part === 'string' ? [] : [part.env]));
}

/** Variables whose values would arrive changed. The value itself is never shown. */
export function alteredVariables(policy: NormalizedPolicy, env: Env, driver: { readonly id: string; readonly title: string }, alters: (value: string) => boolean): readonly Diagnostic[] {
  return [...referredVariables(policy)].flatMap(([name, servers]) => {
    if (!alters(env[name] ?? '')) return [];
    return servers.map((server): Diagnostic => ({ code: 'MCP515', message: `server ${quote(server)}: ${driver.title} would expand what the value of ${quote(name)} holds`, subject: { driver: driver.id, server } }));
  });
}

/** Variables that are not set, or empty: the client would start all the same. */
export function missingVariables(policy: NormalizedPolicy, env: Env, driver: string): readonly Diagnostic[] {
  return [...referredVariables(policy)].flatMap(([name, servers]) => {
    const value = env[name];
    if (value !== undefined && value !== '') return [];
    const state = value === undefined ? 'is not set' : 'is empty';
    return servers.map((server): Diagnostic => ({ code: 'MCP506', message: `server ${quote(server)}: the environment variable ${quote(name)} ${state}`, subject: { driver, server } }));
  });
}
