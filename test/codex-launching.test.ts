import { describe, expect, it } from 'vitest';
import { launch } from '../src/drivers/codex/launch.js';
import { readClientWords } from '../src/launch/client-words.js';
import type { NormalizedPolicy, ServerPolicy } from '../src/model.js';

const interpret = (...args: readonly string[]) => launch.interpret(readClientWords(args, launch).words);
const policyOf = (...servers: readonly Partial<ServerPolicy>[]): NormalizedPolicy => ({ servers: servers.map((server) => ({ name: 'docs', enabled: true, required: false, disabledTools: [], tools: [], ...server })), targets: [] });

describe('options of Codex', () => {
  const names = (has: (option: (typeof launch.options)[number]) => boolean) => launch.options.filter(has).flatMap((option) => option.names);

  it('are each spelled once, and take something or nothing', () => {
    const all = names(() => true);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((name) => !/^(?:-[A-Za-z]|--[a-z][a-z0-9-]+)$/.test(name))).toEqual([]);
    expect(names(({ takes }) => takes === 'values')).toEqual(['--image', '-i']);
    expect(names(({ takes }) => takes === 'value')).toEqual([
      '--remote', '--enable', '--disable', '--code-mode-host', '--config', '-c', '--profile', '-p', '--sandbox', '-s', '--ask-for-approval', '-a', '--cd', '-C',
      '--remote-auth-token-env', '--model', '-m', '--local-provider', '--add-dir', '--thread-source', '--cyber-access-program', '--output-schema', '--color',
      '--output-last-message', '-o', '--listen', '--startup-client-info', '--cloud-skills-snapshot', '--ws-auth', '--ws-token-file', '--ws-token-sha256',
      '--ws-shared-secret-file', '--ws-issuer', '--ws-audience', '--ws-max-clock-skew-seconds', '--base', '--commit', '--title',
    ]);
    expect(names(({ takes }) => takes === 'nothing')).toEqual([
      '--dangerously-bypass-approvals-and-sandbox', '--yolo', '--approve-for-me', '--dangerously-bypass-hook-trust', '--trust', '--full-auto', '--worktree', '--ignore-user-config',
      '--strict-config', '--oss', '--search', '--no-alt-screen', '--no-daemon', '--skip-git-repo-check', '--ephemeral', '--ignore-rules', '--json', '--experimental-json',
      '--last', '--all', '--include-non-interactive', '--uncommitted', '--startup-sign-out', '--print-startup-config', '--stdio', '--analytics-default-enabled', '--help', '-h', '--version', '-V',
    ]);
  });

  it('void the policy, or were not examined, each for a reason of its own', () => {
    const reasons = (key: 'voids' | 'unexamined') => launch.options.flatMap((option) => (option[key] === undefined ? [] : [[option.names[0], option[key]]]));
    expect(reasons('voids')).toEqual([
      ['--dangerously-bypass-approvals-and-sandbox', 'makes Codex run every tool unasked'],
      ['--approve-for-me', 'lets a model answer prompts'],
      ['--dangerously-bypass-hook-trust', 'lets hooks that nobody trusted answer prompts'],
      ['--trust', 'trusts the repository and writes that into the user\'s config'],
      ['--remote', 'sends the run to a server that never sees the policy of this call'],
    ]);
    expect(reasons('unexamined')).toEqual([
      ['--full-auto', 'belongs to older releases'],
      ['--worktree', 'starts in a folder that does not exist yet, so its files cannot be judged'],
      ['--enable', 'changes a feature of Codex, and what features do to approvals was not examined'],
      ['--code-mode-host', 'runs tools on another host'],
    ]);
  });
});

describe('commands of Codex', () => {
  const elsewhere = ['agents', 'login', 'logout', 'mcp', 'mcp-server', 'plugin', 'remote-control', 'completion', 'update', 'doctor', 'sandbox', 'debug', 'apply', 'a', 'queue', 'archive', 'delete', 'migrate-rollouts', 'migrate-nfs-db', 'unarchive', 'cloud', 'cloud-tasks', 'exec-server', 'features', 'help', 'app', 'execpolicy', 'proto', 'responses-api-proxy', 'stdio-to-uds'];

  it.each(elsewhere)('%s runs no model that the policy reaches', (command) => {
    expect(interpret(command, 'x').findings).toStrictEqual([{ kind: 'void', name: command, message: `\`codex ${command}\` runs no model that the policy of this call reaches`, fix: 'Run it without mcpolicy launch.' }]);
  });

  it('app-server does, without a command of its own', () => {
    expect(interpret('app-server').findings).toEqual([]);
    expect(interpret('app-server', 'proxy').findings).toStrictEqual([{ kind: 'void', name: 'app-server', message: 'this command of `codex app-server` runs no model that the policy of this call reaches', fix: 'Run it without mcpolicy launch.' }]);
  });

  it.each(['exec', 'e', 'review'])('%s has nobody to ask', (command) => {
    expect(interpret(command, 'x')).toStrictEqual({ findings: [], unattended: `\`codex ${command}\` has nobody to ask`, session: [] });
  });

  it.each([[], ['resume'], ['fork'], ['words']])('%s has somebody to ask', (...args) => {
    expect(interpret(...args)).toStrictEqual({ findings: [], needsTerminal: true, mayTrust: true, session: [] });
  });

  it('app-server may come to trust a folder', () => {
    expect(interpret('app-server', '-C', '/a', '-p', 'p')).toStrictEqual({ findings: [], mayTrust: true, folder: '/a', profile: 'p', session: [] });
  });
});

