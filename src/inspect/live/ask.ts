import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../version.js';
import type { Endpoint } from '../endpoint.js';
import { endless, leaking, limits, readPage, tooMany, type Failure, type ListedTool } from '../listed.js';
import { startProgram, type Connection, type Machine } from './program.js';
import { openRemote } from './remote.js';

/** What a server lists, in its order, or why that is not known. */
export type Answer = { readonly tools: readonly ListedTool[] } | { readonly failure: Failure };

/** How long a server may take, and who may stop it. */
export interface Patience {
  /** In seconds. */
  readonly timeout: number;
  readonly interrupted: AbortSignal;
}

const interruption: Failure = { code: 'MCP618', why: 'the run was interrupted before it had answered' };

/** Asks one server for its tools, and leaves nothing of it behind. */
export async function ask(endpoint: Endpoint, { timeout, interrupted }: Patience, machine: Machine): Promise<Answer> {
  if (interrupted.aborted) return { failure: interruption };
  /** Ends the conversation; the reason is the failure, and the first one counts. */
  const stop = new AbortController();
  const interrupt = () => { stop.abort(interruption); };
  interrupted.addEventListener('abort', interrupt);
  const timer = setTimeout(() => { stop.abort({ code: 'MCP611', why: `it gave no complete answer within ${String(timeout)} s` } satisfies Failure); }, timeout * 1_000);
  try {
    const connection = endpoint.type === 'stdio' ? await startProgram(endpoint, stop, machine) : openRemote(endpoint, stop);
    if ('why' in connection) return { failure: connection };
    const client = new Client({ name: 'mcpolicy', version }, { capabilities: {} });
    const answer = await converse(client, connection, timeout, endpoint.secrets, stop.signal);
    await connection.end(stop.signal.aborted);
    await client.close();
    return answer;
  } finally {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', interrupt);
  }
}

async function converse(client: Client, { transport, suspected }: Connection, timeout: number, secrets: readonly string[], stopped: AbortSignal): Promise<Answer> {
  try {
    return await Promise.race([listTools(client, transport, timeout, secrets), rejection(stopped)]);
  } catch (error) {
    return { failure: stopped.aborted ? (stopped.reason as Failure) : (suspected?.() ?? failureOf(error)) };
  }
}

async function rejection(stopped: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => { reject(new Error('stopped')); };
    if (stopped.aborted) stop();
    else stopped.addEventListener('abort', stop);
  });
}

async function listTools(client: Client, transport: Transport, timeout: number, secrets: readonly string[]): Promise<Answer> {
  // Our own clock is the one that counts.
  const options = { timeout: (timeout + 60) * 1_000 };
  await client.connect(transport, options);
  const tools: ListedTool[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const result = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, ResultSchema, options).catch((error: unknown) => withoutTools(client, error));
    const page = readPage(result);
    if ('why' in page) return { failure: page };
    if (page.tools.some(({ name }) => secrets.some((secret) => name.toLowerCase().includes(secret.toLowerCase())))) return { failure: leaking };
    for (const tool of page.tools) tools.push(tool);
    if (tools.length > limits.tools) return { failure: tooMany };
    cursor = page.next;
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= limits.pages)) return { failure: endless };
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return { tools };
}

/** A server that declares no tools and knows no such question has none. */
function withoutTools(client: Client, error: unknown): { readonly tools: readonly [] } {
  const has = client.getServerCapabilities()?.tools !== undefined;
  if (!has && error instanceof McpError && Number(error.code) === Number(ErrorCode.MethodNotFound)) return { tools: [] };
  throw error;
}

/** The texts of the SDK quote the server, so none of them is handed on. */
function failureOf(error: unknown): Failure {
  if (error instanceof McpError) return { code: 'MCP612', why: `it answered with the error ${String(error.code)}` };
  return { code: 'MCP612', why: 'its answer is not what MCP prescribes' };
}
