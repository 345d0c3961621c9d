import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Starts an HTTP server on a free port of 127.0.0.1, and nowhere else. */
export async function listen(server: Server): Promise<{ origin: string; close(): Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => {
    server.close(() => { resolve(); });
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${String(port)}`, close };
}

/** The body of a request as text, decompressed; throws for an encoding that it does not know. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return decode(Buffer.concat(chunks), request.headers['content-encoding'] ?? 'identity').toString('utf8');
}

function decode(bytes: Buffer, encoding: string): Buffer {
  switch (encoding) {
    case 'identity': return bytes;
    case 'gzip': return gunzipSync(bytes);
    case 'br': return brotliDecompressSync(bytes);
    case 'deflate': return inflateSync(bytes);
    default: throw new Error(`The request body has the unknown encoding ${encoding}.`);
  }
}
