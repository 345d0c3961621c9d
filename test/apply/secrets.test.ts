import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inWorkspace } from './workspace.js';

const word = 'PLANTED-plain-word';
const token = 'ghp_PLANTED0123456789abcdefghij';

/** Values that are withheld in diffs, whatever they are; a spec has to say them, so an import does. */
const withheld: ReadonlySet<string> = new Set(['a variable, inline', 'a header', 'a header among arguments', 'a variable among arguments']);

/** Places of a Codex file where a word without any look of its own is a credential. */
const placed: readonly (readonly [where: string, lines: string])[] = [
  ['a variable, inline', `[mcp_servers.other]\ncommand = "o"\nenv = { REGION = "${word}" }`],
  ['a variable, in a table', `[mcp_servers.other.env]\nPLAIN = "${word}"`],
  ['a header', `[mcp_servers.other]\nurl = "https://o.example/"\nhttp_headers = { "X-Plain" = "${word}" }`],
  ['an argument behind an option', `[mcp_servers.other]\ncommand = "o"\nargs = ["--token", "${word}"]`],
  ['an argument on the next line', `[mcp_servers.other]\ncommand = "o"\nargs = [\n  "--api-key",\n  "${word}",\n]`],
  ['an argument with its option', `[mcp_servers.other]\ncommand = "o"\nargs = ["--api-key=${word}"]`],
  ['a header among arguments', `[mcp_servers.other]\ncommand = "o"\nargs = ["-H", "X-Plain: ${word}"]`],
  ['a variable among arguments', `[mcp_servers.other]\ncommand = "docker"\nargs = ["-e", "PLAIN=${word}"]`],
  ['a command line in one text', `[mcp_servers.other]\ncommand = "sh"\nargs = ["-c", "run --password ${word} now"]`],
  ['an address with a user', `[mcp_servers.other]\nurl = "https://sam:${word}@o.example/"`],
  ['an address with a parameter', `[mcp_servers.other]\nurl = "https://o.example/?api_key=${word}"`],
  ['an address among arguments', `[mcp_servers.other]\ncommand = "o"\nargs = ["--dsn=postgres://sam:${word}@db/x"]`],
  ['the key of a model provider', `[model_providers.mine]\nexperimental_bearer_token = "${word}"`],
  ['a header of a model provider', `[model_providers.mine]\nhttp_headers = { "X-Plain" = "${word}" }`],
  ['a parameter of a model provider', `[model_providers.mine]\nquery_params = { plain = "${word}" }`],
  ['a variable of the shell', `[shell_environment_policy]\nset = { PLAIN = "${word}" }`],
  ['a header of an exporter', `[otel.exporter."otlp-http"]\nheaders = { plain = "${word}" }`],
  ['a table of secrets', `[secrets]\nplain = "${word}"`],
  ['a text of several lines', `[mine]\npassword = """\n${word}\nand ${word}"""`],
  ['an escaped key', `[mine]\n"api\\u005fkey" = "${word}"`],
  ['a literal text', `[mine]\nclient_secret = '${word}'`],
  ['a value where the name of a variable belongs', `[mcp_servers.other]\nurl = "https://o.example/"\nbearer_token_env_var = "${word}"`],
  ['a commented-out key', `# api_key = "${word}"`],
  ['a comment behind a value', `plain = 1 # password: ${word}`],
  ['an address in a comment', `# https://sam:${word}@o.example/`],
];

/** Places where only its own look tells. */
const anywhere: readonly (readonly [where: string, lines: string])[] = [
  ['an unrelated value', `[tui]\ntheme = "${token}"`],
  ['a list', `[tui]\nlist = ["a", "${token}"]`],
  ['a name of a project', `[projects."/srv/${token}"]\ntrust_level = "trusted"`],
  ['a name of a server', `[mcp_servers.${token}]\ncommand = "o"`],
  ['a name of a tool', `[mcp_servers.other]\ncommand = "o"\n\n[mcp_servers.other.tools.${token}]\napproval_mode = "approve"`],
  ['a mode', `[mcp_servers.other]\ncommand = "o"\n\n[mcp_servers.other.tools.a]\napproval_mode = "${token}"`],
  ['a command', `[mcp_servers.other]\ncommand = "${token}"`],
  ['a folder', `[mcp_servers.other]\ncommand = "o"\ncwd = "/srv/${token}"`],
  ['a comment', `# ${token}`],
  ['a plugin', `[plugins.${token}.mcp_servers.a]\nenabled = true`],
  ['an app', `[apps.${token}]\nenabled = true`],
  ['a profile', `[profiles.${token}]\napproval_policy = "never"`],
];

const spec = 'version = 1\n\n[mcpServers.notes]\ncommand = "notes-mcp"\n\n[mcpServers.notes.tools]\nfind = "approve"\n\n[targets.codex]\nfile = "config.toml"\n';

/** The secret stands right above the entry that changes, so that every diff has it in its context. */
function fileWith(lines: string): string {
  return `${lines}\n[mcp_servers.notes]\ncommand = "notes-mcp"\n[mcp_servers.notes.tools.find]\napproval_mode = "prompt"\n`;
}

const formats = ['text', 'json', 'github', 'sarif', 'junit'];
const commands: readonly (readonly string[])[] = [
  ...formats.map((format) => ['check', '--format', format]),
  ...['toml', 'yaml', 'json'].map((format) => ['import', 'codex', 'config.toml', '--format', format]),
  ['apply', 'codex'],
  ...['text', 'json'].map((format) => ['apply', 'codex', '--dry-run', '--format', format]),
  ...['text', 'json'].map((format) => ['apply', 'codex', '--yes', '--prune', '--format', format]),
];

describe('no stream holds', () => {
  it.each([...placed, ...anywhere])('a secret in %s', async (where, lines) => {
    const asked = commands.filter(([verb]) => verb !== 'import' || !withheld.has(where));
    const said = await inWorkspace({ 'config.toml': fileWith(lines), 'mcpolicy.toml': spec }, async ({ run, write }) => {
      const outputs: string[] = [];
      for (const command of asked) {
        write('config.toml', fileWith(lines));
        const { stdout, stderr } = await run(...command);
        outputs.push(`${command.join(' ')}\n${stdout}${stderr}`);
      }
      return outputs;
    });
    expect(said.filter((output) => output.includes('PLANTED'))).toEqual([]);
    expect(said.every((output) => output.length > 40)).toBe(true);
  });

  it('a secret that is hidden because nothing is shown: the lines beside it are', async () => {
    const shown = await inWorkspace({ 'config.toml': fileWith(placed[0]?.[1] ?? ''), 'mcpolicy.toml': spec }, ({ run }) => run('apply', 'codex', '--dry-run'));
    expect(shown.stdout).toContain('-approval_mode = "prompt"\n+approval_mode = "approve"\n');
  });
});

describe('fixtures', () => {
  it('of apply that plant a secret hold none in their goldens', () => {
    const root = fileURLToPath(new URL('../../fixtures/codex-apply', import.meta.url));
    const leaks = readdirSync(root).filter((name) => ['stdout', 'stderr'].some((stream) => readdirSync(join(root, name)).includes(stream) && readFileSync(join(root, name, stream), 'utf8').includes('PLANTED')));
    expect(leaks).toEqual([]);
  });
});
