import type { ArgumentFinding, ClientWord, Interpretation, SessionSetting } from '../../driver.js';

type Mode = 'interactive' | 'exec' | 'app-server';

/** Commands that run a model, and how; `undefined` for those that do something else. */
const modes: ReadonlyMap<string, Mode> = new Map([
  ['exec', 'exec'], ['e', 'exec'], ['review', 'exec'], ['app-server', 'app-server'], ['resume', 'interactive'], ['fork', 'interactive'],
]);

/** Commands of Codex 0.171.0 and of older releases that run no model, or one that the policy of this call does not reach. */
const others: ReadonlySet<string> = new Set([
  'agents', 'login', 'logout', 'mcp', 'mcp-server', 'plugin', 'remote-control', 'completion', 'update', 'doctor', 'sandbox', 'debug', 'apply', 'a', 'queue', 'archive', 'delete',
  'migrate-rollouts', 'migrate-nfs-db', 'unarchive', 'cloud', 'cloud-tasks', 'exec-server', 'features', 'help', 'app', 'execpolicy', 'proto', 'responses-api-proxy', 'stdio-to-uds',
]);

/**
 * What the arguments of a user amount to. app-server trusts a folder that nobody spoke of on its own, and takes its files in the
 * same run; the terminal interface asks; exec does neither (seen on 0.146.0 and 0.171.0;
 * openai/codex:codex-rs/cli/src/main.rs, codex-rs/utils/cli/src/config_override.rs).
 */
export function interpret(words: readonly ClientWord[]): Interpretation {
  const plain = words.filter(({ option }) => option === undefined).map(({ text }) => text);
  const command = plain[0];
  const mode = modes.get(command ?? '') ?? 'interactive';
  const last = (name: string) => words.findLast(({ option }) => option?.names.includes(name))?.values[0];
  const session = [...settings(words), ...flagSetting('approval_policy', last('-a')), ...flagSetting('sandbox_mode', last('-s'))];
  const [folder, profile] = [last('-C'), last('-p')];
  return {
    findings: [...commandFindings(command, plain[1], mode), ...words.flatMap(overrideFindings)],
    ...(mode === 'exec' ? { unattended: `\`codex ${command ?? ''}\` has nobody to ask` } : {}),
    ...(mode === 'interactive' ? { needsTerminal: true as const } : {}),
    ...(mode === 'exec' ? {} : { mayTrust: true as const }),
    ...(folder === undefined ? {} : { folder }),
    ...(profile === undefined ? {} : { profile }),
    session,
  };
}

function commandFindings(command: string | undefined, next: string | undefined, mode: Mode): readonly ArgumentFinding[] {
  if (command !== undefined && others.has(command)) return [{ kind: 'void', name: command, message: `\`codex ${command}\` runs no model that the policy of this call reaches`, fix: 'Run it without mcpolicy launch.' }];
  if (mode === 'app-server' && next !== undefined) return [{ kind: 'void', name: 'app-server', message: 'this command of `codex app-server` runs no model that the policy of this call reaches', fix: 'Run it without mcpolicy launch.' }];
  return [];
}

/** `-a` and `-s` beat the same keys of `-c`, as any flag does. */
function flagSetting(key: string, value: string | undefined): readonly SessionSetting[] {
  return value === undefined ? [] : [{ path: [key], text: JSON.stringify(value) }];
}

function settings(words: readonly ClientWord[]): readonly SessionSetting[] {
  return overrides(words).map(({ path, text }) => ({ path, text }));
}

/** The key is split at every dot and at the first `=`; quotes in it are part of it. */
function overrides(words: readonly ClientWord[]): readonly SessionSetting[] {
  return words.filter(isOverride).flatMap(({ values: [text = ''] }) => {
    const [, key = '', value = ''] = /^([^=]*)=([^]*)$/.exec(text) ?? [];
    return key.trim() === '' ? [] : [{ path: key.trim().split('.'), text: value.trim() }];
  });
}

function isOverride({ option }: ClientWord): boolean {
  return option?.names.includes('-c') ?? false;
}

/** Keys that say what approvals are under; the session is judged with them, as files are. */
const judged: readonly string[] = ['approval_policy', 'sandbox_mode', 'approvals_reviewer', 'hooks', 'projects'];

/** Keys of the model, of its surroundings, and of what is shown and kept. None of them takes part in the decision about a call. */
const harmless: readonly string[] = [
  'model', 'model_provider', 'model_providers', 'model_reasoning_effort', 'model_reasoning_summary', 'model_supports_reasoning_summaries', 'model_verbosity', 'model_context_window',
  'model_auto_compact_token_limit', 'review_model', 'service_tier', 'personality', 'developer_instructions', 'openai_base_url', 'chatgpt_base_url', 'web_search', 'tool_output_token_limit',
  'project_doc_max_bytes', 'project_doc_fallback_filenames', 'hide_agent_reasoning', 'show_raw_agent_reasoning', 'tui', 'history', 'file_opener', 'log_dir', 'notice', 'otel', 'analytics', 'feedback',
  'check_for_update_on_startup', 'cli_auth_credentials_store', 'mcp_oauth_credentials_store',
];

/** Of every other key nobody knows what it does to approvals. */
const examined: ReadonlySet<string> = new Set([...judged, ...harmless]);

function overrideFindings(word: ClientWord): readonly ArgumentFinding[] {
  return overrides([word]).flatMap(({ path }): readonly ArgumentFinding[] => {
    const root = path[0]?.trim() ?? '';
    if (root === 'mcp_servers') {
      return [{ kind: 'void', name: `${word.text} mcp_servers`, message: `\`${word.text} mcp_servers...\` replaces or widens what the policy of this call says`, fix: 'Declare the server in the spec.' }];
    }
    return examined.has(root) ? [] : [{ kind: 'unexamined', name: `${word.text} ${root}`, message: `what \`${word.text} ${root}...\` does to approvals was not examined` }];
  });
}
