/**
 * The values that travel through the pipeline, one type a stage:
 *
 *   SourceText -> ParsedDocument -> NeutralSpec -> NormalizedPolicy -> Projection
 *
 * Everything here is plain data. Lists of servers and tools are sorted by UTF-16 code unit from `NormalizedPolicy` on.
 */

/** The closed set of approval modes, exactly so spelled. */
export const approvalModes = ['prompt', 'approve'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** How a client reaches a server. `http` in a spec is an alias of `streamable-http`. */
export const transportTypes = ['stdio', 'streamable-http', 'sse'] as const;
export type TransportType = (typeof transportTypes)[number];

export const specFormats = ['toml', 'yaml', 'json', 'jsonc'] as const;
export type SpecFormat = (typeof specFormats)[number];

/** Text of one spec file as it was read. `file` is the name that diagnostics show. */
export interface SourceText {
  readonly file: string;
  readonly format: SpecFormat;
  readonly text: string;
}

/** Keys and list indexes from the root of a document to one node. */
export type DocumentPath = readonly (string | number)[];

/** 1-based line and column (in UTF-16 code units), 0-based offset. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** From the first character to the one behind the last. */
export interface Span {
  readonly start: Position;
  readonly end: Position;
}

/** A syntactically sound document. Spans are looked up on demand by `locate`, so that good specs do not pay for them. */
export interface ParsedDocument {
  readonly source: SourceText;
  readonly value: unknown;
}

/** A text with references: `["Bearer ", { env: "TOKEN" }]`. A plain literal is a list of one string, `""` the empty list. */
export type Template = readonly (string | EnvReference)[];

/** `${env:NAME}`: the value of an environment variable of the client, never read by us. */
export interface EnvReference {
  readonly env: string;
}

/** A named value: an environment variable of a stdio server, or an HTTP header. */
export interface NamedTemplate {
  readonly name: string;
  readonly value: Template;
}

export interface OAuth {
  readonly clientId?: string;
  readonly scopes?: readonly string[];
}

export interface StdioTransport {
  readonly type: 'stdio';
  readonly command: Template;
  readonly args: readonly Template[];
  readonly env: readonly NamedTemplate[];
  readonly cwd?: Template;
}

export interface RemoteTransport {
  readonly type: 'streamable-http' | 'sse';
  readonly url: Template;
  /** Without `Authorization: Bearer ${env:NAME}`, which is `bearerTokenEnv`. */
  readonly headers: readonly NamedTemplate[];
  readonly bearerTokenEnv?: string;
  readonly oauth?: OAuth;
}

export type Transport = StdioTransport | RemoteTransport;

/** One tool as one file declares it. */
export interface ToolSpec extends ToolPolicy {
  /** Its place in the `tools` map or list, for spans; absent where that is its name. */
  readonly key?: string | number;
}

/** One server as one file declares it; absent means not declared there. `key` is its key in `mcpServers`. */
export interface ServerSpec {
  readonly name: string;
  readonly file: string;
  readonly key: string;
  readonly transport?: Transport;
  readonly enabled?: boolean;
  /** Whether a run needs this server. */
  readonly required?: boolean;
  readonly reuseKey?: string;
  /** The server's own word, else its file's top level. */
  readonly requiresApproval?: boolean;
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly tools: readonly ToolSpec[];
}

/** The native files that `apply` edits and `check` compares for one driver, relative to the spec. */
export interface TargetSpec {
  readonly driver: string;
  /** The spec that declares it. */
  readonly spec: string;
  /** Holds approvals, and servers too where the client keeps both in one file. */
  readonly file?: string;
  /** For clients that keep servers and approvals in two files. */
  readonly serversFile?: string;
}

/** One valid spec file. */
export interface NeutralSpec {
  readonly file: string;
  readonly servers: readonly ServerSpec[];
  readonly targets: readonly TargetSpec[];
}

export interface ToolPolicy {
  readonly name: string;
  readonly approvalMode: ApprovalMode;
}

/** What the operator said about one server, all files together. */
export interface ServerPolicy {
  readonly name: string;
  readonly enabled: boolean;
  readonly required: boolean;
  /** Absent: policy-only, the transport is declared elsewhere. */
  readonly transport?: Transport;
  readonly reuseKey?: string;
  /** Absent: nobody declared what unnamed tools need. */
  readonly requiresApproval?: boolean;
  readonly enabledTools?: readonly string[];
  readonly disabledTools: readonly string[];
  readonly tools: readonly ToolPolicy[];
}

/** The one policy that all spec files together mean. Equal policies have equal values, whatever their files looked like. */
export interface NormalizedPolicy {
  readonly servers: readonly ServerPolicy[];
  readonly targets: readonly TargetSpec[];
}

/** The place of a tool in the `tools` map or list of its server. */
export function keyOfTool({ key, name }: ToolSpec): string | number {
  return key ?? name;
}

/** A value of the pipeline while it is being built, inside the one function that makes it. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** Order of names everywhere: by UTF-16 code unit, the order of RFC 8785. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Whether tools that nobody named need approval. Total and fail-closed: only a literal `false` means "no approval", so
 * missing, null, `""`, `0`, `"false"` and values of a later version all read as "required".
 */
export function approvalRequired(declared: unknown): boolean {
  return declared !== false;
}

/** The text of a template without references, else `undefined`. */
export function literalOf(template: Template): string | undefined {
  if (template.length === 0) return '';
  const [only] = template;
  return template.length === 1 && typeof only === 'string' ? only : undefined;
}

/** The variable of a template that is one reference and nothing else. */
export function referenceOf(template: Template): string | undefined {
  const [only] = template;
  return template.length === 1 && typeof only === 'object' ? only.env : undefined;
}