describe('settings of one run', () => {
  const settings = (...args: readonly string[]) => interpret(...args).session.map(({ path, text }) => `${path.join('|')} = ${text}`);

  it.each<[readonly string[], readonly string[]]>([
    [['-c', 'a=1'], ['a = 1']],
    [['-c', ' a . b = [1] '], ['a | b = [1]']],
    [['--config', 'a=b=c'], ['a = b=c']],
    [['-c', 'a=\n1\n'], ['a = 1']],
    [['-c', 'a='], ['a = ']],
    [['-c', 'a'], []],
    [['-c', ' =1'], []],
    [['-c', 'a\nb=1'], ['a\nb = 1']],
    [['-c', '=1'], []],
    [['-a', 'never', '-a', 'untrusted'], ['approval_policy = "untrusted"']],
    [['--sandbox', 'read-only', '-c', 'x=1'], ['x = 1', 'sandbox_mode = "read-only"']],
    [['-m', 'a=1'], []],
  ])('%j', (args, expected) => {
    expect(settings(...args)).toEqual(expected);
  });

  it('that touch servers void the policy, and some were not examined', () => {
    expect(interpret('-c', ' mcp_servers .s.command="x"').findings).toStrictEqual([{ kind: 'void', name: '-c mcp_servers', message: '`-c mcp_servers...` replaces or widens what the policy of this call says', fix: 'Declare the server in the spec.' }]);
    for (const key of ['features', 'permissions', 'default_permissions', 'use_legacy_landlock', 'profile', 'x', 'plugins', 'sandbox_workspace_write']) {
      expect(interpret('--config', `${key}.x=1`).findings).toStrictEqual([{ kind: 'unexamined', name: `--config ${key}`, message: `what \`--config ${key}...\` does to approvals was not examined` }]);
    }
    expect(interpret('-c', 'model="m"', '-c', 'tui.mcp_servers=1').findings).toEqual([]);
  });
});

describe('a run of Codex', () => {
  it('takes the policy as one argument', () => {
    const servers = { docs: { command: 'x' } };
    expect(launch.overlay({ config: { mcp_servers: servers } }, policyOf())).toStrictEqual({ words: ['-c', { before: 'mcp_servers=', toml: servers }], env: [], files: [], layer: { part: 'config', value: { mcp_servers: servers } } });
    expect(launch.overlay({ config: {} }, policyOf())).toMatchObject({ words: ['-c', { before: 'mcp_servers=', toml: {} }] });
    expect(launch.overlay({}, policyOf())).toMatchObject({ layer: { value: { mcp_servers: {} } } });
  });

  it('needs a release that honours every table', () => {
    expect(launch.minimums(policyOf())).toStrictEqual([{ version: '0.117.0', what: 'approvals of single tools' }]);
    expect(launch.minimums(policyOf({ requiresApproval: false }, { name: 'a.b' }))).toStrictEqual([
      { version: '0.117.0', what: 'approvals of single tools' },
      { version: '0.122.0', what: 'a default for the other tools of a server', server: 'docs' },
      { version: '0.152.0', what: 'a server name with other characters than letters, digits, _ and -', server: 'a.b' },
    ]);
  });

  it('asks nobody under approval_policy "never"', () => {
    const unattended = (...values: readonly unknown[]) => launch.unattended?.(values.map((value) => ({ part: 'config', value })));
    expect(unattended({}, { approval_policy: 'never' })).toBe('approval_policy is "never"');
    expect(unattended({ approval_policy: 'on-request' })).toBeUndefined();
    expect(unattended()).toBeUndefined();
  });

  it('is started by its own programs, beside what else the user has', () => {
    expect([launch.programs, launch.packages, launch.isClosed, launch.withholds('HOME')]).toEqual([['codex'], ['@openai/codex'], false, false]);
  });

  it.each([['codex-cli 0.171.0', '0.171.0'], ['codex 1.2', '1.2'], ['note\ncodex-cli 0.1.0  \nmore', '0.1.0'], ['x codex 1.2', undefined], ['codex 1.2 beta', undefined], ['codexcli 1.2', undefined]])('says its version: %j', (printed, version) => {
    expect(launch.versionOf(printed)).toBe(version);
  });
});
