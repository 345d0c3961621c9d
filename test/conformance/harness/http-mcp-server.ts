import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answer, type Message, type ServedServer } from './mcp-answers.mjs';
import { listen, readBody } from './loopback.js';

/** A running MCP server over streamable HTTP that answers nobody without the headers that it demands. */
export interface HttpMcpServer {
  readonly url: string;
  /** How many requests came without them. */
  refused(): number;
  close(): Promise<void>;
}

/** Serves `server` on a free loopback port, at `/mcp`. */
export async function startHttpMcpServer(server: ServedServer): Promise<HttpMcpServer> {
  let refused = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== '/mcp') return end(response, 404);
    if (Object.entries(server.demands).some(([name, value]) => request.headers[name] !== value)) {
      refused += 1;
      return end(response, 401, { 'www-authenticate': 'Bearer' });
    }
    if (request.method !== 'POST') return end(response, request.method === 'DELETE' ? 204 : 405);
    const reply = answer(JSON.parse(await readBody(request)) as Message, server);
    if (reply === null) return end(response, 202);
    end(response, 200, { 'content-type': 'application/json' }, JSON.stringify(reply));
  };
  const { origin, close } = await listen(createServer((request, response) => {
    handle(request, response).catch(() => { end(response, 500); });
  }));
  return { url: `${origin}/mcp`, refused: () => refused, close };
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}, body = ''): void {
  response.writeHead(status, headers).end(body);
}
