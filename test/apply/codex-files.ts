import { Random } from '../native/random.js';

/**
 * Codex configs that people and tools could have written: every key of a server, empty lists and tables too, every way to
 * name and spell a tool, modes that no spec can say, and tables that are nobody's business. Free of secrets.
 */
export function codexFile(seed: number): string {
  const random = new Random(seed);
  const names = random.some(['docs', 'docs_extra', 'Forge', 'a.b', 'x@y/z', 'constructor', '__proto__'], 4);
  const servers = names.map((name) => server(random, name));
  const others = random.some(['[tui]\ntheme = "plain" # mine\n', '[projects."/home/sam/work"]\ntrust_level = "trusted"\n', '[[rules]]\nname = "a"\n', '[features]\nhooks = true\n'], 3);
  const top = random.some(['model = "m-large"\n', 'sandbox_mode = "workspace-write"\n', '# approvals are reviewed in spring\n', 'notice = """\n[mcp_servers.fake]\n"""\n'], 3).join('');
  const text = `${top}\n${random.shuffle([...servers, ...others]).join(random.pick(['\n', '', '\n\n']))}`;
  const ends = random.chance(0.15) ? text.replaceAll('\n', '\r\n') : text;
  return (random.chance(0.08) ? '\ufeff' : '') + (random.chance(0.1) ? ends.replace(/\r?\n$/, '') : ends);
}

const tools = ['search', 'get_page', 'get-page', 'repo.search', 'repo/list', 'a b', 'été', '__proto__', 'toString', 'x"y', '*', ' padded', '\t', ''];
const modes = ['approve', 'approve', 'prompt', 'prompt', 'auto', 'writes'];

function server(random: Random, name: string): string {
  const header = `mcp_servers.${key(name)}`;
  const known = random.some(tools, 5);
  const inline = random.chance(0.2) && known.length > 0 ? [`tools = { ${known.map((tool) => `${key(tool)} = { ${mode(random)} }`).join(', ')} }`] : [];
  const dotted = inline.length === 0 && random.chance(0.3) ? known.map((tool) => `tools.${key(tool)}.${mode(random)}`) : [];
  const keys = random.shuffle([...transport(random), ...settings(random, known)]);
  const body = [...keys, ...inline, ...dotted].map((line) => line + (random.chance(0.1) ? ' # reviewed' : '')).join('\n');
  const own = inline.length + dotted.length > 0 ? [] : known.map((tool) => `${random.chance(0.2) ? '\n# looked at\n' : ''}[${header}.tools.${key(tool)}]\n${toolKeys(random)}\n`);
  return `[${header}]\n${body}\n${random.chance(0.5) ? '\n' : ''}${tables(random, header, body)}${own.join(random.chance(0.7) ? '\n' : '')}`;
}

function key(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
}

function mode(random: Random): string {
  return `approval_mode = "${random.pick(modes)}"`;
}

function toolKeys(random: Random): string {
  return random.shuffle([mode(random), ...random.some(['output_token_limit = 30_000', 'note = "kept"'], 1)]).join('\n');
}

function transport(random: Random): readonly string[] {
  const stdio = ['args = []', 'args = ["-y", "docs@1.0.0"]', "args = [\n  '--root', # here\n  'C:\\docs',\n]", 'env = {}', 'env = { REGION = "eu", EMPTY = "" }', 'env_vars = []', 'env_vars = ["HOME_REGION", "A"]', 'cwd = ""', 'cwd = "/srv"'];
  const http = ['bearer_token_env_var = "DOCS_TOKEN"', 'http_headers = {}', 'http_headers = { "X-Region" = "eu" }', 'env_http_headers = { X-Key = "DOCS_KEY" }', 'scopes = []', 'scopes = ["read", "write"]', 'oauth = { client_id = "docs" }', 'oauth = {}', 'http_headers_helper = "helper"'];
  if (random.chance(0.65)) return [random.pick(['command = "npx"', "command = 'C:\\bin\\npx.cmd'", 'command = ""', 'command = "run ${HOME}"']), ...oneOfEach(random.some(stdio, 4))];
  return random.chance(0.9) ? [random.pick(['url = "https://docs.example/mcp"', 'url = "http://127.0.0.1:8931/mcp"', 'url = "docs"']), ...oneOfEach(random.some(http, 4))] : [];
}

function settings(random: Random, known: readonly string[]): readonly string[] {
  const list = random.some(known, 3).map((tool) => JSON.stringify(tool)).join(', ');
  return oneOfEach(random.some([
    'enabled = true', 'enabled = false', 'required = true', 'required = false', 'default_tools_approval_mode = "prompt"', 'default_tools_approval_mode = "approve"', 'default_tools_approval_mode = "auto"',
    `enabled_tools = [${list}]`, `disabled_tools = [${list}]`, 'disabled_tools = []', 'startup_timeout_sec = 30.0', 'future_option = { level = 3 }', 'name = "docs"', 'type = "stdio"',
  ], 5));
}

/** Of several lines with one key the first. */
function oneOfEach(lines: readonly string[]): readonly string[] {
  const keyOf = (line: string) => /^\w+/.exec(line)?.[0];
  return lines.filter((line, index) => lines.findIndex((other) => keyOf(other) === keyOf(line)) === index);
}

function tables(random: Random, header: string, body: string): string {
  return body.includes('command =') && !/^env =/m.test(body) && random.chance(0.3) ? `[${header}.env]\nLOG_LEVEL = "info"\n\n` : '';
}
