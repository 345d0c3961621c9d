import { distance } from 'fastest-levenshtein';
import type { Remark } from '../../driver.js';
import { quote } from '../../quote.js';
import { entriesOf, isTable, type Table } from '../../reading.js';
import { remark, type Who } from './remark.js';

/** Keys without effect: Codex ignores what it does not know, so a misspelt key is a rule that is not there. */

/** Words of other clients, and Codex's own word at the wrong level. */
const misplaced: ReadonlySet<string> = new Set(['approval_mode', 'approvalMode', 'approval', 'require_approval', 'trust', 'autoApprove', 'auto_approve', 'alwaysAllow', 'default_approval_mode', 'default_tools_approval', 'disabled']);

/** Keys of a server that decide what runs; others may be misspelt without harm to a policy. */
const serverKeys = ['tools', 'default_tools_approval_mode', 'enabled_tools', 'disabled_tools', 'enabled'] as const;

/** openai/codex:codex-rs/config/src/mcp_types.rs; a known key is never taken for a misspelt one. */
const known: ReadonlySet<string> = new Set([
  ...serverKeys, 'command', 'args', 'env', 'env_vars', 'cwd', 'url', 'bearer_token_env_var', 'http_headers', 'env_http_headers', 'http_headers_helper', 'oauth', 'oauth_resource', 'scopes',
  'auth', 'environment_id', 'experimental_environment', 'startup_timeout_sec', 'startup_timeout_ms', 'startup_readiness', 'tool_timeout_sec', 'required', 'supports_parallel_tool_calls',
  'tool_input_schema_max_bytes', 'omit_tools_from', 'name', 'type',
]);

export function serverKeyRemarks(name: string, server: Table): readonly Remark[] {
  return Object.keys(server).flatMap((key): readonly Remark[] => {
    if (known.has(key)) return [];
    const meant = meantKey(key, serverKeys);
    if (meant === undefined && !misplaced.has(key)) return [];
    return [remark([name, key], { code: 'MCP407', server: name, message: `Codex does not read ${quote(key)} on a server`, ...(meant === undefined ? {} : { fix: `The key is ${meant}.` }) })];
  });
}

/** `[...tools.repo.search]` without quotes is the tool "repo" with a table "search" in it; misspelt keys are ignored. */
export function toolKeyRemarks(path: readonly string[], value: Table, who: Who): readonly Remark[] {
  return entriesOf(value).flatMap(([key, inner]): readonly Remark[] => {
    if (isTable(inner) && (Object.hasOwn(inner, 'approval_mode') || Object.values(inner).some(isTable))) {
      return [remark([...path, key], { code: 'MCP407', ...who, message: `a tool name with a dot is not quoted, so Codex reads ${quote(key)} as a key of tool ${quote(who.tool)} and ignores it`, fix: `Write the name in quotes: tools.${quote(dottedName(`${who.tool}.${key}`, inner))}.` })];
    }
    const looksLikeMode = key !== 'approval_mode' && (/^(?:appro|aprov|mode$|default|require|allow|enabled$)/i.test(key) || meantKey(key, ['approval_mode']) !== undefined);
    return looksLikeMode ? [remark([...path, key], { code: 'MCP407', ...who, message: `Codex does not read ${quote(key)} on a tool`, fix: 'The key is approval_mode.' })] : [];
  });
}

/** The name that was meant, down to the table that holds the mode. */
function dottedName(name: string, table: Table): string {
  if (Object.hasOwn(table, 'approval_mode')) return name;
  for (const [key, inner] of entriesOf(table)) if (isTable(inner)) return dottedName(`${name}.${key}`, inner);
  return name;
}

/** The key that another spelling of it, or a slip of the hand, stands for. */
export function meantKey(key: string, keys: readonly string[]): string | undefined {
  const plain = bare(key);
  return keys.find((candidate) => distance(plain, bare(candidate)) <= (candidate.length > 6 ? 2 : 1));
}

function bare(key: string): string {
  return key.toLowerCase().replace(/[-_\s]/g, '');
}
