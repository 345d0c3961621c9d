import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { read } from '../src/drivers/codex/read.js';

const observe = (text: string) => read([{ part: 'config', value: parse(text) }]);

/** What is read of one server, called s. */
const serverOf = (text: string) => observe(`[mcp_servers.s]\n${text}\n`).servers[0];
const remarksOf = (text: string) => observe(text).remarks.map(({ code, path, message, fix, isFatal, server, tool }) => ({ code, path: path.join(' '), message, ...(fix === undefined ? {} : { fix }), ...(isFatal === undefined ? {} : { isFatal }), ...(server === undefined ? {} : { server }), ...(tool === undefined ? {} : { tool }) }));
const shortly = (text: string) => remarksOf(text).map(({ code, path, isFatal }) => `${code} ${path}${isFatal ? ' fatal' : ''}`);

describe('a server of a Codex config, in the words of a spec', () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['command = "x"', { command: 'x' }],
    ['command = "x"\nargs = []\nenv_vars = []\nenv = {}', { command: 'x' }],
    ['command = "x"\nargs = ["a", ""]\ncwd = "/srv"', { command: 'x', args: ['a', ''], cwd: '/srv' }],
    ['command = "x"\nenv = { A = "a" }\nenv_vars = ["B"]', { command: 'x', env: { A: 'a', B: '${env:B}' } }],
    ['command = "x"\nenv_vars = ["B"]', { command: 'x', env: { B: '${env:B}' } }],
    ['url = "https://x"', { url: 'https://x' }],
    ['url = "https://x"\nhttp_headers = {}\nenv_http_headers = {}\noauth = {}', { url: 'https://x' }],
    ['url = "https://x"\nbearer_token_env_var = "T"', { url: 'https://x', bearerTokenEnv: 'T' }],
    ['url = "https://x"\nhttp_headers = { A = "a" }\nenv_http_headers = { B = "V" }', { url: 'https://x', headers: { A: 'a', B: '${env:V}' } }],
    ['url = "https://x"\noauth = { client_id = "c" }\nscopes = ["r"]', { url: 'https://x', oauth: { clientId: 'c', scopes: ['r'] } }],
    ['url = "https://x"\nscopes = []', { url: 'https://x', oauth: { scopes: [] } }],
    ['startup_timeout_sec = 3', {}],
    ['enabled = false\nrequired = true', { enabled: false, required: true }],
    ['enabled = true\nrequired = false', {}],
    ['default_tools_approval_mode = "prompt"', { requiresApproval: true }],
    ['default_tools_approval_mode = "approve"', {}],
    ['default_tools_approval_mode = "auto"', {}],
    ['enabled_tools = ["a"]\ndisabled_tools = ["b"]', { enabledTools: ['a'], disabledTools: ['b'] }],
    ['enabled_tools = []\ndisabled_tools = []', { enabledTools: [] }],
    ['enabled_tools = "a"\ndisabled_tools = "b"', {}],
  ])('%j', (text, fields) => {
    const server = { ...serverOf(text), literals: [] };
    expect(server).not.toHaveProperty('unsaid');
    expect(server).toEqual({ part: 'config', name: 's', path: ['mcp_servers', 's'], fields, literals: [] });
  });

  it.each([
    ['command = 1', 'command or env is no text'],
    ['command = "x"\nenv = { A = 1 }', 'command or env is no text'],
    ['command = "x"\nenv = "A"', 'command or env is no text'],
    ['command = "x"\nargs = "a"', 'args or cwd is no text'],
    ['command = "x"\nargs = [1]', 'args or cwd is no text'],
    ['command = "x"\ncwd = 1', 'args or cwd is no text'],
    ['command = "x"\nenv_vars = [{ name = "A", source = "remote" }]', 'env_vars names a source'],
    ['command = "${x}"', 'a text holds "${"'],
    ['command = "x"\nargs = ["a", "${x}"]', 'a text holds "${"'],
    ['command = "x"\ncwd = "${x}"', 'a text holds "${"'],
    ['command = "x"\nenv = { A = "a", B = "${x}" }', 'a text holds "${"'],
    ['url = 1', 'url is no plain text'],
    ['url = "https://${x}"', 'url is no plain text'],
    ['url = "https://x"\nhttp_headers = { A = 1 }', 'a header is no plain text'],
    ['url = "https://x"\nhttp_headers = { A = "a", B = "${x}" }', 'a header is no plain text'],
    ['url = "https://x"\nenv_http_headers = { A = 1 }', 'a header is no plain text'],
    ['url = "https://x"\nbearer_token_env_var = 1', 'bearer_token_env_var is no text'],
    ['url = "https://x"\noauth = "c"', 'oauth holds more than a client id and scopes'],
    ['url = "https://x"\noauth = { client_id = "c", other = "o" }', 'oauth holds more than a client id and scopes'],
    ['url = "https://x"\noauth = { client_id = 1 }', 'oauth holds more than a client id and scopes'],
    ['url = "https://x"\nscopes = "r"', 'oauth holds more than a client id and scopes'],
    ['url = "https://x"\nhttp_headers_helper = "h"', 'a spec has no word for http_headers_helper'],
    ['url = "https://x"\noauth_resource = "r"', 'a spec has no word for oauth_resource'],
    ['url = "https://x"\nauth = "a"', 'a spec has no word for auth'],
    ['command = "x"\nenvironment_id = "e"', 'a spec has no word for environment_id'],
  ])('%j: the transport is not said', (text, unsaid) => {
    expect(serverOf(text)).toMatchObject({ fields: {}, unsaid });
  });

  it('comes with every text that Codex takes literally', () => {
    const text = 'command = "x"\nargs = ["a"]\nbearer_token = "t"\nurl = "u"\nenv = { E = "e" }\nhttp_headers = { H = "h" }\nenv_vars = ["NO"]\nenv_http_headers = { N = "NO" }\nbearer_token_env_var = "NO"';
    expect(serverOf(text)?.literals).toEqual([
      { path: ['mcp_servers', 's', 'command'], kind: 'text', text: 'x' },
      { path: ['mcp_servers', 's', 'bearer_token'], kind: 'text', text: 't' },
      { path: ['mcp_servers', 's', 'args'], kind: 'argument', text: 'a' },
      { path: ['mcp_servers', 's', 'url'], kind: 'url', text: 'u' },
      { path: ['mcp_servers', 's', 'env', 'E'], kind: 'named', name: 'E', text: 'e' },
      { path: ['mcp_servers', 's', 'http_headers', 'H'], kind: 'named', name: 'H', text: 'h' },
    ]);
  });

  it('holds a text that looks like a reference among these, because Codex takes it literally', () => {
    expect(serverOf('command = "${x}"')?.literals).toHaveLength(1);
  });
});

