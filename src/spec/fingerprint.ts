import { createHash } from 'node:crypto';
import type { Entry, ExactDriver, NativeValue } from '../driver.js';
import { compareNames, type NormalizedPolicy, type OAuth, type ServerPolicy, type Template, type Transport } from '../model.js';
import { canonicalJson, CanonicalText, type Canonical } from './canonical-json.js';
import { templateText } from './templates.js';

/** What a fingerprint covers, from the narrowest to the most specific. */
export const fingerprintScopes = ['policy', 'mcp', 'runtime', 'profile', 'session'] as const;
export type FingerprintScope = (typeof fingerprintScopes)[number];

/** The scopes that mean something only for one driver. */
export const driverScopes: readonly FingerprintScope[] = ['runtime', 'profile', 'session'];

/** What goes into each scope, in words: shown when two fingerprints differ. */
export const scopeInputs: Readonly<Record<FingerprintScope, readonly string[]>> = {
  policy: ['server names', 'tool names and modes', 'requiresApproval', 'enabledTools and disabledTools'],
  mcp: ['everything of policy', 'enabled and required', 'type', 'command, args and cwd, or url', 'names of env and headers', 'bearerTokenEnv', 'oauth clientId and scopes'],
  runtime: ['everything of mcp', 'the driver and the version of its contract'],
  profile: ['the driver', 'every key and value that it renders'],
  session: ['everything of policy', 'type', 'reuseKey, or else command, args and cwd, or url', 'the driver'],
};

/** Never in any scope: values of env, headers and tokens; titles, descriptions and reasons; files, formats, comments, order. */
export function fingerprint(scope: 'policy' | 'mcp', policy: NormalizedPolicy): string;
export function fingerprint(scope: FingerprintScope, policy: NormalizedPolicy, driver: ExactDriver): string;
export function fingerprint(scope: FingerprintScope, policy: NormalizedPolicy, driver?: ExactDriver): string {
  return hash(scope, payloadOf(scope, prepare(policy), driver));
}

/** The fingerprints of several scopes: what they have in common is worked out once. */
export function fingerprints(scopes: readonly FingerprintScope[], policy: NormalizedPolicy, driver?: ExactDriver): ReadonlyMap<FingerprintScope, string> {
  const servers = prepare(policy);
  return new Map(scopes.map((scope) => [scope, hash(scope, payloadOf(scope, servers, driver))]));
}

/** A server and its tools as canonical text, the greatest part of four scopes. */
interface Prepared {
  readonly server: ServerPolicy;
  readonly tools: CanonicalText;
}

/** INVARIANT: a policy lists tools sorted and each once, like the members of a canonical object. */
function prepare(policy: NormalizedPolicy): readonly Prepared[] {
  return policy.servers.map((server) => {
    const members = server.tools.map(({ name, approvalMode }) => `${canonicalJson(name)}:${canonicalJson(approvalMode)}`);
    return { server, tools: new CanonicalText(`{${members.join(',')}}`) };
  });
}

/** `sha256:` and hex over RFC 8785 canonical JSON of the pair of domain and payload. */
function hash(scope: FingerprintScope, payload: Canonical): string {
  return `sha256:${createHash('sha256').update(canonicalJson([`mcpolicy/v1/${scope}`, payload])).digest('hex')}`;
}

function payloadOf(scope: FingerprintScope, servers: readonly Prepared[], driver: ExactDriver | undefined): Canonical {
  if (scope === 'policy') return serverMap(servers, policyOfServer);
  if (scope === 'mcp') return serverMap(servers, mcpOfServer);
  if (driver === undefined) throw new TypeError(`the scope ${scope} needs a driver`);
  const id: [string, Canonical] = ['driver', driver.id];
  if (scope === 'runtime') return new Map([id, ['contractVersion', driver.contractVersion], ['mcp', serverMap(servers, mcpOfServer)]]);
  if (scope === 'session') return new Map([id, ['servers', serverMap(servers, sessionOfServer)]]);
  return new Map([id, ['entries', servers.flatMap(({ server }) => entriesOf(server, driver))]]);
}

/** Each server becomes text at once, so that no second tree of the whole policy is built. */
function serverMap(servers: readonly Prepared[], payload: (prepared: Prepared) => Canonical): Canonical {
  return new Map(servers.map((prepared) => [prepared.server.name, new CanonicalText(canonicalJson(payload(prepared)))]));
}

function entriesOf(server: ServerPolicy, driver: ExactDriver): readonly Canonical[] {
  return driver.project(server).map((entry) => new CanonicalText(canonicalJson(entryPayload(entry))));
}

function policyOfServer({ server, tools }: Prepared): Map<string, Canonical> {
  return new Map<string, Canonical>([
    ['tools', tools],
    ['requiresApproval', server.requiresApproval ?? null],
    ['enabledTools', server.enabledTools ?? null],
    ['disabledTools', server.disabledTools],
  ]);
}

function mcpOfServer(prepared: Prepared): Canonical {
  const { server } = prepared;
  const { transport } = server;
  return policyOfServer(prepared)
    .set('enabled', server.enabled)
    .set('required', server.required)
    .set('type', transport?.type ?? null)
    .set('endpoint', transport === undefined ? null : endpointOf(transport))
    .set('names', transport === undefined ? null : namesOf(transport));
}

function sessionOfServer(prepared: Prepared): Canonical {
  const { transport, reuseKey } = prepared.server;
  return policyOfServer(prepared)
    .set('type', transport?.type ?? null)
    .set('reuseKey', reuseKey ?? null)
    .set('endpoint', reuseKey !== undefined || transport === undefined ? null : endpointOf(transport));
}

function endpointOf(transport: Transport): Canonical {
  if (transport.type !== 'stdio') return templateText(transport.url);
  const optional = (template: Template | undefined): Canonical => (template === undefined ? null : templateText(template));
  return new Map<string, Canonical>([
    ['command', templateText(transport.command)],
    ['args', transport.args.map(templateText)],
    ['cwd', optional(transport.cwd)],
  ]);
}

function namesOf(transport: Transport): Canonical {
  if (transport.type === 'stdio') return new Map([['env', transport.env.map(({ name }) => name)]]);
  return new Map<string, Canonical>([
    ['headers', transport.headers.map(({ name }) => name.toLowerCase()).sort(compareNames)],
    ['bearerTokenEnv', transport.bearerTokenEnv ?? null],
    ['oauth', transport.oauth === undefined ? null : oauthPayload(transport.oauth)],
  ]);
}

function oauthPayload(oauth: OAuth): Canonical {
  return new Map<string, Canonical>([
    ['clientId', oauth.clientId ?? null],
    ['scopes', oauth.scopes ?? null],
  ]);
}

function entryPayload(entry: Entry): Canonical {
  return [entry.part, entry.op, entry.path, entry.withheld ? null : nativePayload(entry.value)];
}

function nativePayload(value: NativeValue): Canonical {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(nativePayload);
  return new Map(Object.entries(value).map(([key, item]) => [key, nativePayload(item)]));
}
