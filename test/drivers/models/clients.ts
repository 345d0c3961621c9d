import type { ClientModel, Pair } from './model.js';

/** Codex keeps raw names in nested keys and compares them byte for byte. */
const codex: ClientModel = {
  id: 'codex',
  ruleFor: ({ server, tool }) => JSON.stringify([server, tool]),
  covers: (rule, { server, tool }) => rule === JSON.stringify([server, tool]),
  alphabet: 'aA_-./: é*?"\\',
  limits: [],
  overhead: 0,
};

/**
 * Claude Code: every character outside `[A-Za-z0-9_-]` becomes `_`, the parts are joined with `__`, and a key is read back
 * by cutting it at the first `__`. A rule covers a key that is equal, a whole server (`mcp__S`), and, for ask and deny,
 * the server whose sanitised name is everything behind the prefix. `*` in the tool part of an allow rule is a wildcard.
 */
export const claudeCode: ClientModel = {
  id: 'claude-code',
  ruleFor: ({ server, tool }) => `mcp__${server}__${tool}`,
  covers: (rule, pair) => {
    const key = `mcp__${claudeName(pair.server)}__${claudeName(pair.tool)}`;
    if (key.length > 128) return false;
    const wholeServer = rule === `mcp__${claudeName(pair.server)}` || rule === `mcp__${key.slice(5).split('__')[0] ?? ''}`;
    return rule === key || wholeServer || glob(rule, key, '*');
  },
  alphabet: 'aA_-./: é*?',
  limits: [128],
  overhead: 'mcp____'.length,
};

function claudeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/**
 * Gemini CLI: a tool is registered under `mcp_` + server + `_` + tool, without a second prefix, sanitised and cut in the
 * middle. A rule keeps raw names, acts on its own server, and covers the registered name, also when the prefix has to be
 * put in front of it to make it equal. `*` is a wildcard.
 */
export const geminiCli: ClientModel = {
  id: 'gemini-cli',
  ruleFor: ({ server, tool }) => JSON.stringify([server, tool]),
  covers: (rule, pair) => {
    const [server = '', tool = ''] = JSON.parse(rule) as string[];
    if (server !== '*' && server !== pair.server) return false;
    const wanted = `mcp_${server}_${tool}`;
    const known = geminiName(pair);
    if (tool === '*') return known.startsWith(`mcp_${server}_`);
    return known === wanted || `mcp_${pair.server}_${known}` === wanted;
  },
  alphabet: 'aAmcp_-./: é*',
  limits: [63],
  overhead: 'mcp__'.length,
};

function geminiName({ server, tool }: Pair): string {
  const joined = `${server}_${tool}`;
  const name = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^A-Za-z0-9_.:-]/g, '_');
  return name.length <= 63 ? name : `${name.slice(0, 30)}...${name.slice(-30)}`;
}

/**
 * Copilot CLI: the server part of a rule is compared with the raw name, the tool part with the sanitised name as it is left
 * when the joined name is cut at 64 characters. `--excluded-tools` names the joined form, so a rule is both.
 */
export const copilotCli: ClientModel = {
  id: 'copilot-cli',
  ruleFor: ({ server, tool }) => JSON.stringify([`${server}(${tool})`, `${server}-${tool}`]),
  covers: (rule, pair) => {
    const [flag = '', excluded = ''] = JSON.parse(rule) as string[];
    const offered = `${copilotName(pair.server)}-${copilotName(pair.tool)}`.slice(0, 64);
    const kept = offered.slice(copilotName(pair.server).length + 1);
    return flag === `${pair.server}(${kept})` || excluded === offered;
  },
  alphabet: 'aA_-./ é*',
  limits: [64],
  overhead: '-'.length,
};

function copilotName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '-');
}

/** Zed: one key of raw names, found by map equality. */
const zed: ClientModel = {
  id: 'zed',
  ruleFor: ({ server, tool }) => `mcp:${server}:${tool}`,
  covers: (rule, { server, tool }) => rule === `mcp:${server}:${tool}`,
  alphabet: 'aA_-./: é*',
  limits: [],
  overhead: 'mcp::'.length,
};

/**
 * Amazon Q and Kiro CLI: a pattern is tried against `@server`, then against `@server/tool`, by equality and, once it holds
 * `*` or `?`, as a glob in which `*` crosses `/`.
 */
const kiro: ClientModel = {
  id: 'kiro',
  ruleFor: ({ server, tool }) => `@${server}/${tool}`,
  covers: (rule, { server, tool }) => [`@${server}`, `@${server}/${tool}`].some((name) => rule === name || glob(rule, name, '*?')),
  alphabet: 'aA_-./: é*?@[]{}',
  limits: [64],
  overhead: '___'.length,
};

/** Whether `text` matches `pattern`, of whose signs only those in `live` are special. */
function glob(pattern: string, text: string, live: string): boolean {
  if (![...live].some((sign) => pattern.includes(sign))) return false;
  const source = [...pattern].map((sign) => (!live.includes(sign) ? sign.replace(/[\\^$.*+?()[\]{}|]/, '\\$&') : sign === '*' ? '.*' : '.'));
  return new RegExp(`^${source.join('')}$`, 'su').test(text);
}

export const clientModels: readonly ClientModel[] = [codex, claudeCode, geminiCli, copilotCli, zed, kiro];
