import type { ClientOption } from '../../driver.js';

/**
 * Options of Claude Code 2.1.332 (`claude --help`, and two that it hides). The overlay pins settings, servers and the
 * permission mode; what would undo that is refused although the client was seen to resist some of it.
 */
export const options: readonly ClientOption[] = [
  ...stopping('voids', 'asks for a mode in which tools without a rule run unasked', ['--dangerously-skip-permissions', '--allow-dangerously-skip-permissions'], 'nothing'),
  ...stopping('voids', 'chooses a permission mode, and the run is pinned to the default one', ['--permission-mode'], 'value'),
  ...stopping('voids', 'lets a host answer prompts', ['--permission-prompt-tool'], 'value'),
  ...stopping('voids', 'approves tools beside the policy', ['--allowedTools', '--allowed-tools'], 'values'),
  ...stopping('voids', 'brings servers beside those of the policy', ['--mcp-config'], 'values'),
  ...stopping('voids', 'brings settings beside the policy', ['--settings', '--setting-sources', '--managed-settings'], 'value'),
  ...stopping('voids', 'shuts the servers of the policy out', ['--safe-mode'], 'nothing'),
  ...stopping('voids', 'runs in another place, which the policy of this call does not reach', ['--cloud', '--desktop', '--teleport'], 'optional'),
  ...stopping('voids', 'runs in another place, which the policy of this call does not reach', ['--environment'], 'value'),
  ...stopping('voids', 'goes on behind this call', ['--bg', '--background'], 'nothing'),
  ...stopping('unexamined', 'continues a conversation, which can carry rules of its own', ['--continue', '-c', '--fork-session'], 'nothing'),
  ...stopping('unexamined', 'continues a conversation, which can carry rules of its own', ['--resume', '-r', '--from-pr'], 'optional'),
  ...stopping('unexamined', 'brings agents, which can have permissions of their own', ['--agent', '--agents'], 'value'),
  ...stopping('unexamined', 'brings a plugin, which can have hooks and servers', ['--plugin-dir', '--plugin-url'], 'value'),
  ...stopping('unexamined', 'takes tools away beside the policy', ['--disallowedTools', '--disallowed-tools'], 'values'),
  ...stopping('unexamined', 'lets somebody answer from another place', ['--remote-control'], 'optional'),
  ...stopping('unexamined', 'brings tools of another program', ['--chrome', '--ide', '--bare', '--restricted'], 'nothing'),
  ...stopping('unexamined', 'starts in a folder that does not exist yet', ['--worktree', '-w', '--tmux'], 'optional'),
  { names: ['--print', '-p'], takes: 'nothing' },
  { names: ['--permission-prompts'], takes: 'value' },
  { names: ['--input-format'], takes: 'value' },
  ...plain('value', [
    '--append-system-prompt', '--append-system-prompt-file', '--autocompact', '--debug-file', '--effort', '--fallback-model', '--json-schema', '--max-budget-usd', '--max-turns', '--model', '--name', '-n',
    '--output-format', '--remote-control-session-name-prefix', '--session-id', '--system-prompt', '--system-prompt-file', '--system-prompt-snapshot',
  ]),
  ...plain('values', ['--add-dir', '--betas', '--file', '--tools']),
  ...plain('optional', ['--debug', '-d', '--prompt-suggestions']),
  ...plain('nothing', [
    '--ax-screen-reader', '--brief', '--disable-slash-commands', '--exclude-dynamic-system-prompt-sections', '--forward-subagent-text', '--include-hook-events', '--include-partial-messages', '--no-chrome',
    '--no-session-persistence', '--replay-user-messages', '--strict-mcp-config', '--verbose', '--help', '-h', '--version', '-v',
  ]),
];

function stopping(kind: 'voids' | 'unexamined', why: string, names: readonly string[], takes: ClientOption['takes']): readonly ClientOption[] {
  return [kind === 'voids' ? { names, takes, voids: why } : { names, takes, unexamined: why }];
}

function plain(takes: ClientOption['takes'], names: readonly string[]): readonly ClientOption[] {
  return [{ names, takes }];
}