describe('a Codex config', () => {
  it('declares no server with approvals alone', () => {
    expect(observe('[mcp_servers.s.tools.t]\napproval_mode = "approve"\n').servers).toEqual([]);
    expect(observe('mcp_servers = { s = 1 }\n').servers).toEqual([]);
  });

  it('is read in its own part only', () => {
    const value = parse('[mcp_servers.s]\ncommand = "x"\n[mcp_servers.s.tools.t]\napproval_mode = "approve"\n');
    expect(read([{ part: 'hooks', value }])).toEqual({ servers: [], approvals: [], remarks: [] });
    expect(read([{ part: 'config', value }, { part: 'config', value: parse('mcp_servers = 1\n') }])).toMatchObject({ servers: [{ name: 's' }], approvals: [{ tool: 't' }], remarks: [{ code: 'MCP409' }] });
  });

  it('holds the approvals that name a mode, with what goes when they are withdrawn', () => {
    const { approvals } = observe('[mcp_servers.s]\ncommand = "x"\n[mcp_servers.s.tools]\na = { approval_mode = "approve" }\nb = { approval_mode = "prompt", note = 1 }\nc = { approval_mode = "auto" }\nd = { note = 1 }\ne = "approve"\n');
    const path = (tool: string) => ['mcp_servers', 's', 'tools', tool, 'approval_mode'];
    expect(approvals).toEqual([
      { part: 'config', server: 's', tool: 'a', path: path('a'), removal: ['mcp_servers', 's', 'tools', 'a'], approvalMode: 'approve' },
      { part: 'config', server: 's', tool: 'b', path: path('b'), removal: path('b'), approvalMode: 'prompt' },
      { part: 'config', server: 's', tool: 'c', path: path('c'), removal: ['mcp_servers', 's', 'tools', 'c'] },
    ]);
  });
});

