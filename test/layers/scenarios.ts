/**
 * Trees of config files and what Codex makes of them. The unit test compares our answer with `expected`; the conformance
 * test compares it with what the real client says, so that `expected` is nobody's opinion.
 */
export interface Scenario {
  readonly about: string;
  /** Texts by path below the scenario's folder; `{{root}}` stands for that folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links: path -> target, both below the scenario's folder. */
  readonly links?: Readonly<Record<string, string>>;
  /** Empty folders. */
  readonly folders?: readonly string[];
  readonly cwd: string;
  /** `CODEX_HOME`, below the scenario's folder; absent: not set, and the home folder is `home`. */
  readonly codexHome?: string;
  readonly expected: {
    /** Files that count, highest precedence first. */
    readonly active: readonly string[];
    readonly ignored?: readonly string[];
    /** Approval modes in the end, by tool of server `s`. */
    readonly tools?: Readonly<Record<string, string>>;
    /** Other keys in the end. */
    readonly settings?: Readonly<Record<string, string>>;
  };
}

const user = 'home/.codex/config.toml';
const rootFile = 'repo/.codex/config.toml';
const subFile = 'repo/sub/.codex/config.toml';
const git = { 'repo/.git/HEAD': 'ref: refs/heads/main\n' };

/** Approvals of tools of server `s`, as a config file. */
export function modes(tools: Readonly<Record<string, string>>): string {
  return Object.entries(tools).map(([tool, mode]) => `[mcp_servers.s.tools.${tool}]\napproval_mode = "${mode}"\n`).join('');
}

export function trust(path: string, level = 'trusted'): string {
  return `[projects."{{root}}/${path}"]\ntrust_level = "${level}"\n`;
}

const server = '[mcp_servers.s]\ncommand = "server"\n';
const nested = { ...git, [rootFile]: modes({ t: 'approve', root: 'approve' }), [subFile]: modes({ t: 'prompt', sub: 'approve' }) };

