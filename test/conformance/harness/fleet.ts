import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttpMcpServer, type HttpMcpServer } from './http-mcp-server.js';
import { startSseMcpServer } from './sse-mcp-server.js';
import type { ServedServer, ServedTool } from './mcp-answers.mjs';

/** An MCP server of a run, under the name that the spec gives it. */
export interface FleetServer {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly tools: readonly FleetTool[];
  /** Environment variables (stdio) or lower-case headers (HTTP) without which it serves nobody. */
  readonly demands?: Readonly<Record<string, string>>;
  /** False for a server that the client must not start at all, so that nobody waits for it. */
  readonly starts?: boolean;
}

/** A tool with the annotations that its server claims for it. */
export interface FleetTool {
  readonly name: string;
  readonly annotations?: Readonly<Record<string, boolean>>;
  /** Asks the user something of its own when it is called; stdio only. */
  readonly elicits?: boolean;
}

/** A call as a server saw it, with the raw name of the tool. */
export interface LoggedCall {
  readonly server: string;
  readonly tool: string;
}

/** All MCP servers of one run, and their common log. */
export interface Fleet {
  /** Fills `{{node}}`, `{{mcp-server}}`, `{{config:SERVER}}` and `{{url:SERVER}}` in a spec. */
  fill(specText: string): string;
  /** The text that finds this tool in a model request. */
  marker(server: string, tool: string): string;
  calls(): readonly LoggedCall[];
  /** Requests to HTTP servers that came without what the server demands. */
  refused(): number;
  close(): Promise<void>;
}

const stdioServer = fileURLToPath(new URL('mcp-server.mjs', import.meta.url));

/** Prepares stdio servers, which the client will start itself, and starts HTTP servers on loopback. */
export async function startFleet(servers: readonly FleetServer[], folder: string): Promise<Fleet> {
  const log = path.join(folder, 'calls.jsonl');
  const served = servers.map((server, index): ServedServer => ({ id: server.name, log, tools: servedTools(server, index), demands: server.demands ?? {} }));
  const values = new Map([['{{node}}', process.execPath], ['{{mcp-server}}', stdioServer]]);
  const running: HttpMcpServer[] = [];
  for (const [index, server] of served.entries()) {
    const { transport } = servers[index]!;
    if (transport !== 'stdio') {
      const http = await (transport === 'http' ? startHttpMcpServer : startSseMcpServer)(server);
      running.push(http);
      values.set(`{{url:${server.id}}}`, http.url);
    } else {
      const config = path.join(folder, `server-${String(index)}.json`);
      writeFileSync(config, JSON.stringify(server));
      values.set(`{{config:${server.id}}}`, config);
    }
  }
  return {
    fill: (text) => fill(text, values),
    marker: (server, tool) => markerOf(served, server, tool),
    calls: () => readLog(log),
    refused: () => running.reduce((sum, http) => sum + http.refused(), 0),
    close: async () => { await Promise.all(running.map((http) => http.close())); },
  };
}

/** The description is the marker: unique in the run, and no part of it depends on a name. */
function servedTools(server: FleetServer, serverIndex: number): ServedTool[] {
  return server.tools.map((tool, index) => ({ ...tool, description: `[tool ${String(serverIndex)}.${String(index)}]` }));
}

function markerOf(served: readonly ServedServer[], server: string, tool: string): string {
  const found = served.find(({ id }) => id === server)?.tools.find(({ name }) => name === tool);
  if (found === undefined) throw new Error(`No server of this run is ${server} with a tool ${tool}.`);
  return found.description;
}

/** Values go inside quoted strings of TOML or JSON, so their backslashes are escaped. */
function fill(text: string, values: ReadonlyMap<string, string>): string {
  let filled = text;
  for (const [place, value] of values) filled = filled.replaceAll(place, () => JSON.stringify(value).slice(1, -1));
  const left = /\{\{[^{}]*\}\}/.exec(filled);
  if (left !== null) throw new Error(`The spec holds ${left[0]}, which this run does not provide.`);
  return filled;
}

function readLog(log: string): LoggedCall[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as LoggedCall);
}
