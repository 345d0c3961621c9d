import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverFields, specFields, targetFields } from '../../src/spec/fields.js';
import { runMain } from '../run-main.js';

/** What is planted: a token by its prefix, one by its randomness, and a password that only its place gives away. */
const mark = 'PLANTED';
const token = `ghp_${mark}0123456789abcdefghij`;
const random = `q8Z${mark}x7Kd02LmVb41TyRw9sQe`;
const password = `hunter2${mark}`;

const formats = ['text', 'json', 'github', 'sarif', 'junit'] as const;
const sound = { version: 1, mcpServers: { shell: { command: 'shell-server', tools: { run: 'prompt' } }, web: { url: 'https://web.example/mcp' } }, targets: { codex: { file: '.codex/config.toml' }, 'claude-code': { file: '.claude/settings.json', serversFile: '.mcp.json' }, 'gemini-cli': { file: '.gemini/settings.json' } } };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every spec that differs from the sound one in one place, where a secret stands: as a value, and as a key. */
function poisonedSpecs(): readonly (readonly [string, Json])[] {
  const planted = [token, random];
  const atTop = Object.keys(specFields).flatMap((key) => planted.map((secret) => [`${key}`, { ...sound, [key]: secret }] as const));
  const inServer = (name: 'shell' | 'web', key: string, value: Json) => [`${name}.${key}`, { ...sound, mcpServers: { ...sound.mcpServers, [name]: { ...sound.mcpServers[name], [key]: value } } }] as const;
  const inServers = Object.keys(serverFields).flatMap((key) => planted.flatMap((secret) => (['shell', 'web'] as const).flatMap((name) => shapes(secret).map((shape) => inServer(name, key, shape)))));
  const passwords = [
    inServer('shell', 'env', { DB_PASSWORD: password }),
    inServer('shell', 'args', ['--password', password]),
    inServer('shell', 'args', [`--api-key=${password}`]),
    inServer('web', 'headers', { Authorization: `Bearer ${password}` }),
    inServer('web', 'headers', { 'X-Api-Key': password }),
    inServer('web', 'url', `https://user:${password}@web.example/mcp`),
    inServer('web', 'url', `https://web.example/mcp?token=${password}`),
    inServer('web', 'bearerTokenEnv', `${password} `),
  ];
  const inTargets = Object.keys(targetFields).map((key) => [`targets.codex.${key}`, { ...sound, targets: { codex: { file: 'x', [key]: token } } }] as const);
  const asKeys = [['mcpServers', { ...sound, mcpServers: { [token]: {} } }], ['targets', { ...sound, targets: { [token]: { file: 'x' } } }], ['unknown', { ...sound, [token]: 1 }]] as const;
  return [...atTop, ...inServers, ...passwords, ...inTargets, ...asKeys] as readonly (readonly [string, Json])[];
}

function shapes(secret: string): readonly Json[] {
  return [secret, [secret], { [secret]: 'x' }, { NAME: secret }, { [secret]: secret }, [{ name: secret, approvalMode: secret }], { tool: { approvalMode: secret } }, { clientId: secret, scopes: [secret] }];
}