export const scenarios: readonly Scenario[] = [
  {
    about: 'the user alone',
    files: { [user]: server + modes({ t: 'prompt' }) },
    cwd: 'repo',
    folders: ['repo'],
    expected: { active: [user], tools: { t: 'prompt' } },
  },
  {
    about: 'no file at all',
    files: {},
    folders: ['repo', 'home/.codex'],
    cwd: 'repo',
    expected: { active: [] },
  },
  {
    about: 'trust of the root covers nested folders, and the nearest one wins',
    files: { ...nested, [user]: server + modes({ t: 'prompt' }) + trust('repo') },
    cwd: 'repo/sub',
    expected: { active: [subFile, rootFile, user], tools: { t: 'prompt', root: 'approve', sub: 'approve' } },
  },
  {
    about: 'the working folder at the root does not see what is below it',
    files: { ...nested, [user]: server + modes({ t: 'prompt' }) + trust('repo') },
    cwd: 'repo',
    expected: { active: [rootFile, user], tools: { t: 'approve', root: 'approve' } },
  },
  {
    about: 'nobody said anything about the project',
    files: { ...nested, [user]: server + modes({ t: 'prompt' }) },
    cwd: 'repo/sub',
    expected: { active: [user], ignored: [subFile, rootFile], tools: { t: 'prompt' } },
  },
  {
    about: 'trust of a nested folder is its own affair',
    files: { ...nested, [user]: server + trust('repo/sub') },
    cwd: 'repo/sub',
    expected: { active: [subFile, user], ignored: [rootFile], tools: { t: 'prompt', sub: 'approve' } },
  },
  {
    about: 'a nested folder can be left out of the trust of its root',
    files: { ...nested, [user]: server + trust('repo') + trust('repo/sub', 'untrusted') },
    cwd: 'repo/sub',
    expected: { active: [rootFile, user], ignored: [subFile], tools: { t: 'approve', root: 'approve' } },
  },
  {
    about: 'an entry for a folder above the root does not count',
    files: { ...nested, [user]: server + trust('.') },
    cwd: 'repo/sub',
    expected: { active: [user], ignored: [subFile, rootFile], tools: {} },
  },
  {
    about: 'an empty .git folder is no repository',
    files: { [rootFile]: modes({ root: 'approve' }), [subFile]: modes({ sub: 'approve' }), [user]: server + trust('repo') },
    folders: ['repo/.git'],
    cwd: 'repo/sub',
    expected: { active: [user], ignored: [subFile], tools: {} },
  },
  {
    about: 'a .git file makes a root, whatever it says',
    files: { 'repo/.git': 'nothing\n', [rootFile]: modes({ root: 'approve' }), [subFile]: modes({ sub: 'approve' }), [user]: server + trust('repo') },
    cwd: 'repo/sub',
    expected: { active: [subFile, rootFile, user], tools: { root: 'approve', sub: 'approve' } },
  },
  {
    about: 'outside of a repository only the working folder counts',
    files: { [rootFile]: modes({ root: 'approve' }), [subFile]: modes({ sub: 'approve' }), [user]: server + trust('repo/sub') },
    cwd: 'repo/sub',
    expected: { active: [subFile, user], tools: { sub: 'approve' } },
  },
  {
    about: 'a repository inside another one ends there',
    files: { ...nested, 'repo/sub/.git/HEAD': 'ref: refs/heads/main\n', [user]: server + trust('repo') },
    cwd: 'repo/sub',
    expected: { active: [user], ignored: [subFile], tools: {} },
  },
  {
    about: 'a folder that is reached by a link is trusted by its real path',
    files: { ...nested, [user]: server + trust('repo') },
    links: { link: 'repo' },
    cwd: 'link/sub',
    expected: { active: ['link/sub/.codex/config.toml', 'link/.codex/config.toml', user], tools: { t: 'prompt', root: 'approve', sub: 'approve' } },
  },
  {
    about: 'the home folder as a project is not a second user file',
    files: { [user]: server + modes({ t: 'prompt' }) + trust('home') },
    cwd: 'home',
    expected: { active: [user], tools: { t: 'prompt' } },
  },
  {
    about: 'with CODEX_HOME elsewhere, .codex in the home folder is that of a project',
    files: { 'codex/config.toml': server + trust('home'), [user]: modes({ t: 'approve' }) },
    cwd: 'home',
    codexHome: 'codex',
    expected: { active: [user, 'codex/config.toml'], tools: { t: 'approve' } },
  },
  {
    about: 'CODEX_HOME replaces the folder of the user',
    files: { 'codex/config.toml': server + modes({ t: 'prompt' }), [user]: modes({ t: 'approve' }) },
    cwd: 'repo',
    folders: ['repo'],
    codexHome: 'codex',
    expected: { active: ['codex/config.toml'], tools: { t: 'prompt' } },
  },
  {
    about: 'settings that void approvals come from a trusted project too, endpoints of credentials do not',
    files: { ...git, [rootFile]: 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\napprovals_reviewer = "auto_review"\nmodel_provider = "mine"\n', [user]: server + trust('repo') },
    cwd: 'repo',
    expected: { active: [rootFile, user], settings: { approval_policy: 'never', sandbox_mode: 'danger-full-access', approvals_reviewer: 'auto_review' } },
  },
  {
    about: 'a file in place of .codex is as good as none',
    files: { ...git, 'repo/.codex': 'not a folder\n', [user]: server + trust('repo') },
    cwd: 'repo',
    expected: { active: [user] },
  },
  {
    about: 'an ignored file may be broken',
    files: { ...git, [rootFile]: 'x = = \n', [user]: server + modes({ t: 'prompt' }) },
    cwd: 'repo',
    expected: { active: [user], ignored: [rootFile], tools: { t: 'prompt' } },
  },
  {
    about: 'tables merge key by key, lists as a whole',
    files: {
      ...git,
      [rootFile]: '[mcp_servers.s]\nargs = ["b"]\nenabled_tools = ["x"]\n',
      [user]: `${trust('repo')}[mcp_servers.s]\ncommand = "server"\nargs = ["a", "c"]\nenabled_tools = ["t", "u"]\n`,
    },
    cwd: 'repo',
    expected: { active: [rootFile, user] },
  },
];
