import type { ArgumentFinding, ClientOption, ClientWord, Interpretation, Launcher, Overlay, ProjectedDocuments } from '../../driver.js';
import { layers } from './launch-layers.js';

/**
 * One run of Gemini CLI. It takes rules and servers from files only (`--policy FILE`, and settings by the place of the system's
 * own file), so both are written into a private folder for the time of the run (0.61.0).
 */
export const launch: Launcher = {
  programs: ['gemini'],
  packages: ['@google/gemini-cli'],
  options: options(),
  shortsCluster: true,
  versionOf: (printed) => /^(\d+\.\d+\.\d+(?:[-+]\S*)?)[^\S\n]*$/m.exec(printed)?.[1],
  minimums: () => [{ version: '0.31.0', what: 'rules for tools of servers' }],
  interpret,
  overlay,
  isClosed: true,
  alters: (value) => value.includes('$') || /%\w+%/.test(value),
  withholds: () => false,
  layers,
};

/**
 * `--policy` replaces the user's own rules. The system's settings win over all others, replace a server of the same name as a
 * whole, and shut off the modes in which rules do not count. The client takes that file from root only
 * (isFileAndDirectorySecureSync in 0.61.0).
 */
function overlay({ policy = {}, settings = {} }: ProjectedDocuments): Overlay {
  return {
    words: ['--policy', { file: 'policy.toml' }, '--approval-mode', 'default'],
    env: [{ name: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', value: { file: 'settings.json' } }],
    filesOwnedBy: 0,
    files: [
      { name: 'policy.toml', format: 'toml', value: policy },
      { name: 'settings.json', format: 'json', value: { ...settings, security: { disableYoloMode: true, disableAlwaysAllow: true } } },
    ],
  };
}

/** Options of 0.61.0 (`gemini --help`). */
function options(): readonly ClientOption[] {
  const stopped = (names: readonly string[], takes: ClientOption['takes'], voids: string): ClientOption => ({ names, takes, voids });
  const open = (names: readonly string[], takes: ClientOption['takes'], unexamined: string): ClientOption => ({ names, takes, unexamined });
  return [
    stopped(['--yolo', '-y'], 'nothing', 'runs every tool without a rule unasked'),
    stopped(['--approval-mode'], 'value', 'chooses an approval mode, and the run is pinned to the default one'),
    stopped(['--policy', '--admin-policy'], 'values', 'brings rules beside the policy'),
    stopped(['--allowed-tools', '--allowed-mcp-server-names'], 'values', 'approves tools beside the policy'),
    open(['--acp', '--experimental-acp'], 'nothing', 'lets another program answer'),
    open(['--extensions', '-e'], 'values', 'chooses extensions, which can bring servers and hooks'),
    open(['--sandbox', '-s'], 'nothing', 'runs the client in another place'),
    open(['--worktree', '-w'], 'optional', 'starts in a folder that does not exist yet'),
    open(['--resume', '-r', '--session-file'], 'optional', 'continues a conversation'),
    ...['--model', '-m', '--prompt', '-p', '--prompt-interactive', '-i', '--session-id', '--output-format', '-o', '--delete-session'].map((name): ClientOption => ({ names: [name], takes: 'value' })),
    { names: ['--include-directories'], takes: 'values' },
    ...['--debug', '-d', '--skip-trust', '--screen-reader', '--raw-output', '--accept-raw-output-risk', '--list-extensions', '-l', '--list-sessions', '--version', '-v', '--help', '-h'].map((name): ClientOption => ({ names: [name], takes: 'nothing' })),
  ];
}

const commands: ReadonlySet<string> = new Set(['mcp', 'extensions', 'extension', 'skills', 'skill', 'hooks', 'hook', 'gemma']);

function interpret(words: readonly ClientWord[]): Interpretation {
  const command = words.find(({ option }) => option === undefined)?.text;
  const isHeadless = words.some(({ option, text }) => option !== undefined && (text === '--prompt' || text === '-p'));
  const findings: readonly ArgumentFinding[] = command !== undefined && commands.has(command) ? [{ kind: 'void', name: command, message: `\`gemini ${command}\` starts no conversation`, fix: 'Run it without mcpolicy launch.' }] : [];
  return { findings, ...(isHeadless ? { unattended: '`gemini --prompt` has nobody to ask' } : { needsTerminal: true as const }), mayTrust: true, session: [] };
}
