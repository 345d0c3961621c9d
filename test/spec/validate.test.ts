import { describe, expect, it } from 'vitest';
import type { ServerSpec } from '../../src/model.js';
import { validate } from '../../src/spec/validate.js';

const read = (value: unknown) => validate({ source: { file: 'a', format: 'json', text: '' }, value });

function reported(value: unknown) {
  const outcome = read(value);
  return outcome.ok ? outcome.notes : outcome.faults;
}

/** Code, place and words of everything that is said about a spec. */
const said = (value: unknown) => reported(value).map(({ code, message, at }) => `${code} ${(at?.path ?? []).join('.')} ${at?.part ?? ''}: ${message}`);
const withServer = (server: unknown, more: object = {}) => ({ version: 1, mcpServers: { s: server }, ...more });
const ofServer = (server: object) => said(withServer(server)).map((text) => text.replace('mcpServers.s', '').replace('server "s": ', '').replace('server "s", ', ''));

function serverOf(server: object, more: object = {}): ServerSpec | undefined {
  const outcome = read(withServer(server, more));
  if (!outcome.ok) throw new Error(outcome.faults.map(({ message }) => message).join('\n'));
  return outcome.value.servers[0];
}

const bare = { name: 's', file: 'a', key: 's', tools: [] };

describe('a spec', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['a list', []],
    ['a string', 'x'],
    ['a boolean', true],
    ['a number', 1],
    ['a number', 1n],
    ['a date', new Date(0)],
  ])('is a table, not %s', (kind, value) => {
    expect(reported(value)).toStrictEqual([{ code: 'MCP203', message: `a spec must be a table, and is ${kind}`, fix: 'Give it a table.', subject: {}, at: { file: 'a', path: [], part: 'value' } }]);
  });

  it('is a table of any prototype', () => {
    const table = Object.assign(Object.create(null) as object, { version: 1, mcpServers: Object.create(null) as object });
    expect(read(table)).toStrictEqual({ ok: true, value: { file: 'a', servers: [], targets: [] }, notes: [] });
  });

  it('has a version, and it is 1', () => {
    expect(reported({ mcpServers: {} })).toStrictEqual([{ code: 'MCP201', message: 'version is missing', fix: 'Write `version = 1` (JSON: "version": 1) at the top of the spec.', subject: {}, at: { file: 'a', path: [], part: 'key' } }]);
    for (const [version, found] of [[2, '2'], [1n, '1'], ['1', 'a string'], [null, 'null'], [[1], 'a list'], [{}, 'a table']] as const) {
      expect(reported({ version, mcpServers: {} })).toStrictEqual([{ code: 'MCP201', message: `version must be the number 1, and is ${found}`, fix: 'Write `version = 1`, or use a release of mcpolicy that reads this version.', subject: {}, at: { file: 'a', path: ['version'], part: 'value' } }]);
    }
  });

  it('has servers', () => {
    expect(said({ version: 1 })).toEqual(['MCP203  key: mcpServers is missing']);
    expect(said({ version: 1, mcpServers: [] })).toEqual(['MCP203 mcpServers value: mcpServers must be a table of servers, and is a list']);
    expect(said(withServer(1))).toEqual(['MCP203 mcpServers.s value: server "s": a server must be a table, and is a number']);
    expect(said(withServer(new Date(0)))).toEqual(['MCP203 mcpServers.s value: server "s": a server must be a table, and is a date']);
  });

  it('has no keys that nobody reads, own ones or not', () => {
    expect(reported({ version: 1, mcpServers: {}, mcpServer: {} })).toStrictEqual([
      { code: 'MCP202', message: 'unknown key "mcpServer"', fix: 'Known keys: $schema, version, requiresApproval, mcpServers, targets. Did you mean "mcpServers"?', subject: {}, at: { file: 'a', path: ['mcpServer'], part: 'key' } },
    ]);
    expect(ofServer({ toString: 1, far_from_all: 1 })).toEqual(['MCP202 .toString key: unknown key "toString"', 'MCP202 .far_from_all key: unknown key "far_from_all"']);
  });

  it('has texts that say something', () => {
    expect(said({ version: 1, mcpServers: {}, $schema: 1 })).toEqual(['MCP203 $schema value: $schema must be a string, and is a number']);
    expect(ofServer({ title: ' ', description: '\ud800', reuseKey: '' })).toEqual(['MCP213 .reuseKey value: reuseKey is empty', 'MCP213 .title value: title is empty', 'MCP213 .description value: description holds half of a surrogate pair']);
    expect(reported(withServer({ title: '' }))[0]?.fix).toBe('Remove the key, or give it a value.');
    expect(reported(withServer({ title: '\ud800' }))[0]?.fix).toBe('Write the value in valid Unicode.');
  });
});