describe('a server that Codex does not start with', () => {
  const command = '[mcp_servers.s]\ncommand = "x"\n';
  const url = '[mcp_servers.s]\nurl = "https://x"\n';

  it.each(['url = ""', 'bearer_token_env_var = ""', 'http_headers = {}', 'env_http_headers = {}', 'http_headers_helper = "helper"', 'oauth = {}', 'oauth_resource = ""', 'auth = "oauth"'])('has a command, and %s', (line) => {
    const key = line.split(' ')[0] ?? '';
    expect(remarksOf(command + line)).toEqual([{ code: 'MCP409', path: `mcp_servers s ${key}`, message: `Codex refuses this config: ${key} is not for a server with a command`, fix: 'Remove one of the two.', isFatal: true, server: 's' }]);
  });

  it.each(['args = []', 'env = {}', 'env_vars = []', 'cwd = ""'])('has a url, and %s', (line) => {
    const key = line.split(' ')[0] ?? '';
    expect(remarksOf(url + line)).toEqual([{ code: 'MCP409', path: `mcp_servers s ${key}`, message: `Codex refuses this config: ${key} is not for a server with a url`, fix: 'Remove one of the two.', isFatal: true, server: 's' }]);
  });

  it('holds a token', () => {
    expect(remarksOf(`${url}bearer_token = "x"`)).toEqual([{ code: 'MCP409', path: 'mcp_servers s bearer_token', message: 'Codex refuses this config: bearer_token is not taken from a file', fix: 'Name a variable in bearer_token_env_var.', isFatal: true, server: 's' }]);
  });

  it.each([
    ['command = 1', 'command', 'a text'],
    ['url = 1', 'url', 'a text'],
    ['command = "x"\nargs = "a"', 'args', 'a list of texts'],
    ['command = "x"\nargs = ["a", 1]', 'args', 'a list of texts'],
    ['command = "x"\nenabled = "no"', 'enabled', 'true or false'],
    ['command = "x"\nrequired = 1', 'required', 'true or false'],
    ['command = "x"\nenabled_tools = "a"', 'enabled_tools', 'a list of texts'],
    ['command = "x"\ndisabled_tools = [1]', 'disabled_tools', 'a list of texts'],
    ['command = "x"\ntools = "a"', 'tools', 'a table'],
  ])('says %j', (text, key, what) => {
    expect(remarksOf(`[mcp_servers.s]\n${text}\n`)).toEqual([{ code: 'MCP409', path: `mcp_servers s ${key}`, message: `Codex refuses this config: ${key} is not ${what}`, fix: `Write ${what}.`, isFatal: true, server: 's' }]);
  });

  it('is no table, or all of them are none', () => {
    expect(remarksOf('mcp_servers = 1\n')).toEqual([{ code: 'MCP409', path: 'mcp_servers', message: 'Codex refuses this config: mcp_servers is not a table', fix: 'Write [mcp_servers.<name>].', isFatal: true }]);
    expect(remarksOf('[mcp_servers]\ns = 1\n')).toEqual([{ code: 'MCP409', path: 'mcp_servers s', message: 'Codex refuses this config: a server is not a table', fix: 'Write [mcp_servers.<name>].', isFatal: true, server: 's' }]);
    expect(remarksOf('')).toEqual([]);
  });

  it.each([
    ['t = "approve"', '', 'a tool is a table with approval_mode'],
    ['t = { approval_mode = "aprove" }', ' approval_mode', 'the mode "aprove" is none of auto, prompt, writes, approve'],
    ['t = { approval_mode = 1 }', ' approval_mode', 'the mode is no text and is none of auto, prompt, writes, approve'],
  ])('holds a tool %j', (text, key, why) => {
    expect(remarksOf(`${command}[mcp_servers.s.tools]\n${text}\n`)).toMatchObject([{ code: 'MCP409', path: `mcp_servers s tools t${key}`, message: `Codex refuses this config: ${why}`, isFatal: true, server: 's', tool: 't' }]);
  });

  it('is not one that only lacks its transport', () => {
    expect(shortly('[mcp_servers.s]\nargs = []\noauth = {}\n')).toEqual(['MCP405 mcp_servers s']);
  });
});

