/**
 * Which keys a spec has and what each may hold. The one table from which the validator reads, the schema is made and the
 * reference page is generated. Server fields follow the draft standard for client-side `mcp.json` (SEP-2633).
 */

/** What a field holds. `text` is a literal, `template` may hold `${env:NAME}`. */
export type FieldKind =
  | 'text'
  | 'template'
  | 'boolean'
  | 'required'
  | 'templates'
  | 'name'
  | 'names'
  | 'templateMap'
  | 'transportType'
  | 'environmentName'
  | 'oauth'
  | 'tools'
  | 'mode'
  | 'version'
  | 'servers'
  | 'targets';

export interface Field {
  readonly kind: FieldKind;
  readonly about: string;
  /** The transport that this key belongs to. */
  readonly transport?: 'stdio' | 'remote';
  /** Without this key the table around it is not valid. */
  readonly isRequired?: true;
}

export const specFields = {
  $schema: { kind: 'text', about: 'Address of the JSON Schema, for editors. Not read.' },
  version: { kind: 'version', isRequired: true, about: 'Version of this format. Always 1. Required.' },
  requiresApproval: { kind: 'boolean', about: 'Default of `requiresApproval` for every server of this file.' },
  mcpServers: { kind: 'servers', isRequired: true, about: 'The servers, by name. Required.' },
  targets: { kind: 'targets', about: 'Native files that `apply` edits and `check` compares, by driver.' },
} as const satisfies Record<string, Field>;

export const serverFields = {
  title: { kind: 'text', about: 'Name for people. In no fingerprint.' },
  description: { kind: 'text', about: 'Text for people. In no fingerprint.' },
  type: { kind: 'transportType', about: '`stdio`, `streamable-http` (alias `http`) or `sse`. Inferred from `command` or `url` where absent.' },
  command: { kind: 'template', transport: 'stdio', about: 'Program that is started as the server.' },
  args: { kind: 'templates', transport: 'stdio', about: 'Arguments of the program.' },
  env: { kind: 'templateMap', transport: 'stdio', about: 'Environment of the program: literals or `${env:NAME}`.' },
  cwd: { kind: 'template', transport: 'stdio', about: 'Working folder of the program.' },
  url: { kind: 'template', transport: 'remote', about: 'http(s) address of the server.' },
  headers: { kind: 'templateMap', transport: 'remote', about: 'HTTP headers: literals or `${env:NAME}`, also `Bearer ${env:NAME}`.' },
  bearerTokenEnv: { kind: 'environmentName', transport: 'remote', about: 'Environment variable that holds the bearer token.' },
  oauth: { kind: 'oauth', transport: 'remote', about: '`clientId` and `scopes` of an OAuth login.' },
  enabled: { kind: 'boolean', about: '`false` switches the server off.' },
  required: { kind: 'required', about: '`true`, or the reason why a run needs this server.' },
  reuseKey: { kind: 'text', about: 'Identity of the server for resuming a session, instead of its address.' },
  requiresApproval: { kind: 'boolean', about: 'Whether tools that are not named need approval. Only a literal `false` means no.' },
  enabledTools: { kind: 'names', about: 'The only tools that the client may offer.' },
  disabledTools: { kind: 'names', about: 'Tools that the client must not offer.' },
  tools: { kind: 'tools', about: 'Approval mode of each tool: a map of names, or a list of `{ name, approvalMode }`.' },
} as const satisfies Record<string, Field>;

/** Keys of one entry of `tools`; `name` in the list form only. */
export const toolFields = {
  name: { kind: 'name', isRequired: true, about: 'The tool, in the list form.' },
  approvalMode: { kind: 'mode', isRequired: true, about: '`prompt` or `approve`.' },
} as const satisfies Record<string, Field>;

export const oauthFields = {
  clientId: { kind: 'text', about: 'OAuth client id.' },
  scopes: { kind: 'names', about: 'OAuth scopes.' },
} as const satisfies Record<string, Field>;

export const targetFields = {
  file: { kind: 'text', about: 'The client\'s file that holds approvals, relative to the spec.' },
  serversFile: { kind: 'text', about: 'The client\'s file that holds servers, where that is another file.' },
} as const satisfies Record<string, Field>;

export type ServerKey = keyof typeof serverFields;