describe('a server', () => {
  it('is what it says, and nothing else', () => {
    expect(serverOf({})).toStrictEqual(bare);
    expect(serverOf({ enabled: false, required: true, reuseKey: 'k', requiresApproval: false, enabledTools: ['b', 'a', 'b'], disabledTools: [], title: 't', description: 'd' })).toStrictEqual({ ...bare, enabled: false, required: true, reuseKey: 'k', requiresApproval: false, enabledTools: ['a', 'b'], disabledTools: [] });
    expect(serverOf({ required: 'because' })).toStrictEqual({ ...bare, required: true });
    expect(serverOf({ required: false })).toStrictEqual({ ...bare, required: false });
  });

  it('needs approval as its file says, unless it says so itself', () => {
    expect(serverOf({}, { requiresApproval: false })).toStrictEqual({ ...bare, requiresApproval: false });
    expect(serverOf({ requiresApproval: true }, { requiresApproval: false })).toStrictEqual({ ...bare, requiresApproval: true });
  });

  it('has switches of their kinds', () => {
    expect(ofServer({ enabled: 1, requiresApproval: 'x', required: 0, enabledTools: 'a', disabledTools: {} })).toEqual([
      'MCP203 .enabled value: enabled must be true or false, and is a number',
      'MCP203 .requiresApproval value: requiresApproval must be true or false, and is a string',
      'MCP203 .required value: required must be true, false or a reason, and is a number',
      'MCP203 .enabledTools value: enabledTools must be a list of names, and is a string',
      'MCP203 .disabledTools value: disabledTools must be a list of names, and is a table',
    ]);
    expect(ofServer({ required: '' })).toEqual(['MCP213 .required value: required is empty']);
    expect(ofServer({ reuseKey: 'ghp_PLANTED0123456789abcdef' })).toEqual(['MCP210 .reuseKey value: reuseKey holds a literal that looks like a credential']);
  });

  it('has names that are exact, and trimmed with a note', () => {
    expect(said({ version: 1, mcpServers: { ' s ': {}, '*': {} } })).toEqual(['MCP220 mcpServers. s  key: server " s " is read as "s"', 'MCP205 mcpServers.* key: server "*" holds a wildcard']);
    expect(ofServer({ enabledTools: [' a', 'b*', 1] })).toEqual(['MCP220 .enabledTools.0 value: tool " a" is read as "a"', 'MCP205 .enabledTools.1 value: tool "b*" holds a wildcard', 'MCP203 .enabledTools.2 value: tool 3 must be a string, and is a number']);
    expect(serverOf({ tools: { ' a': 'approve' } })).toStrictEqual({ ...bare, tools: [{ name: 'a', approvalMode: 'approve', key: ' a' }] });
  });
});