describe('keys of a server that Codex does not read', () => {
  const dead = (key: string) => remarksOf(`[mcp_servers.s]\ncommand = "x"\n"${key}" = "prompt"\n`).filter(({ code }) => code === 'MCP407').map(({ code, path, message, fix }) => [`${code} ${path}`, message, fix]);

  it.each(['approval_mode', 'approvalMode', 'approval', 'require_approval', 'trust', 'autoApprove', 'auto_approve', 'alwaysAllow', 'default_approval_mode', 'disabled'])('%s, a word of elsewhere', (key) => {
    expect(dead(key)).toEqual([[`MCP407 mcp_servers s ${key}`, `Codex does not read "${key}" on a server`, undefined]]);
  });

  it.each([
    ['Tools', 'tools'],
    ['tool', 'tools'],
    ['tools-', 'tools'],
    ['default_tools_approval', undefined],
    ['defaultToolsApprovalMode', 'default_tools_approval_mode'],
    ['default_tool_approval_modes', 'default_tools_approval_mode'],
    ['enabled-tools', 'enabled_tools'],
    ['enable_tool', 'enabled_tools'],
    ['DISABLED_TOOLS', 'disabled_tools'],
    ['enabled ', 'enabled'],
    ['enabeld', 'enabled'],
    ['enabledd', 'enabled'],
  ])('%s, which stands for %s', (key, meant) => {
    expect(dead(key).map(([, , fix]) => fix)).toEqual([meant === undefined ? undefined : `The key is ${meant}.`]);
  });

  it.each(['too', 'tl', 'toilets', 'enabling', 'timeout', 'startup_timeout_sec', 'name', 'type', 'scopes', 'supports_parallel_tool_calls'])('but not %s', (key) => {
    expect(dead(key)).toEqual([]);
  });
});

describe('keys of a tool that Codex does not read', () => {
  const dead = (text: string) => remarksOf(`[mcp_servers.s]\ncommand = "x"\n[mcp_servers.s.tools.t]\n${text}\n`).filter(({ code }) => code === 'MCP407').map(({ code, path, message, fix, tool }) => [`${code} ${path}`, message, fix, tool]);

  it.each(['approvalMode', 'approve', 'aprove', 'mode', 'Mode', 'default', 'default_mode', 'require', 'allow', 'allowed', 'enabled', 'apporval_mode', 'aproval_mode'])('%s', (key) => {
    expect(dead(`${key} = "prompt"`)).toEqual([[`MCP407 mcp_servers s tools t ${key}`, `Codex does not read "${key}" on a tool`, 'The key is approval_mode.', 't']]);
  });

  it.each(['modes', 'enabled_for', 'note', 'my_mode', 'output_token_limit', 'dis_allow'])('but not %s', (key) => {
    expect(dead(`${key} = "prompt"`)).toEqual([]);
  });

  it('rests of a name with dots that is not in quotes', () => {
    const message = (key: string) => `a tool name with a dot is not quoted, so Codex reads "${key}" as a key of tool "t" and ignores it`;
    expect(dead('[mcp_servers.s.tools.t.search]\napproval_mode = "approve"')).toEqual([['MCP407 mcp_servers s tools t search', message('search'), 'Write the name in quotes: tools."t.search".', 't']]);
    expect(dead('[mcp_servers.s.tools.t.a.b]\napproval_mode = "approve"')).toEqual([['MCP407 mcp_servers s tools t a', message('a'), 'Write the name in quotes: tools."t.a.b".', 't']]);
    expect(dead('[mcp_servers.s.tools.t.a]\napproval_mode = "approve"\nb = { c = 1 }')).toEqual([['MCP407 mcp_servers s tools t a', message('a'), 'Write the name in quotes: tools."t.a".', 't']]);
    expect(dead('[mcp_servers.s.tools.t.a]\nnote = 1\n[mcp_servers.s.tools.t.a.b]\napproval_mode = "approve"')).toEqual([['MCP407 mcp_servers s tools t a', message('a'), 'Write the name in quotes: tools."t.a.b".', 't']]);
    expect(dead('[mcp_servers.s.tools.t.search]\nnote = 1')).toEqual([]);
  });
});

