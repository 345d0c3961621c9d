import type { ClientOption } from '../../driver.js';

/**
 * Options of Codex 0.171.0 (`--help` of codex, exec, exec resume, review, resume, fork and app-server), and those of older
 * releases that are still written. What an option does to approvals was seen on 0.171.0 or read in its help.
 */
export const options: readonly ClientOption[] = [
  { names: ['--dangerously-bypass-approvals-and-sandbox', '--yolo'], takes: 'nothing', voids: 'makes Codex run every tool unasked' },
  { names: ['--approve-for-me'], takes: 'nothing', voids: 'lets a model answer prompts' },
  { names: ['--dangerously-bypass-hook-trust'], takes: 'nothing', voids: 'lets hooks that nobody trusted answer prompts' },
  { names: ['--trust'], takes: 'nothing', voids: 'trusts the repository and writes that into the user\'s config' },
  { names: ['--remote'], takes: 'value', voids: 'sends the run to a server that never sees the policy of this call' },
  { names: ['--full-auto'], takes: 'nothing', unexamined: 'belongs to older releases' },
  { names: ['--worktree'], takes: 'nothing', unexamined: 'starts in a folder that does not exist yet, so its files cannot be judged' },
  { names: ['--enable', '--disable'], takes: 'value', unexamined: 'changes a feature of Codex, and what features do to approvals was not examined' },
  { names: ['--code-mode-host'], takes: 'value', unexamined: 'runs tools on another host' },
  { names: ['--config', '-c'], takes: 'value' },
  { names: ['--profile', '-p'], takes: 'value' },
  { names: ['--sandbox', '-s'], takes: 'value' },
  { names: ['--ask-for-approval', '-a'], takes: 'value' },
  { names: ['--cd', '-C'], takes: 'value' },
  { names: ['--ignore-user-config'], takes: 'nothing' },
  { names: ['--image', '-i'], takes: 'values' },
  ...valued([
    '--remote-auth-token-env', '--model', '-m', '--local-provider', '--add-dir', '--thread-source', '--cyber-access-program', '--output-schema', '--color',
    '--output-last-message', '-o', '--listen', '--startup-client-info', '--cloud-skills-snapshot', '--ws-auth', '--ws-token-file', '--ws-token-sha256',
    '--ws-shared-secret-file', '--ws-issuer', '--ws-audience', '--ws-max-clock-skew-seconds', '--base', '--commit', '--title',
  ]),
  ...flags([
    '--strict-config', '--oss', '--search', '--no-alt-screen', '--no-daemon', '--skip-git-repo-check', '--ephemeral', '--ignore-rules', '--json', '--experimental-json',
    '--last', '--all', '--include-non-interactive', '--uncommitted', '--startup-sign-out', '--print-startup-config', '--stdio', '--analytics-default-enabled', '--help', '-h', '--version', '-V',
  ]),
];

function valued(names: readonly string[]): readonly ClientOption[] {
  return names.map((name) => ({ names: [name], takes: 'value' }));
}

function flags(names: readonly string[]): readonly ClientOption[] {
  return names.map((name) => ({ names: [name], takes: 'nothing' }));
}