describe('tools', () => {
  it('are a map of modes or tables, or a list', () => {
    const tools = [{ name: 'a', approvalMode: 'approve' }, { name: 'b c', approvalMode: 'prompt' }, { name: 'd', approvalMode: 'prompt' }];
    expect(serverOf({ tools: { a: 'approve', 'b c': 'prompt', d: { approvalMode: 'prompt' } } })?.tools).toStrictEqual(tools);
    expect(serverOf({ tools })?.tools).toStrictEqual(tools.map((tool, key) => ({ ...tool, key })));
    expect(ofServer({ tools: 'a' })).toEqual(['MCP203 .tools value: tools must be a table of tools, or a list of { name, approvalMode }, and is a string']);
  });

  it('of two servers do not share their modes', () => {
    const outcome = read({ version: 1, mcpServers: { s: { tools: { a: 'approve', b: 'prompt' } }, t: { tools: { a: 'prompt', b: 'prompt' } } } });
    expect(outcome.ok && outcome.value.servers.map((server) => server.tools.map(({ name, approvalMode }) => `${name} ${approvalMode}`))).toEqual([['a approve', 'b prompt'], ['a prompt', 'b prompt']]);
  });

  it('of two servers that are equal are one value, as long as there are not too many', () => {
    const names = Array.from({ length: 4097 }, (_, index) => `t${String(index)}`);
    const tools = Object.fromEntries(names.map((name) => [name, 'prompt']));
    const outcome = read({ version: 1, mcpServers: { s: { tools }, t: { tools } } });
    const [one = [], other = []] = outcome.ok ? outcome.value.servers.map((server) => server.tools) : [];
    expect(one).toEqual(other);
    expect(names.filter((_, index) => one[index] !== other[index])).toEqual(['t4096']);
  });

  it.each<[unknown, string, string]>([
    ['Approve', '"Approve" is no approval mode', 'Write "approve", exactly so spelled.'],
    [' prompt ', '" prompt " is no approval mode', 'Write "prompt", exactly so spelled.'],
    ['auto', '"auto" is no approval mode', 'Write "prompt" or "approve".'],
    ['deny', '"deny" is no approval mode', 'Forbidding is not an approval mode: list the tool in disabledTools.'],
    ['block', '"block" is no approval mode', 'Forbidding is not an approval mode: list the tool in disabledTools.'],
    ['never', '"never" is no approval mode', 'Forbidding is not an approval mode: list the tool in disabledTools.'],
    [true, 'an approval mode is a string, and this is a boolean', 'Write "prompt" or "approve".'],
    [['approve'], 'an approval mode is a string, and this is a list', 'Write "prompt" or "approve".'],
  ])('have no mode %j', (mode, message, fix) => {
    const fault = (tool: string, ...path: readonly (string | number)[]) => ({ code: 'MCP204', message: `server "s", tool "${tool}": ${message}`, fix, subject: { server: 's', tool }, at: { file: 'a', path: ['mcpServers', 's', 'tools', ...path], part: 'value' } });
    expect(reported(withServer({ tools: { t: mode, 'a b': mode } }))).toStrictEqual([fault('t', 't'), fault('a b', 'a b')]);
    expect(reported(withServer({ tools: { t: { approvalMode: mode } } }))).toStrictEqual([fault('t', 't', 'approvalMode')]);
    expect(reported(withServer({ tools: [{ name: 't', approvalMode: mode }] }))).toStrictEqual([fault('t', 0, 'approvalMode')]);
  });

  it('have a mode', () => {
    const missing = { code: 'MCP204', message: 'server "s", tool "t": approvalMode is missing', fix: 'Write approvalMode = "prompt" or "approve".', subject: { server: 's', tool: 't' } };
    expect(reported(withServer({ tools: { t: {} } }))).toStrictEqual([{ ...missing, at: { file: 'a', path: ['mcpServers', 's', 'tools', 't'], part: 'key' } }]);
    expect(reported(withServer({ tools: [{ name: 't' }] }))).toStrictEqual([{ ...missing, at: { file: 'a', path: ['mcpServers', 's', 'tools', 0], part: 'key' } }]);
  });

  it('have no other keys', () => {
    expect(ofServer({ tools: { t: { approvalMode: 'prompt', name: 't' } } })).toEqual(['MCP202 .tools.t.name key: tool "t": unknown key "name"']);
    expect(reported(withServer({ tools: { t: { mode: 'prompt' } } })).map(({ code, fix }) => [code, fix])).toEqual([['MCP202', 'Known keys: approvalMode.'], ['MCP204', 'Write approvalMode = "prompt" or "approve".']]);
    expect(reported(withServer({ tools: [{ name: 't', approvalMode: 'prompt', mode: 1 }] })).map(({ fix }) => fix)).toEqual(['Known keys: name, approvalMode.']);
  });

  it('have names', () => {
    expect(ofServer({ tools: { '*': 'prompt', ' a': 'prompt', '': 'approve', 'b*': 'x' } })).toEqual([
      'MCP205 .tools.* key: tool "*" holds a wildcard',
      'MCP220 .tools. a key: tool " a" is read as "a"',
      'MCP205 .tools. key: tool "" is empty',
      'MCP205 .tools.b* key: tool "b*" holds a wildcard',
      'MCP204 .tools.b* value: tool "b*": "x" is no approval mode',
    ]);
    expect(ofServer({ tools: ['t', { approvalMode: 'prompt' }, { name: 1, approvalMode: 'prompt' }, { name: ' a', approvalMode: 'prompt' }] })).toEqual([
      'MCP203 .tools.0 value: an entry of tools must be a table { name, approvalMode }, and is a string',
      'MCP203 .tools.1 value: name of a tool must be a string, and is nothing',
      'MCP203 .tools.2.name value: name of a tool must be a string, and is a number',
      'MCP220 .tools.3.name value: tool " a" is read as "a"',
    ]);
  });
});

