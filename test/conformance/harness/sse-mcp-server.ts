import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answer, type Message, type ServedServer } from './mcp-answers.mjs';
import { listen, readBody } from './loopback.js';
import type { HttpMcpServer } from './http-mcp-server.js';

/**
 * Serves `server` over the older transport of server-sent events: a client opens `/sse`, is told where to post its
 * messages, and gets every answer as an event. Nobody is served without the headers that the server demands.
 */
export async function startSseMcpServer(server: ServedServer): Promise<HttpMcpServer> {
  let refused = 0;
  const streams = new Map<string, ServerResponse>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path, session = ''] = (request.url ?? '').split('?');
    if (Object.entries(server.demands).some(([name, value]) => request.headers[name] !== value)) {
      refused += 1;
      response.writeHead(401).end();
    } else if (request.method === 'GET' && path === '/sse') {
      open(streams, response);
    } else if (request.method === 'POST' && path === '/messages' && streams.has(session)) {
      const reply = answer(JSON.parse(await readBody(request)) as Message, server);
      response.writeHead(202).end();
      if (reply !== null) streams.get(session)?.write(`event: message\ndata: ${JSON.stringify(reply)}\n\n`);
    } else {
      response.writeHead(path === '/sse' ? 405 : 404).end();
    }
  };
  const { origin, close } = await listen(createServer((request, response) => {
    handle(request, response).catch(() => { response.writeHead(500).end(); });
  }));
  return { url: `${origin}/sse`, refused: () => refused, close };
}

function open(streams: Map<string, ServerResponse>, response: ServerResponse): void {
  const session = `session-${String(streams.size + 1)}`;
  streams.set(session, response);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(`event: endpoint\ndata: /messages?${session}\n\n`);
}
