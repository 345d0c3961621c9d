import { isNote } from '../diagnostics.js';
import type { ApprovalMode, NormalizedPolicy } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { normalize } from '../spec/normalize.js';
import { validate } from '../spec/validate.js';

/** Fields that every server may have; names and meanings as in a spec file. */
export interface CommonFields {
  readonly enabled?: boolean;
  /** `true`, or the reason why the run needs this server. */
  readonly required?: boolean | string;
  readonly reuseKey?: string;
  readonly requiresApproval?: boolean;
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
}

export interface HttpFields extends CommonFields {
  readonly headers?: Readonly<Record<string, string>>;
  readonly bearerTokenEnv?: string;
  readonly oauth?: { readonly clientId?: string; readonly scopes?: readonly string[] };
}

export interface StdioFields extends CommonFields {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** One server as a host declares it. Made by `http`, `stdio` and `withToolApproval`; holds copies of what it was given. */
export interface ServerDeclaration {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tools: readonly { readonly name: string; readonly approvalMode: ApprovalMode }[];
}

/** A server that is reached by streamable HTTP. Values are literals or `${env:NAME}`, as in a spec file. */
export function http(name: string, url: string, fields: HttpFields = {}): ServerDeclaration {
  return { name, fields: { ...structuredClone(fields), type: 'streamable-http', url }, tools: [] };
}

/** A server that is started by a command. */
export function stdio(name: string, command: string, fields: StdioFields = {}): ServerDeclaration {
  return { name, fields: { ...structuredClone(fields), type: 'stdio', command }, tools: [] };
}

/**
 * The declaration with one more approval; the given one stays as it is. Repeating an equal declaration changes nothing;
 * a contradicting one is kept and reported by `policyOf`, which names both values.
 */
export function withToolApproval(server: ServerDeclaration, tool: string, approvalMode: ApprovalMode): ServerDeclaration {
  const isKnown = server.tools.some((known) => known.name === tool && known.approvalMode === approvalMode);
  return isKnown ? server : { ...server, tools: [...server.tools, { name: tool, approvalMode }] };
}

/** Declarations -> the normalized policy, by the same rules as spec files: one validator, one truth. */
export function policyOf(servers: readonly ServerDeclaration[]): Outcome<NormalizedPolicy> {
  const specs = servers.map((server) => validate({ source: { file: '<code>', format: 'json', text: '' }, value: documentOf(server) }));
  const reported = specs.flatMap((spec) => (spec.ok ? spec.notes : spec.faults));
  if (reported.some((diagnostic) => !isNote(diagnostic))) return failure(reported);
  const policy = normalize(specs.flatMap((spec) => (spec.ok ? [spec.value] : [])));
  return policy.ok ? success(policy.value, [...reported, ...policy.notes]) : policy;
}

function documentOf({ name, fields, tools }: ServerDeclaration) {
  const mcpServers: Record<string, unknown> = {};
  Object.defineProperty(mcpServers, name, { value: { ...fields, tools }, enumerable: true });
  return { version: 1, mcpServers };
}