describe('a transport', () => {
  const url = 'https://x.example/mcp';
  const transportOf = (server: object) => serverOf(server)?.transport;

  it.each<[object, object | undefined]>([
    [{}, undefined],
    [{ command: 'x' }, { type: 'stdio', command: ['x'], args: [], env: [] }],
    [{ type: 'stdio', command: '${env:BIN}', args: ['', 'a${env:A}'], env: { B: '', A: '${env:A}' }, cwd: '/srv' }, { type: 'stdio', command: [{ env: 'BIN' }], args: [[], ['a', { env: 'A' }]], env: [{ name: 'A', value: [{ env: 'A' }] }, { name: 'B', value: [] }], cwd: ['/srv'] }],
    [{ url }, { type: 'streamable-http', url: [url], headers: [] }],
    [{ url, type: 'http' }, { type: 'streamable-http', url: [url], headers: [] }],
    [{ url, type: 'streamable-http' }, { type: 'streamable-http', url: [url], headers: [] }],
    [{ url, type: 'sse' }, { type: 'sse', url: [url], headers: [] }],
    [{ url, headers: { 'X-B': 'b', 'X-A': '${env:A}' } }, { type: 'streamable-http', url: [url], headers: [{ name: 'X-A', value: [{ env: 'A' }] }, { name: 'X-B', value: ['b'] }] }],
    [{ url, bearerTokenEnv: 'T_1', headers: { 'X-A': 'Bearer ${env:A}' } }, { type: 'streamable-http', url: [url], headers: [{ name: 'X-A', value: ['Bearer ', { env: 'A' }] }], bearerTokenEnv: 'T_1' }],
    [{ url, headers: { authorization: 'Bearer ${env:T}' } }, { type: 'streamable-http', url: [url], headers: [], bearerTokenEnv: 'T' }],
    [{ url, headers: { Authorization: 'Basic ${env:T}' } }, { type: 'streamable-http', url: [url], headers: [{ name: 'Authorization', value: ['Basic ', { env: 'T' }] }] }],
    [{ url, headers: { Authorization: 'Bearer ${env:T} ' } }, { type: 'streamable-http', url: [url], headers: [{ name: 'Authorization', value: ['Bearer ', { env: 'T' }, ' '] }] }],
    [{ url, headers: { Authorization: '${env:T}' } }, { type: 'streamable-http', url: [url], headers: [{ name: 'Authorization', value: [{ env: 'T' }] }] }],
    [{ url, oauth: { clientId: 'c', scopes: ['s', 'r', 's'] } }, { type: 'streamable-http', url: [url], headers: [], oauth: { clientId: 'c', scopes: ['r', 's'] } }],
    [{ url, oauth: { scopes: [] } }, { type: 'streamable-http', url: [url], headers: [], oauth: { scopes: [] } }],
    [{ url, oauth: { clientId: 'c' } }, { type: 'streamable-http', url: [url], headers: [], oauth: { clientId: 'c' } }],
    [{ url: 'http://${env:HOST}:${env:PORT}/a?b#c' }, { type: 'streamable-http', url: ['http://', { env: 'HOST' }, ':', { env: 'PORT' }, '/a?b#c'], headers: [] }],
    [{ url: '${env:BASE}/mcp' }, { type: 'streamable-http', url: [{ env: 'BASE' }, '/mcp'], headers: [] }],
    [{ url: 'https://x.example/?token=${env:T}' }, { type: 'streamable-http', url: ['https://x.example/?token=', { env: 'T' }], headers: [] }],
    [{ url: 'https://x.example/#key=${env:T}' }, { type: 'streamable-http', url: ['https://x.example/#key=', { env: 'T' }], headers: [] }],
  ])('of %j', (server, transport) => {
    expect(transportOf(server)).toStrictEqual(transport);
  });

  it.each<[object, readonly string[]]>([
    [{ command: 'x', url }, ['MCP209 .url key: both command and url are declared']],
    [{ command: 'x', type: 'http' }, ['MCP209 .type key: type does not fit command']],
    [{ command: 'x', type: 'sse' }, ['MCP209 .type key: type does not fit command']],
    [{ url, type: 'stdio' }, ['MCP209 .type key: type does not fit url']],
    [{ type: 'stdio' }, ['MCP209 .type key: type is declared without command or url']],
    [{ type: 'sse' }, ['MCP209 .type key: type is declared without command or url']],
    [{ type: 'ws' }, ['MCP203 .type value: type must be one of stdio, streamable-http, http, sse']],
    [{ command: 'x', type: 'toString' }, ['MCP203 .type value: type must be one of stdio, streamable-http, http, sse']],
    [{ url, type: ['sse'] }, ['MCP203 .type value: type must be one of stdio, streamable-http, http, sse, and is a list']],
    [{ type: 1 }, ['MCP203 .type value: type must be one of stdio, streamable-http, http, sse, and is a number']],
    [{ args: [], env: {}, cwd: '', headers: {}, bearerTokenEnv: '', oauth: {} }, ['args', 'env', 'cwd', 'headers', 'bearerTokenEnv', 'oauth'].map((key) => `MCP209 .${key} key: ${key} does not belong to a server without command and url`)],
    [{ command: 'x', headers: {}, bearerTokenEnv: '', oauth: {} }, ['headers', 'bearerTokenEnv', 'oauth'].map((key) => `MCP209 .${key} key: ${key} does not belong to a server that is started by a command`)],
    [{ url, args: [], env: {}, cwd: '' }, ['args', 'env', 'cwd'].map((key) => `MCP209 .${key} key: ${key} does not belong to a server that is reached by url`)],
    [{ command: 1 }, ['MCP203 .command value: command must be a string, and is a number']],
    [{ command: ' ' }, ['MCP213 .command value: command is empty']],
    [{ command: 'x', cwd: '' }, ['MCP213 .cwd value: cwd is empty']],
    [{ command: 'x', cwd: null }, ['MCP203 .cwd value: cwd must be a string, and is null']],
    [{ command: 'x ${', args: ['${'], env: { A: '${' }, cwd: '${' }, ['command', 'args.0', 'env.A', 'cwd'].map((path) => `MCP212 .${path} value: ${{ 'args.0': 'argument 1', 'env.A': 'environment variable "A"' }[path] ?? path} holds "\${" that starts no \${env:NAME} reference`)],
    [{ command: 'x', args: 'a' }, ['MCP203 .args value: args must be a list of strings, and is a string']],
    [{ command: 'x', args: ['a', 1] }, ['MCP203 .args.1 value: argument 2 must be a string, and is a number']],
    [{ command: 'x', env: [] }, ['MCP203 .env value: env must be a table of strings, and is a list']],
    [{ command: 'x', env: { A: 1 } }, ['MCP203 .env.A value: environment variable "A" must be a string, and is a number']],
    [{ command: 'ghp_PLANTED0123456789abcdef', cwd: 'ghp_PLANTED0123456789abcdef', args: ['--token', 'PLANTED'], env: { TOKEN: 'PLANTED' } }, [
      'MCP210 .command value: command holds a literal that looks like a credential',
      'MCP210 .cwd value: cwd holds a literal that looks like a credential',
      'MCP210 .args.1 value: argument 2 looks like a credential',
      'MCP210 .env.TOKEN value: environment variable "TOKEN" is a literal that looks like a credential',
    ]],
    [{ url: 1 }, ['MCP203 .url value: url must be a string, and is a number']],
    [{ url: '' }, ['MCP213 .url value: url is empty']],
    ...['ftp://x', '/mcp', 'x y', 'https://x/a b', 'https://x/ ', 'https://${env:A}/ b', 'wss://${env:A}'].map((text): [object, readonly string[]] => [{ url: text }, ['MCP213 .url value: url is no http or https address']]),
    [{ url: 'https://u:p@x' }, ['MCP210 .url value: url holds a user name or password']],
    [{ url: 'https://x?token=PLANTED' }, ['MCP210 .url value: url holds a literal that looks like a credential']],
    [{ url: 'https://${env:HOST}/?token=PLANTED' }, ['MCP210 .url value: url holds a literal that looks like a credential']],
    [{ url: '${env:BASE}?token=PLANTED' }, ['MCP210 .url value: url holds a literal that looks like a credential']],
    [{ url, headers: [] }, ['MCP203 .headers value: headers must be a table of strings, and is a list']],
    [{ url, headers: { A: null } }, ['MCP203 .headers.A value: header "A" must be a string, and is null']],
    [{ url, headers: { 'X-a': 'a', 'x-A': 'b', 'X-B': 'b' } }, ['MCP206 .headers.x-A key: header "x-A" is declared twice: HTTP ignores case']],
    ...['', 'a b', 'a:b', ' a', 'a ', 'é'].map((name): [object, readonly string[]] => [{ url, headers: { [name]: 'x' } }, [`MCP213 .headers.${name} key: header "${name}" is no HTTP header name`]]),
    ...['a\rb', 'a\nb', 'a\0'].map((value): [object, readonly string[]] => [{ url, headers: { A: value } }, ['MCP213 .headers.A value: header "A" holds a line break']]),
    [{ url, headers: { TOKEN: 'PLANTED' } }, ['MCP210 .headers.TOKEN value: header "TOKEN" is a literal that looks like a credential']],
    [{ url, bearerTokenEnv: 1 }, ['MCP203 .bearerTokenEnv value: bearerTokenEnv must be a string, and is a number']],
    ...['1T', 'T-1', ' T', 'T ', '${env:T}'].map((name): [object, readonly string[]] => [{ url, bearerTokenEnv: name }, ['MCP212 .bearerTokenEnv value: bearerTokenEnv must be the name of an environment variable, not a value']]),
    [{ url, bearerTokenEnv: 'ghp_PLANTED0123456789abcdef' }, ['MCP210 .bearerTokenEnv value: bearerTokenEnv holds a literal that looks like a credential']],
    [{ url, bearerTokenEnv: 'T', headers: { authorization: '${env:A}' } }, ['MCP209 .bearerTokenEnv key: both bearerTokenEnv and an Authorization header are declared']],
    [{ url, oauth: 'x' }, ['MCP203 .oauth value: oauth must be a table, and is a string']],
    [{ url, oauth: {} }, ['MCP213 .oauth value: oauth is empty']],
    [{ url, oauth: { clientId: 1, scopes: 'r', scope: 'r' } }, ['MCP202 .oauth.scope key: unknown key "scope" of oauth', 'MCP203 .oauth.clientId value: clientId must be a string, and is a number', 'MCP203 .oauth.scopes value: scopes must be a list of strings, and is a string']],
    [{ url, oauth: { clientId: 'ghp_PLANTED0123456789abcdef', scopes: ['ghp_PLANTED0123456789abcdef'] } }, ['MCP210 .oauth.scopes.0 value: scope 1 holds a literal that looks like a credential', 'MCP210 .oauth.clientId value: clientId holds a literal that looks like a credential']],
    [{ url, oauth: { scopes: [1, '', 'a b', 'a"', 'a\\', 'é', '!*~'] } }, ['MCP203 .oauth.scopes.0 value: scope 1 must be a string, and is a number', ...[1, 2, 3, 4, 5].map((index) => `MCP213 .oauth.scopes.${String(index)} value: scope ${String(index + 1)} is no OAuth scope`)]],
  ])('is none: %j', (server, faults) => {
    expect(ofServer(server)).toEqual(faults);
  });

  it.each([[''], ['a=b'], ['\u0001'], ['\u009f'], ['\ud800']])('has no environment variable %j', (name) => {
    expect(reported(withServer({ command: 'x', env: { [name]: 'a' } })).map(({ code, fix, at }) => [code, fix, at?.part])).toEqual([['MCP213', 'Correct the name.', 'key']]);
  });

  it('is none, and the general fix will do', () => {
    expect(reported(withServer({ command: 'x', url }))).toStrictEqual([{ code: 'MCP209', message: 'server "s": both command and url are declared', subject: { server: 's' }, at: { file: 'a', path: ['mcpServers', 's', 'url'], part: 'key' } }]);
  });

  it('tells how to mend what is wrong', () => {
    const fixes = (server: object) => reported(withServer(server)).map(({ fix }) => fix);
    expect(fixes({ type: 'ws' })).toEqual(['Write one of these, or leave type out.']);
    expect(fixes({ url: '/' })).toEqual(['Write an address such as https://host/mcp.']);
    expect(fixes({ url, bearerTokenEnv: '1' })).toEqual(['Write the name of the variable that holds the token.']);
    expect(fixes({ url, bearerTokenEnv: 'T', headers: { Authorization: '${env:A}' } })).toEqual(['Keep one of the two.']);
    expect(fixes({ url, oauth: {} })).toEqual(['Give it a clientId or scopes, or remove it.']);
    expect(fixes({ url, oauth: { scopes: [''] } })).toEqual(['Write one scope for each entry of the list, without blanks.']);
    expect(fixes({ url, headers: { 'a b': 'x' } })).toEqual(['Correct the name.']);
  });
});