/** A Codex file with a secret in every place that a client or mcpolicy could ever look at. */
const codexFiles = [
  `[mcp_servers.shell]\ncommand = "${token}"\nargs = ["${random}", "--token", "${password}"]\ncwd = "${token}"\nenv = { API_KEY = "${password}", OTHER = "${token}" }\nenv_vars = ["${token}"]\nenabled_tools = ["${token}"]\ndisabled_tools = ["${random}"]\n${token} = "${token}"\ndefault_tools_approval_mode = "${token}"\nstartup_timeout_sec = "${random}"\n`,
  `[mcp_servers.web]\nurl = "https://user:${password}@web.example/mcp?token=${password}"\nbearer_token = "${password}"\nbearer_token_env_var = "${token}"\nhttp_headers = { Authorization = "Bearer ${password}", X-Api-Key = "${password}" }\nenv_http_headers = { X = "${token}" }\nscopes = ["${token}"]\n`,
  `# ${token}\n[mcp_servers."${token}"]\ncommand = "x"\n[mcp_servers.shell.tools."${token}"]\napproval_mode = "approve"\n[mcp_servers.shell.tools.run]\napproval_mode = "${token}"\nnote = "${random}"\n`,
  `approval_policy = "${token}"\nsandbox_mode = "${token}"\n[profiles."${token}"]\napproval_policy = "never"\n[projects."/${token}"]\ntrust_level = "trusted"\n[apps."${token}"]\ndefault_tools_approval_mode = "approve"\n[plugins."${token}".mcp_servers.x.tools.y]\napproval_mode = "approve"\n`,
  `[mcp_servers.shell]\ncommand = "x"\n[mcp_servers.shell]\nenv = { API_KEY = "${password}" }\n`,
  `[mcp_servers.shell]\ncommand = "${token}\n`,
  `key = ${token}\n`,
];
const jsonFiles = [
  { permissions: { allow: [`mcp__shell__${token}`, `mcp__${token}__*`, token], deny: [token], defaultMode: token }, enabledMcpjsonServers: [token], apiKeyHelper: token, env: { ANTHROPIC_API_KEY: password } },
  { mcpServers: { shell: { command: token, args: ['--token', password], env: { API_KEY: password }, headers: { Authorization: `Bearer ${password}` }, [token]: token }, web: { url: `https://u:${password}@web.example`, httpUrl: `https://web.example?key=${password}`, trust: true, includeTools: [token] }, [token]: {} }, rule: [{ mcpName: 'shell', toolName: token, decision: 'allow' }, { mcpName: token, toolName: '*', decision: token }] },
].map((value) => JSON.stringify(value, null, 2));

let folder = '';
const write = (file: string, text: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-secrets-')));
  write('sound.json', JSON.stringify(sound));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one command line in each format and returns how the outputs would leak. */
async function leaks(args: readonly string[], these: readonly string[] = formats): Promise<readonly string[]> {
  const ended = await Promise.all(these.map(async (format) => ({ format, ended: await runMain([...args, '--format', format], { cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }) })));
  return ended.filter((one) => `${one.ended.stdout}${one.ended.stderr}`.includes(mark)).map((one) => `${args.join(' ')} --format ${one.format}: ${`${one.ended.stdout}${one.ended.stderr}`.split('\n').find((line) => line.includes(mark)) ?? ''}`);
}

describe('a secret in a spec', () => {
  const specs = poisonedSpecs();

  it.each(specs.map(([place], index) => [index, place] as const))('%i at %s is in no report', async (index) => {
    const name = `spec-${String(index)}.json`;
    write(name, JSON.stringify(specs[index]![1], null, 2));
    expect(await leaks(['check', '--spec', name])).toEqual([]);
    expect(await leaks(['diff', 'sound.json', name], [...formats, 'markdown'])).toEqual([]);
    expect(await leaks(['diff', name, 'sound.json', '--strict'], ['text', 'sarif'])).toEqual([]);
  });
});

describe('a secret in a native file', () => {
  it.each(codexFiles.map((text, index) => [index, text] as const))('of Codex, %i, is in no report', async (_index, text) => {
    write('.codex/config.toml', text);
    expect(await leaks(['check', '--spec', 'sound.json'])).toEqual([]);
  });

  it.each(jsonFiles.flatMap((text) => ['.claude/settings.json', '.mcp.json', '.gemini/settings.json'].map((file) => [file, text] as const)))('%s is in no report', async (file, text) => {
    write('.codex/config.toml', '');
    write(file, text);
    expect(await leaks(['check', '--spec', 'sound.json'])).toEqual([]);
    rmSync(join(folder, file));
  });
});
