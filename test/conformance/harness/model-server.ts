import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, readBody } from './loopback.js';

/** A tool as a client offers it to the model, under whatever name the client gave it. */
export interface OfferedTool {
  readonly name: string;
  readonly namespace?: string;
  readonly description: string;
}

/**
 * One scripted call. An MCP tool is found by a marker in its description, never by a name computed here: how a client
 * renames tools is what is under test. A tool of the client itself has candidates by name, the first offered one wins.
 */
export interface ScriptedCall {
  readonly id: string;
  readonly pick: { readonly marker: string } | { readonly native: Readonly<Record<string, unknown>> };
}

/** What became of one scripted call, as the model saw it. */
interface CallRecord {
  readonly offered: boolean;
  readonly output: string | undefined;
}

/** A call as it goes to the client. */
export interface ModelCall {
  readonly id: string;
  readonly tool: OfferedTool;
  readonly args: unknown;
}

/** How one model API says these things; the script itself is the same for every client. */
export interface Dialect {
  /** Path of the endpoint, without the query. */
  readonly path: string | RegExp;
  /**
   * The answer to a request that is no turn of the conversation (a title, a summary, a classification): it has no part in
   * the script. Undefined for a turn.
   */
  aside?(body: unknown, path: string): Reply | undefined;
  offeredTools(body: unknown): readonly OfferedTool[];
  /** Results of earlier calls in this request, by call id. */
  outputs(body: unknown): ReadonlyMap<string, string>;
  /** The streamed answer: one call, or the closing message. */
  reply(call: ModelCall | null, body: unknown): Reply;
}

/** The body of an answer. */
export interface Reply {
  readonly contentType: string;
  readonly text: string;
}

/** A model that follows a script, one call a turn, so that each effect belongs to one call. */
export interface ModelServer {
  readonly origin: string;
  readonly records: ReadonlyMap<string, CallRecord>;
  /** Every tool that was offered in any turn. */
  offered(): readonly OfferedTool[];
  /** Requests that do not fit the script, and failures; a run is only evidence when this is empty. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Starts a scripted model on loopback. */
export async function startModelServer(dialect: Dialect, script: readonly ScriptedCall[]): Promise<ModelServer> {
  const state = newState(script);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'POST' || !isEndpoint(dialect, path)) {
      response.writeHead(404).end();
      return;
    }
    const body: unknown = JSON.parse(await readBody(request));
    const reply = dialect.aside?.(body, path) ?? dialect.reply(nextCall(state, dialect.offeredTools(body), dialect.outputs(body)), body);
    response.writeHead(200, { 'content-type': reply.contentType }).end(reply.text);
  };
  const { origin, close } = await listen(createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      state.faults.push(String(error));
      response.writeHead(500).end();
    });
  }));
  return { origin, records: state.records, offered: () => [...state.offered.values()], faults: state.faults, close };
}

function isEndpoint({ path: wanted }: Dialect, path: string): boolean {
  return typeof wanted === 'string' ? path === wanted : wanted.test(path);
}

interface State {
  readonly queue: ScriptedCall[];
  pending: string | undefined;
  readonly records: Map<string, CallRecord>;
  readonly offered: Map<string, OfferedTool>;
  readonly faults: string[];
}

function newState(script: readonly ScriptedCall[]): State {
  return { queue: [...script], pending: undefined, records: new Map(), offered: new Map(), faults: [] };
}

/** Books the result of the pending call, then takes the next call whose tool is offered; others are recorded as not offered. */
function nextCall(state: State, tools: readonly OfferedTool[], outputs: ReadonlyMap<string, string>): ModelCall | null {
  for (const tool of tools) state.offered.set(`${tool.namespace ?? ''} ${tool.name}`, tool);
  if (state.pending !== undefined) {
    const output = outputs.get(state.pending);
    if (output === undefined) {
      state.faults.push(`a request came without the result of call ${state.pending}`);
      return null;
    }
    state.records.set(state.pending, { offered: true, output });
    state.pending = undefined;
  }
  for (let step = state.queue.shift(); step !== undefined; step = state.queue.shift()) {
    const call = resolve(step, tools);
    if (call !== undefined) {
      state.pending = step.id;
      state.records.set(step.id, { offered: true, output: undefined });
      return call;
    }
    state.records.set(step.id, { offered: false, output: undefined });
  }
  return null;
}

function resolve({ id, pick }: ScriptedCall, tools: readonly OfferedTool[]): ModelCall | undefined {
  if ('marker' in pick) {
    const found = tools.filter((tool) => tool.description.includes(pick.marker));
    if (found.length > 1) throw new Error(`The marker ${pick.marker} is offered ${String(found.length)} times.`);
    return found[0] && { id, tool: found[0], args: {} };
  }
  for (const [name, args] of Object.entries(pick.native)) {
    const tool = tools.find((offered) => offered.name === name);
    if (tool !== undefined) return { id, tool, args };
  }
  return undefined;
}