describe('what widens, voids or misses', () => {
  const server = '[mcp_servers.s]\ncommand = "x"\n';

  it('stands in the config', () => {
    const { remarks } = observe('approval_policy = "never"\nsandbox_mode = "danger-full-access"\ndefault_permissions = ":danger-full-access"\napprovals_reviewer = "a"\n[hooks]\nPermissionRequest = 1\n[mcp_servers.s]\n[mcp.servers]\n[plugins.p.mcp_servers.q]\n[apps.a]\n[profiles.p]\nsandbox_mode = "x"\n');
    expect(remarks.map(({ code, part }) => `${code} ${part}`)).toEqual(['MCP405', 'MCP407', 'MCP414', 'MCP414', 'MCP414', 'MCP412', 'MCP412', 'MCP413', 'MCP413'].map((code) => `${code} config`));
  });

  it('nothing in a plain config', () => {
    expect(shortly(`model = "m"\n${server}default_tools_approval_mode = "prompt"\n[mcp_servers.s.tools]\na = { approval_mode = "approve" }\nb = { approval_mode = "prompt", note = 1 }\nc = { approval_mode = "approve", note = 1 }\nd = {}\n`)).toEqual([]);
  });

  it('approvals of a server that nobody declares', () => {
    const message = 'the server has no command and no url here, so Codex does not start unless another layer declares it';
    expect(remarksOf('[mcp_servers.s]\nenabled = true\n')).toEqual([{ code: 'MCP405', path: 'mcp_servers s', message, server: 's' }]);
    expect(remarksOf('[mcp_servers.s.tools]\na = {}\nb = { approval_mode = "prompt" }\n')).toEqual(['a', 'b'].map((tool) => ({ code: 'MCP405', path: `mcp_servers s tools ${tool}`, message, server: 's', tool })));
  });

  it('a wider default, and modes that leave it to annotations', () => {
    expect(remarksOf(`${server}default_tools_approval_mode = "approve"\n`)).toEqual([
      { code: 'MCP406', path: 'mcp_servers s default_tools_approval_mode', message: 'the server default "approve" runs every tool that is not named unasked, also one added later', fix: 'Remove default_tools_approval_mode, or set it to "prompt", and approve single tools.', server: 's' },
    ]);
    for (const mode of ['auto', 'writes']) expect(remarksOf(`${server}default_tools_approval_mode = "${mode}"\n`)).toEqual([{ code: 'MCP408', path: 'mcp_servers s default_tools_approval_mode', message: `the mode "${mode}" lets the server's own annotations decide`, server: 's' }]);
    expect(shortly(`${server}default_tools_approval_mode = "allow"\n`)).toEqual(['MCP409 mcp_servers s default_tools_approval_mode fatal']);
    expect(remarksOf(`${server}default_tools_approval_mode = 1\n`)).toMatchObject([{ message: 'Codex refuses this config: the mode is no text and is none of auto, prompt, writes, approve', fix: 'Write "prompt" or "approve", lower case. Nothing is mapped onto them.' }]);
  });

  it('approvals that cannot act', () => {
    const tools = '[mcp_servers.s.tools]\na = { approval_mode = "approve" }\nb = { approval_mode = "prompt" }\n';
    const off = [{ code: 'MCP410', path: 'mcp_servers s tools a approval_mode', message: 'the tool is approved and switched off', server: 's', tool: 'a' }];
    expect(remarksOf(`${server}enabled = false\n${tools}`)).toEqual(off);
    expect(remarksOf(`${server}disabled_tools = ["a"]\n${tools}`)).toEqual(off);
    expect(remarksOf(`${server}enabled_tools = ["b"]\n${tools}`)).toEqual(off);
    expect(remarksOf(`${server}enabled = true\nenabled_tools = ["a"]\ndisabled_tools = ["b"]\n${tools}`)).toEqual([]);
  });

  it('wildcards', () => {
    for (const tool of ['get_*', '?et', 'a*b']) {
      const expected = [{ code: 'MCP407', path: `mcp_servers s tools ${tool}`, message: 'Codex has no wildcards: this names a tool that is literally called so', fix: 'Write one table for each tool.', server: 's', tool }];
      expect(remarksOf(`${server}[mcp_servers.s.tools."${tool}"]\napproval_mode = "prompt"\n`)).toEqual(expected);
      expect(remarksOf(`${server}[mcp_servers.s.tools."${tool}"]\n`)).toEqual(expected);
    }
  });

  it.each(['mcp', 'mcpServers', 'mcp-servers', 'MCP_SERVERS', 'mcp_server', 'tools'])('tables that Codex does not read: %s', (root) => {
    const table = root === 'mcp' ? 'mcp.servers' : root;
    expect(remarksOf(`[${table}.s]\napproval_mode = "approve"\n`)).toEqual([{ code: 'MCP407', path: table.replace('.', ' '), message: `Codex does not read [${table}]`, fix: 'Codex reads [mcp_servers.<name>] and [mcp_servers.<name>.tools.<tool>].' }]);
  });

  it('tables with odd names, and those that are none', () => {
    expect(remarksOf('["mcp servers".s]\n')).toMatchObject([{ path: 'mcp servers', message: 'Codex does not read ["mcp servers"]' }]);
    expect(remarksOf('[".mcp_servers".s]\n')).toMatchObject([{ message: 'Codex does not read [".mcp_servers"]' }]);
    for (const text of ['mcpServers = 1\n', '[tools.web_search]\nenabled = true\n', 'tools = 1\n', '[mcp]\nx = 1\n', '[model_providers.x]\n', '[apps]\nx = 1\n', '[profiles]\nx = 1\n', '[plugins.p]\n']) expect(shortly(text)).toEqual([]);
  });

  it('approvals of plugins, apps and profiles', () => {
    expect(remarksOf('[plugins.p.mcp_servers.q]\nenabled = true\n')).toEqual([{ code: 'MCP414', path: 'plugins p mcp_servers q', message: 'plugin "p" has approvals of its own for this server', server: 'q' }]);
    expect(remarksOf('[apps.a]\n')).toEqual([{ code: 'MCP414', path: 'apps a', message: 'app "a" has approvals of its own' }]);
    for (const key of ['mcp_servers', 'approval_policy', 'sandbox_mode', 'approvals_reviewer']) expect(remarksOf(`[profiles.p]\n${key} = "x"\n[profiles.q]\nmodel = "m"\n`)).toEqual([{ code: 'MCP414', path: 'profiles p', message: 'profile "p" changes approvals when it is chosen' }]);
  });

  it('a reviewer and a hook that answer', () => {
    expect(remarksOf('approvals_reviewer = "auto_review"\n')).toEqual([{ code: 'MCP413', path: 'approvals_reviewer', message: 'approvals_reviewer lets a model answer prompts', fix: 'Set approvals_reviewer = "user", or remove it.' }]);
    expect(remarksOf('approvals_reviewer = "user"\n')).toEqual([]);
    expect(remarksOf('[[hooks.PermissionRequest]]\n')).toEqual([{ code: 'MCP413', path: 'hooks PermissionRequest', message: 'a PermissionRequest hook answers prompts', fix: 'Remove the hook, or make sure that it never allows.' }]);
    expect(remarksOf('[[hooks.PostToolUse]]\n')).toEqual([]);
  });
});

