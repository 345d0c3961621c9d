/**
 * Specs of any size for the benchmark, the same ones in every run. Servers and tools stand in no order, as in files that
 * people write, so that sorting is part of what is measured.
 */

const toolsOfServer = 20;
const verbs = ['get', 'list', 'search', 'create', 'update', 'delete', 'move', 'copy', 'open', 'close', 'merge', 'review', 'assign', 'export', 'import', 'archive'];
const nouns = ['issue', 'comment', 'branch', 'commit', 'file', 'folder', 'project', 'board', 'card', 'label', 'user', 'team', 'page', 'table', 'row', 'query', 'job', 'log', 'alert', 'secret_name', 'release', 'tag', 'event', 'report', 'invoice'];

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {Readonly<Record<string, string | readonly string[]>>} fields
 * @property {Readonly<Record<string, string>>} env
 * @property {readonly (readonly [name: string, mode: string])[]} tools
 */

/**
 * A spec in JSON and in TOML that say the same.
 * @param {number} count How many servers.
 * @returns {{ readonly json: string, readonly toml: string }}
 */
export function specOf(count) {
  const servers = Array.from({ length: count }, (_, index) => serverOf((index * 7919) % count));
  return { json: toJson(servers), toml: toToml(servers) };
}

/**
 * One half is started by a command, the other reached by HTTP with a token from the environment.
 * @param {number} id
 * @returns {Server}
 */
function serverOf(id) {
  const name = `server-${String(id).padStart(5, '0')}`;
  const tools = Array.from({ length: toolsOfServer }, (_, index) => toolOf(id, index));
  if (id % 2 === 0) return { name, fields: { type: 'streamable-http', url: `https://${name}.example.com/mcp`, bearerTokenEnv: `TOKEN_${String(id)}` }, env: {}, tools };
  return { name, fields: { type: 'stdio', command: 'npx', args: ['-y', `@example/${name}`, '--stdio'] }, env: { LOG_LEVEL: 'info', [`ACCESS_${String(id)}`]: `\${env:ACCESS_${String(id)}}` }, tools };
}

/**
 * INVARIANT: 7 and 400 have no common factor, so that the tools of one server have different names.
 * @param {number} id
 * @param {number} index
 * @returns {readonly [name: string, mode: string]}
 */
function toolOf(id, index) {
  const pick = (id * 31 + index * 7) % (verbs.length * nouns.length);
  return [`${verbs[pick % verbs.length] ?? ''}_${nouns[Math.floor(pick / verbs.length)] ?? ''}`, (id + index) % 3 === 0 ? 'prompt' : 'approve'];
}

/** @param {readonly Server[]} servers */
function toJson(servers) {
  const entries = servers.map(({ name, fields, env, tools }) => [name, { ...fields, ...(Object.keys(env).length === 0 ? {} : { env }), tools: Object.fromEntries(tools) }]);
  return `${JSON.stringify({ version: 1, requiresApproval: true, mcpServers: Object.fromEntries(entries) }, null, 2)}\n`;
}

/** @param {readonly Server[]} servers */
function toToml(servers) {
  return ['version = 1\nrequiresApproval = true\n', ...servers.map(serverToToml)].join('\n');
}

/** @param {Server} server */
function serverToToml({ name, fields, env, tools }) {
  return [
    table(`mcpServers.${name}`, Object.entries(fields)),
    ...(Object.keys(env).length === 0 ? [] : [table(`mcpServers.${name}.env`, Object.entries(env))]),
    table(`mcpServers.${name}.tools`, tools),
  ].join('\n');
}

/**
 * @param {string} header
 * @param {readonly (readonly [key: string, value: string | readonly string[]])[]} entries
 */
function table(header, entries) {
  return `[${header}]\n${entries.map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`).join('')}`;
}
