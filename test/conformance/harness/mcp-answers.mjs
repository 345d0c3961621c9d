import { appendFileSync } from 'node:fs';

/**
 * @typedef {{ name: string, description: string, annotations?: Record<string, unknown>, elicits?: boolean }} ServedTool
 *   A tool that `elicits` asks the user something of its own before it answers; stdio only.
 * @typedef {{ id: string, log: string, tools: readonly ServedTool[], demands: Readonly<Record<string, string>> }} ServedServer
 *   `id` is written to `log` with each call: the evidence is what arrived here, not what a client says it did. The server
 *   serves nobody who does not present what it `demands`: environment variables over stdio, headers over HTTP.
 * @typedef {{ jsonrpc?: string, id?: unknown, method?: string, params?: any, result?: any }} Message
 */

/**
 * The answer of a minimal MCP server to one JSON-RPC message, or null for a notification.
 *
 * @param {Message} message
 * @param {ServedServer} server
 */
export function answer(message, server) {
  if (message.id === undefined || message.method === undefined) return null;
  const found = result(message, server);
  const body = found === null ? { error: { code: -32601, message: 'method not found' } } : { result: found };
  return { jsonrpc: '2.0', id: message.id, ...body };
}

/**
 * @param {Message} message
 * @param {ServedServer} server
 */
function result(message, server) {
  switch (message.method) {
    case 'initialize':
      return {
        protocolVersion: message.params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: server.id, version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: server.tools.map(({ name, description, annotations = {} }) => ({ name, description, annotations, inputSchema: { type: 'object', properties: {} } })) };
    case 'tools/call':
      appendFileSync(server.log, `${JSON.stringify({ server: server.id, tool: message.params?.name })}\n`);
      return { content: [{ type: 'text', text: 'reached the server' }] };
    default:
      return null;
  }
}

/** The question of tools that elicit, by which it is recognised on its way to the user. */
export const elicitedQuestion = 'Which account?';

/**
 * The request that a tool which elicits sends to the client.
 *
 * @param {unknown} id
 */
export function elicitation(id) {
  const requestedSchema = { type: 'object', properties: { account: { type: 'string' } }, required: ['account'] };
  return { jsonrpc: '2.0', id, method: 'elicitation/create', params: { mode: 'form', message: elicitedQuestion, requestedSchema } };
}
