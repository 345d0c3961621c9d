import { isTable, isTextList, type Table } from '../../reading.js';

/** What the values of Codex's own keys have to be, or it does not start (each kind tried with 0.171.0). */

type Is = (value: unknown) => boolean;
export type KeyType = readonly [key: string, what: string, is: Is];

const isText: Is = (value) => typeof value === 'string';
const isSwitch: Is = (value) => typeof value === 'boolean';
const isTextTable: Is = (value) => isTable(value) && Object.values(value).every(isText);
const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
const isWhole = (least: number): Is => (value) => isNumber(value) && (typeof value === 'bigint' || Number.isInteger(value)) && value >= least;
/** Seconds become a duration of 64 bits. */
const isSeconds: Is = (value) => isNumber(value) && value >= 0 && value < 2 ** 64;
const isOneOf = (...words: readonly string[]): Is => (value) => isText(value) && words.includes(String(value));
const isListOf = (is: Is): Is => (value) => Array.isArray(value) && value.every(is);

const isVariable: Is = (value) => isText(value) || (isTable(value) && isNamedVariable(value));

function isNamedVariable({ name, source, ...rest }: Table): boolean {
  return isText(name) && (source === undefined || source === 'local' || source === 'remote') && Object.keys(rest).length === 0;
}

export const serverTypes: readonly KeyType[] = [
  ['command', 'a text', isText],
  ['url', 'a text', isText],
  ['args', 'a list of texts', isTextList],
  ['cwd', 'a text', isText],
  ['env', 'a table of texts', isTextTable],
  ['env_vars', 'a list of names, or of tables with a name and the source "local" or "remote"', isListOf(isVariable)],
  ['http_headers', 'a table of texts', isTextTable],
  ['env_http_headers', 'a table of texts', isTextTable],
  ['bearer_token_env_var', 'a text', isText],
  ['http_headers_helper', 'a text that is not empty', (value) => isText(value) && value !== ''],
  ['oauth_resource', 'a text', isText],
  ['oauth', 'a table', isTable],
  ['auth', 'one of "oauth", "chatgpt", "ema_auth"', isOneOf('oauth', 'chatgpt', 'ema_auth')],
  ['scopes', 'a list of texts', isTextList],
  ['environment_id', 'a text', isText],
  ['name', 'a text', isText],
  ['enabled', 'true or false', isSwitch],
  ['required', 'true or false', isSwitch],
  ['supports_parallel_tool_calls', 'true or false', isSwitch],
  ['startup_timeout_sec', 'a number of seconds', isSeconds],
  ['tool_timeout_sec', 'a number of seconds', isSeconds],
  ['startup_timeout_ms', 'a whole number', isWhole(0)],
  ['startup_readiness', '"connection" or "catalog"', isOneOf('connection', 'catalog')],
  ['tool_input_schema_max_bytes', 'a whole number above 0', isWhole(1)],
  ['omit_tools_from', 'a list of "code_mode", "deferred" or "direct"', isListOf(isOneOf('code_mode', 'deferred', 'direct'))],
  ['enabled_tools', 'a list of texts', isTextList],
  ['disabled_tools', 'a list of texts', isTextList],
  ['tools', 'a table', isTable],
];

/** `approval_mode` is looked at with the approvals. */
export const toolTypes: readonly KeyType[] = [['output_token_limit', 'a whole number above 0', isWhole(1)]];

/** "untrusted" stops 0.171.0 in a file. A table is a granular policy. */
export const rootTypes: readonly KeyType[] = [
  ['approval_policy', 'one of "on-request", "on-failure", "never"', (value) => isTable(value) || isOneOf('on-request', 'on-failure', 'never')(value)],
  ['sandbox_mode', 'one of "read-only", "workspace-write", "danger-full-access"', isOneOf('read-only', 'workspace-write', 'danger-full-access')],
];