describe('targets', () => {
  const targetsOf = (targets: unknown) => read({ version: 1, mcpServers: {}, targets });

  it('name files', () => {
    expect(targetsOf({ codex: { file: 'e' }, 'claude-code': { serversFile: 'b' }, zed: { file: 'c', serversFile: 'd' } })).toMatchObject({
      ok: true,
      value: { targets: [{ driver: 'codex', spec: 'a', file: 'e' }, { driver: 'claude-code', spec: 'a', serversFile: 'b' }, { driver: 'zed', spec: 'a', file: 'c', serversFile: 'd' }] },
    });
  });

  it.each<[unknown, readonly string[]]>([
    [[], ['MCP203 targets value: targets must be a table of drivers, and is a list']],
    [{ codex: 'x' }, ['MCP203 targets.codex value: target "codex" must be a table with a file, and is a string']],
    [{ codex: {} }, ['MCP203 targets.codex key: target "codex" names no file']],
    [{ codex: { file: 1 } }, ['MCP203 targets.codex.file value: file must be a string, and is a number']],
    [{ codex: { serversFile: '' } }, ['MCP213 targets.codex.serversFile value: serversFile is empty']],
    [{ codex: { file: './a' } }, ['MCP213 targets.codex.file value: file is the spec itself']],
    ...['~', '~/x', '$HOME/x', '${env:HOME}/x', '%APPDATA%\\x'].map((file): [unknown, readonly string[]] => [{ codex: { file } }, ['MCP213 targets.codex.file value: file is taken as it is written, and neither ~ nor variables are expanded']]),
    [{ codex: { file: 'x', path: 'y' } }, ['MCP202 targets.codex.path key: unknown key "path" of target "codex"']],
  ])('are not %j', (targets, faults) => {
    expect(said({ version: 1, mcpServers: {}, targets })).toEqual(faults);
  });
});