describe('write access to the whole disk', () => {
  const never = (what: string, key: string) => ['approval_policy', `approval_policy "never" with ${what} runs every tool unasked, prompt tools included`, `Set approval_policy = "on-request", or another ${key}.`];
  const exec = (what: string, key: string, instead: string) => [key, `${what} makes \`codex exec\` run every tool unasked, prompt tools included`, `Set ${instead}.`];
  const voided = (text: string) => remarksOf(text).map(({ path, message, fix }) => [path, message, fix]);
  const sandbox = 'sandbox_mode "danger-full-access"';
  const permissions = 'default_permissions = ":workspace" or ":read-only"';
  const profile = 'a permission profile that may write to the whole disk';

  it('by the sandbox', () => {
    expect(voided('sandbox_mode = "danger-full-access"\n')).toEqual([exec(sandbox, 'sandbox_mode', 'sandbox_mode = "workspace-write" or "read-only"')]);
    expect(voided('approval_policy = "never"\nsandbox_mode = "danger-full-access"\n')).toEqual([never(sandbox, 'sandbox_mode')]);
    expect(voided('approval_policy = "never"\nsandbox_mode = "workspace-write"\n')).toEqual([]);
  });

  it('by permissions', () => {
    const what = 'default_permissions ":danger-full-access"';
    expect(voided('default_permissions = ":danger-full-access"\n')).toEqual([exec(what, 'default_permissions', permissions)]);
    expect(voided('approval_policy = "on-request"\ndefault_permissions = ":danger-full-access"\n')).toEqual([exec(what, 'default_permissions', permissions)]);
    expect(voided('approval_policy = "never"\ndefault_permissions = ":danger-full-access"\n')).toEqual([never(what, 'default_permissions')]);
    expect(voided('approval_policy = "never"\ndefault_permissions = ":danger-full-access"\nsandbox_mode = "danger-full-access"\n')).toEqual([never(sandbox, 'sandbox_mode'), exec(what, 'default_permissions', permissions)]);
  });

  it.each([
    ['":root" = "write"'],
    ['"/" = "write"'],
    ['"/**" = "write"'],
    ['":root" = { "." = "write", "x" = "read" }'],
  ])('by a profile of its own: %s', (line) => {
    expect(voided(`default_permissions = "p"\n[permissions.p.filesystem]\n"/x" = "read"\n${line}\n`)).toEqual([exec(profile, 'default_permissions', permissions)]);
  });

  it('by a profile that another one extends, in a circle too', () => {
    const wide = '[permissions.wide]\nextends = "p"\nfilesystem = { ":root" = "write" }\n';
    expect(voided(`default_permissions = "p"\n[permissions.p]\nextends = "wide"\n${wide}`)).toEqual([exec(profile, 'default_permissions', permissions)]);
    expect(voided(`default_permissions = "p"\n[permissions.p]\nextends = ["q", "wide"]\n[permissions.q]\nextends = "p"\n${wide}`)).toEqual([exec(profile, 'default_permissions', permissions)]);
    expect(voided('default_permissions = "p"\n[permissions.p]\nextends = "q"\n[permissions.q]\nextends = "p"\n')).toEqual([]);
  });

  it.each(['":root" = "read"', '"/home" = "write"', '":root" = { "." = "read" }', '":root" = 1'])('is not given by %s', (line) => {
    expect(voided(`default_permissions = "p"\n[permissions.p]\nextends = [1, "none"]\n[permissions.p.filesystem]\n${line}\n`)).toEqual([]);
  });

  it('is not given by a profile that nobody chose', () => {
    expect(voided('default_permissions = "q"\n[permissions.p.filesystem]\n":root" = "write"\n')).toEqual([]);
    expect(voided('default_permissions = 1\n')).toEqual([]);
    expect(voided('default_permissions = "q"\n[permissions.q]\nextends = [1]\n[permissions.1.filesystem]\n":root" = "write"\n')).toEqual([]);
    expect(voided('[permissions.undefined.filesystem]\n":root" = "write"\n')).toEqual([]);
  });
});
