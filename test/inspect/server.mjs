/**
 * A stdio MCP server without dependencies that behaves as it is told, well or badly.
 * Usage: node server.mjs CONFIG.json, where the file holds a `Behaviour`.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} Behaviour
 * @property {string} pids Where it writes its process id, and those of its children.
 * @property {string} [bad] How it misbehaves.
 * @property {readonly (readonly object[])[]} [pages] The pages of its list.
 */

/** @type {Behaviour} */
const { pids, bad, pages = [[]] } = JSON.parse(readFileSync(/** @type {string} */ (process.argv[2]), 'utf8'));
const secret = process.env['SERVER_SECRET'] ?? '';

appendFileSync(pids, `${String(process.pid)}\n`);
process.stderr.write(`secret ${secret}\n`);

/** @param {string} name */
const tool = (name) => ({ name, inputSchema: { type: 'object' } });
/** @param {number} count */
const many = (count) => Array.from({ length: count }, (_, index) => tool(`t${String(index)}`));
let asked = 0;

/** @type {Readonly<Record<string, (cursor: string | undefined) => unknown>>} */
const badLists = {
  'million tools': () => ({ tools: many(1_000_000) }),
  'many tools': () => ({ tools: many(10_001) }),
  'many tools in pages': () => ({ tools: many(900), nextCursor: String(asked) }),
  'same cursor': () => ({ tools: [], nextCursor: 'again' }),
  'new cursors': () => ({ tools: [], nextCursor: String(asked) }),
  'no list': () => ({ tools: secret }),
  'no name': () => ({ tools: [{ title: secret }] }),
  'long name': () => ({ tools: [tool(`${secret}${'x'.repeat(2_000)}`)] }),
  'secret name': () => ({ tools: [tool(`x ${secret} y`)] }),
  'odd cursor': () => ({ tools: [], nextCursor: { secret } }),
  environment: () => ({ tools: [...Object.keys(process.env), `cwd ${process.cwd()}`, ...process.argv.slice(3)].map(tool) }),
};

/** @param {unknown} message */
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** @param {{ id?: unknown, method?: string, params?: any }} message */
function receive({ id, method, params }) {
  if (bad === 'silent' || bad === 'stubborn' || id === undefined) return;
  if (bad === 'error') send({ jsonrpc: '2.0', id, error: { code: -32603, message: secret, data: secret } });
  else if (method === 'initialize') send({ jsonrpc: '2.0', id, result: { protocolVersion: bad === 'other protocol' ? secret : params.protocolVersion, capabilities: bad === 'no tools' ? {} : { tools: {} }, serverInfo: { name: secret, version: '1' } } });
  else if (method === 'tools/list' && bad !== 'no tools') list(id, params?.cursor);
  else send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'method not found' } });
}

/**
 * @param {unknown} id
 * @param {string | undefined} cursor
 */
function list(id, cursor) {
  asked += 1;
  if (bad === 'exit in the middle') process.exit(7);
  const index = Number(cursor ?? 0);
  const page = { tools: pages[index], ...(index + 1 < pages.length ? { nextCursor: String(index + 1) } : {}) };
  send({ jsonrpc: '2.0', id, result: badLists[bad ?? '']?.(cursor) ?? page });
}

/** Starts a child that survives whatever it can survive. */
function startChild() {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.error('ready');"], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve) => {
    child.stderr.once('data', () => { resolve(appendFileSync(pids, `${String(child.pid)}\n`)); });
  });
}

if (bad === 'exit') process.exit(3);
if (bad === 'stubborn') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}
if (bad === 'stubborn' || bad === 'leaves a child') await startChild();
if (bad === 'banner') process.stdout.write(`starting ${secret}\n`);
if (bad === 'garbage') for (let line = 0; line < 3_000; line += 1) process.stdout.write(`${secret} ${String(line)}\n`);
if (bad === 'flood') {
  const block = 'x'.repeat(1024 * 1024);
  const flood = () => { for (let written = true; written; ) written = process.stdout.write(block); };
  process.stdout.on('drain', flood);
  flood();
}

createInterface({ input: process.stdin }).on('line', (line) => { receive(JSON.parse(line)); });
