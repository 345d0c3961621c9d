import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHttpMcpServer } from '../conformance/harness/http-mcp-server.js';
import { listen, readBody } from '../conformance/harness/loopback.js';
import { answer, type Message } from '../conformance/harness/mcp-answers.mjs';
import { startSseMcpServer } from '../conformance/harness/sse-mcp-server.js';
import { mark, secret, Workspace } from './workspace.js';

let work: Workspace;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => { work = new Workspace(); });
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  work.remove();
});

const served = { id: secret, log: '/dev/null', tools: [{ name: 'search', description: secret, annotations: { readOnlyHint: true } }], demands: {} };
const demanding = { ...served, demands: { authorization: `Bearer ${secret}`, 'x-key': `k ${secret}` } };
const credentials = { bearerTokenEnv: 'SERVER_SECRET', headers: { 'X-Key': 'k ${env:SERVER_SECRET}' } };

/** A server of our own making, at this address. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>): Promise<string> {
  const server: Server = createServer((request, response) => { void Promise.resolve(handle(request, response)); });
  const { origin, close } = await listen(server);
  closing.push(close);
  return origin;
}

const kinds = [['streamable-http', startHttpMcpServer], ['sse', startSseMcpServer]] as const;

describe.each(kinds)('a server over %s', (type, start) => {
  it('is asked with its headers and its token', async () => {
    const server = await start(demanding);
    closing.push(() => server.close());
    work.spec({ web: { type, url: server.url, ...credentials, tools: { search: 'approve' } } });
    const { exit, servers, diagnostics } = await work.json();
    expect({ exit, diagnostics }).toEqual({ exit: 0, diagnostics: [] });
    expect(servers).toEqual([{ server: 'web', inspected: true, tools: [{ name: 'search', policy: 'approve', serverClaims: { readOnlyHint: true } }] }]);
    expect(server.refused()).toBe(0);
  });

  it('is "could not tell" when it wants a login, with what can be done', async () => {
    const server = await start(demanding);
    closing.push(() => server.close());
    work.spec({ web: { type, url: server.url, headers: { 'X-Key': 'k ${env:SERVER_SECRET}' }, oauth: { clientId: 'x' } } });
    const { exit, stdout, stderr } = await work.inspect();
    expect(exit).toBe(2);
    expect(stderr).toContain('error[MCP615]: server "web" was not inspected: it wants a login (HTTP status 401)');
    expect(stderr).toContain('bearerTokenEnv');
    expect(`${stdout}${stderr}`).not.toContain(mark);
  });

  it.each([[500, 'MCP610 it answered with HTTP status 500'], [404, 'MCP610 it answered with HTTP status 404'], [403, 'MCP615 it wants a login (HTTP status 403)']])('is "could not tell" with status %i, whatever it says beside it', async (status, said) => {
    const origin = await serve((request, response) => { response.writeHead(status, `${secret}`, { 'x-secret': secret }).end(`${secret} ${String(request.headers.authorization)}`); });
    await expectFailure({ type, url: `${origin}/mcp`, ...credentials }, said);
  });

  it('is "could not tell" when nobody listens', async () => {
    const { origin, close } = await listen(createServer());
    await close();
    await expectFailure({ type, url: `${origin}/mcp?place=\${env:SERVER_SECRET}`, ...credentials }, 'MCP610 it cannot be reached (ECONNREFUSED)');
  });

  it('is not followed to another address, which would get its headers', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const other = await serve((request, response) => { seen.push(request.headers); response.writeHead(500).end(); });
    const origin = await serve((_, response) => { response.writeHead(307, { location: `${other}/${secret}` }).end(); });
    await expectFailure({ type, url: `${origin}/mcp`, ...credentials }, 'MCP610 it redirects to another address, which would be given the headers of the spec');
    expect(seen).toEqual([]);
  });

  it('is given up when it never answers', async () => {
    const origin = await serve(() => undefined);
    await expectFailure({ type, url: `${origin}/mcp` }, 'MCP611 it gave no complete answer within 1 s', ['--timeout', '1']);
  });

  it('is given up when its answer does not end', async () => {
    const origin = await serve((request, response) => {
      response.writeHead(200, { 'content-type': type === 'sse' ? 'text/event-stream' : 'application/json' });
      const more = () => { while (response.write('x'.repeat(1024 * 1024))) continue; };
      response.on('drain', more);
      request.resume();
      more();
    });
    await expectFailure({ type, url: `${origin}/mcp` }, 'MCP612 it sent more than 16 MiB');
  });
});

describe('a server over streamable-http', () => {
  it('is followed within its own address, and told when the session is over', async () => {
    const methods: string[] = [];
    const origin = await serve(async (request, response) => {
      methods.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers['mcp-session-id'] ?? '-'}`);
      if (request.url === '/mcp') return void response.writeHead(308, { location: '/mcp/' }).end();
      if (request.method !== 'POST') return void response.writeHead(request.method === 'DELETE' ? 204 : 405).end();
      const reply = answer(JSON.parse(await readBody(request)) as Message, served);
      if (reply === null) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 'one' }).end(`event: message\ndata: ${JSON.stringify(reply)}\n\n`);
    });
    work.spec({ web: { url: `${origin}/mcp`, tools: { search: 'approve' } } });
    const { exit, servers } = await work.json();
    expect([exit, servers[0]?.tools?.length]).toEqual([0, 1]);
    expect(methods).toContain('DELETE /mcp/ one');
  });

  it('gets the user and password of its address as a header, and no message shows them', async () => {
    const seen: (string | undefined)[] = [];
    const origin = await serve((request, response) => { seen.push(request.headers.authorization); response.writeHead(500).end(); });
    await expectFailure({ url: 'http://${env:PLACE}/mcp' }, 'MCP610 it answered with HTTP status 500', [], { PLACE: origin.replace('http://', `me:${secret}@`) });
    expect(seen[0]).toBe(`Basic ${Buffer.from(`me:${secret}`).toString('base64')}`);
  });

  it.each([['text/html', '<html>'], ['application/json', `{"${secret}`], ['application/json', '{"jsonrpc":"2.0","id":0,"result":{}}'], ['text/event-stream', `data: ${secret}\n\n`]])('is "could not tell" when it answers with %s that is no MCP', async (contentType, body) => {
    const origin = await serve((_, response) => { response.writeHead(200, { 'content-type': contentType }).end(body); });
    work.spec({ web: { url: `${origin}/mcp` } });
    const { exit, stdout, stderr } = await work.inspect(['--timeout', '2']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/error\[MCP61[12]\]/);
    expect(`${stdout}${stderr}`).not.toContain(mark);
  });
});

/** The spec has this one server; inspecting it fails with this code and message, and shows no secret in either format. */
async function expectFailure(server: Readonly<Record<string, unknown>>, said: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<void> {
  work.spec({ web: server });
  for (const format of ['text', 'json']) {
    const { exit, stdout, stderr } = await work.inspect([...args, '--format', format], env);
    expect(exit).toBe(2);
    expect(`${stdout}${stderr}`).not.toContain(mark);
    if (format === 'text') expect(/error\[(MCP\d+)\]: server "web" was not inspected: (.*)/.exec(stderr)?.slice(1).join(' ')).toBe(said);
  }
}
