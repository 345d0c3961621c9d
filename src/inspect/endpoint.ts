import type { Diagnostic } from '../diagnostics.js';
import { compareNames, type EnvReference, type RemoteTransport, type StdioTransport, type Template, type Transport } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import { isCredentialKey } from '../secrets.js';
import { templateText } from '../spec/templates.js';

type Env = Readonly<Record<string, string | undefined>>;

/** What both kinds have in common. */
interface Keeping {
  /** Values of variables, credentials or not: a server must not show them to anybody. */
  readonly secrets: readonly string[];
}

/** A program to be started. Every text may hold a secret, except for `shownAs`. */
export interface ProgramEndpoint extends Keeping {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The command as the spec writes it, for messages. */
  readonly shownAs: string;
}

/** An address to be asked. Every text may hold a secret. */
export interface RemoteEndpoint extends Keeping {
  readonly type: 'streamable-http' | 'sse';
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type Endpoint = ProgramEndpoint | RemoteEndpoint;

/** A transport with the values of its references in place, or the variables that have none. */
export function resolveEndpoint(server: string, transport: Transport, env: Env): Outcome<Endpoint> {
  const missing = referencesOf(transport).filter((name) => (env[name] ?? '') === '');
  if (missing.length > 0) return failure([...new Set(missing)].sort(compareNames).map((name) => missingVariable(server, name, env[name])));
  const secrets = secretsOf(transport, env);
  return success(transport.type === 'stdio' ? programOf(transport, env, secrets) : remoteOf(transport, env, secrets));
}

/** Shorter values are words and numbers as a rule, which names of tools may hold: of what a credential is called, and of all else. */
const leastSecret = 6;
const leastValue = 8;

function secretsOf(transport: Transport, env: Env): readonly string[] {
  const named = transport.type === 'stdio' ? transport.env : transport.headers;
  const underKeys = named.filter(({ name }) => isCredentialKey(name)).flatMap(({ value }) => value.flatMap((part) => (typeof part === 'string' ? [] : [part.env])));
  const bearer = transport.type === 'stdio' ? undefined : transport.bearerTokenEnv;
  const variables = new Set([...referencesOf(transport).filter(isCredentialKey), ...underKeys, ...(bearer === undefined ? [] : [bearer])]);
  const credentials = [...variables].map((name) => env[name] ?? '').filter((value) => value.length >= leastSecret);
  const others = referencesOf(transport).map((name) => env[name] ?? '').filter((value) => value.length >= leastValue);
  return [...new Set([...credentials, ...others])];
}

function missingVariable(server: string, name: string, value: string | undefined): Diagnostic {
  return { code: 'MCP613', message: `server ${quote(server)} was not inspected: the environment variable ${quote(name)} ${value === undefined ? 'is not set' : 'is empty'}`, subject: { server } };
}

function referencesOf(transport: Transport): readonly string[] {
  const templates = transport.type === 'stdio' ? [transport.command, ...transport.args, ...transport.env.map(({ value }) => value), transport.cwd ?? []] : [transport.url, ...transport.headers.map(({ value }) => value)];
  const bearer = transport.type === 'stdio' ? undefined : transport.bearerTokenEnv;
  const references = templates.flat().filter((part): part is EnvReference => typeof part === 'object');
  return [...references.map((part) => part.env), ...(bearer === undefined ? [] : [bearer])];
}

function programOf({ command, args, env: variables, cwd }: StdioTransport, env: Env, secrets: readonly string[]): ProgramEndpoint {
  return {
    type: 'stdio',
    command: textOf(command, env),
    args: args.map((argument) => textOf(argument, env)),
    env: Object.fromEntries(variables.map(({ name, value }) => [name, textOf(value, env)])),
    ...(cwd === undefined ? {} : { cwd: textOf(cwd, env) }),
    shownAs: templateText(command),
    secrets,
  };
}

function remoteOf({ type, url, headers, bearerTokenEnv }: RemoteTransport, env: Env, secrets: readonly string[]): RemoteEndpoint {
  const bearer = bearerTokenEnv === undefined ? [] : [['Authorization', `Bearer ${env[bearerTokenEnv] ?? ''}`] as const];
  return { type, url: textOf(url, env), headers: [...headers.map(({ name, value }) => [name, textOf(value, env)] as const), ...bearer], secrets };
}

function textOf(template: Template, env: Env): string {
  return template.map((part) => (typeof part === 'string' ? part : (env[part.env] ?? ''))).join('');
}
