import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RemoteEndpoint } from '../endpoint.js';
import { limits, tooLarge, type Failure } from '../listed.js';
import { errorCode, type Connection } from './program.js';

/** Time for a server to forget the session, in milliseconds. */
const farewell = 1_000;

/** Opens no connection yet: the first request does. */
export function openRemote(endpoint: RemoteEndpoint, stop: AbortController): Connection | Failure {
  const target = addressOf(endpoint);
  if (target === undefined) return { code: 'MCP610', why: 'its url or a header is not valid once the variables have their values' };
  const cut = new AbortController();
  let last = 200;
  const suspected = () => (last >= 300 && last < 400 ? elsewhere : undefined);
  const options = { requestInit: { headers: target.headers }, fetch: watchedFetch(endpoint.type, stop, cut.signal, (status) => { last = status; }) };
  if (endpoint.type === 'sse') {
    const transport = new SSEClientTransport(target.url, options);
    return { transport, suspected, end: async () => { await transport.close(); cut.abort(); } };
  }
  const transport = new StreamableHTTPClientTransport(target.url, { ...options, reconnectionOptions: { initialReconnectionDelay: 1_000, maxReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1, maxRetries: 1 } });
  return {
    // The SDK declares `sessionId` as possibly undefined, which is more than its own contract says.
    transport: transport as Transport,
    suspected,
    end: async (atOnce) => {
      const timer = setTimeout(() => { cut.abort(); }, farewell);
      // A server may refuse to end a session; nothing is left on this side.
      if (!atOnce) await transport.terminateSession().catch(() => undefined);
      clearTimeout(timer);
      await transport.close();
      cut.abort();
    },
  };
}

/** Where to ask, with a user and password of the address as the header that they stand for. */
function addressOf({ url: text, headers: given }: RemoteEndpoint): { readonly url: URL; readonly headers: Headers } | undefined {
  try {
    const url = new URL(text);
    const headers = new Headers(given.map(([name, value]) => [name, value] as [string, string]));
    if (!/^https?:$/.test(url.protocol)) return undefined;
    const { username, password } = url;
    if (username === '' && password === '') return { url, headers };
    url.username = url.password = '';
    if (!headers.has('authorization')) headers.set('authorization', `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`);
    return { url, headers };
  } catch {
    return undefined;
  }
}

/**
 * Sees what goes wrong before it becomes a text of the SDK, which quotes what the server answered, and counts what the server
 * sends. Redirects are followed by the SDK, within one origin only.
 */
function watchedFetch(type: RemoteEndpoint['type'], stop: AbortController, cut: AbortSignal, note: (status: number) => void): FetchLike {
  const count = counter(stop);
  return async (url, init) => {
    // A server may decline to open the stream for messages of its own, and to end a session.
    const matters = init?.method === 'POST' || type === 'sse';
    const signals = [cut, ...(init?.signal instanceof AbortSignal ? [init.signal] : [])];
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
      if (matters) note(response.status);
      // The SDK looks at a redirect first; it asks again where it follows one.
      if (matters && response.status >= 400) stop.abort(statusFailure(response.status));
      return counted(response, count);
    } catch (error) {
      if (matters && !stop.signal.aborted) stop.abort({ code: 'MCP610', why: `it cannot be reached (${errorCode(error instanceof Error ? (error.cause ?? error) : error)})` } satisfies Failure);
      throw error;
    }
  };
}

const elsewhere: Failure = { code: 'MCP610', why: 'it redirects to another address, which would be given the headers of the spec', fix: 'Write the address that it redirects to as the url of the server, if it is trusted.' };

function statusFailure(status: number): Failure {
  if (status === 401 || status === 403) return { code: 'MCP615', why: `it wants a login (HTTP status ${String(status)})` };
  return { code: 'MCP610', why: `it answered with HTTP status ${String(status)}` };
}

/** Adds up the bytes of all answers. */
function counter(stop: AbortController): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total <= limits.bytes) return;
    stop.abort(tooLarge);
    throw new Error('too large');
  };
}

function counted(response: Response, count: (bytes: number) => void): Response {
  if (response.body === null) return response;
  const body = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  }));
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
}
