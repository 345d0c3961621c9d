import type { ClientOption } from '../../driver.js';

/** Options of Copilot CLI 1.0.102 (`copilot --help`). */
export const options: readonly ClientOption[] = [
  ...stopped('runs every tool unasked', 'nothing', ['--allow-all-tools', '--allow-all', '--yolo']),
  ...stopped('approves tools beside the policy', 'values', ['--allow-tool']),
  ...stopped('lets a judge answer instead of a person', 'nothing', ['--assisted-approval']),
  ...stopped('takes hooks of the repository, which run even forbidden tools', 'nothing', ['--trust-folder']),
  ...stopped('brings servers beside those of the policy', 'value', ['--additional-mcp-config', '--enable-mcp-server', '--plugin-dir']),
  ...stopped('runs in another place, which the policy of this call does not reach', 'value', ['--environment-host', '--environment-compute-id']),
  ...stopped('runs in another place, which the policy of this call does not reach', 'optional', ['--connect']),
  ...open('takes tools away beside the policy', 'values', ['--deny-tool', '--available-tools', '--excluded-tools']),
  ...open('continues a session that the fresh home of this run does not have', 'optional', ['--resume', '-r']),
  ...open('continues a session that the fresh home of this run does not have', 'nothing', ['--continue']),
  ...open('continues a session that the fresh home of this run does not have', 'value', ['--session-id']),
  ...open('lets other agents or programs act', 'nothing', ['--fleet', '--acp', '--remote', '--autopilot', '--experimental']),
  ...open('lets other agents or programs act', 'value', ['--agent', '--mode', '--add-dir', '--extension-sdk-path', '--mcp-github-auth']),
  ...plain('value', [
    '--prompt', '-p', '--interactive', '-i', '--model', '--reasoning-effort', '--context', '--auto-tier', '--name', '-n', '-C', '--log-dir', '--log-level', '--stream', '--output-format', '--attachment', '--disable-mcp-server',
    '--add-github-mcp-toolset', '--add-github-mcp-tool', '--max-autopilot-continues', '--max-ai-credits', '--dynamic-retrieval', '--usage-output-file',
  ]),
  ...plain('optional', ['--share', '--bash-env', '--mouse']),
  ...plain('values', ['--secret-env-vars', '--allow-url', '--deny-url']),
  ...plain('nothing', [
    '--silent', '-s', '--disable-client-telemetry', '--enable-memory', '--allow-all-paths', '--allow-all-urls', '--disallow-temp-dir', '--banner', '--screen-reader', '--plain-diff', '--share-gist', '--plan', '--remote-export',
    '--disable-builtin-mcps', '--enable-all-github-mcp-tools', '--allow-all-mcp-server-instructions', '--no-custom-instructions', '--no-auto-update', '--no-ask-user', '--no-color', '--no-experimental', '--no-bash-env',
    '--no-mouse', '--no-remote', '--no-remote-export', '--no-eager-powershell-resolution', '--version', '-v', '--help', '-h',
  ]),
];

function stopped(voids: string, takes: ClientOption['takes'], names: readonly string[]): readonly ClientOption[] {
  return [{ names, takes, voids }];
}

function open(unexamined: string, takes: ClientOption['takes'], names: readonly string[]): readonly ClientOption[] {
  return [{ names, takes, unexamined }];
}

function plain(takes: ClientOption['takes'], names: readonly string[]): readonly ClientOption[] {
  return [{ names, takes }];
}
