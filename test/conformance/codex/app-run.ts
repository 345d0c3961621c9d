import { AppServer, type Answer, type Json, type ServerRequest } from '../harness/app-server.js';
import { appRefusals, outcomes, type Outcome } from './outcomes.js';
import { codexCommand, type Stage } from './run.js';

/** Approval policy and sandbox as `thread/start` takes them. */
export interface ThreadOptions {
  readonly approvalPolicy: 'on-request' | 'never';
  readonly sandbox: 'read-only' | 'workspace-write' | 'danger-full-access';
}

/** What one thread of `codex app-server` showed. */
export interface AppRun {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly requests: readonly ServerRequest[];
  /** Servers that did not become ready, with Codex's reason. */
  readonly failedServers: ReadonlyMap<string, string>;
}

/** Codex refused its config, or did not start at all; the message is its own. */
export class NoStart extends Error {}

const ordinary: ThreadOptions = { approvalPolicy: 'on-request', sandbox: 'workspace-write' };

/** Drives the steps of a stage through one turn of an app-server, whose requests `answer` answers. */
export async function driveApp(stage: Stage, answer: Answer, options: ThreadOptions = ordinary): Promise<AppRun> {
  const { env, scratch, scenario } = stage;
  const [command, ...args] = codexCommand(stage, ['app-server']);
  const server = new AppServer(command, args, { cwd: scratch.project, env }, answer);
  try {
    const thread = await startThread(server, scratch.project, options);
    const failedServers = await serverStates(server, scenario.servers.filter(({ starts }) => starts !== false).map(({ name }) => name));
    await server.call('turn/start', { threadId: thread, input: [{ type: 'text', text: 'go' }] });
    const { params } = await server.notified('the end of the turn', ({ method }) => method === 'turn/completed');
    const turn = params['turn'] as Json;
    if (turn['status'] !== 'completed') throw new Error(`The turn ended as ${JSON.stringify(turn)}.`);
    return { outcomes: outcomes(stage, server.requests, appRefusals), requests: server.requests, failedServers };
  } catch (error) {
    if (error instanceof NoStart) throw error;
    throw new Error(`${String(error)}\nstderr of app-server: ${server.stderr()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Starts a thread and checks that Codex took the options: a run under another policy would prove something else. */
async function startThread(server: AppServer, cwd: string, options: ThreadOptions): Promise<string> {
  const started = await handshake(server, { cwd, ...options, ephemeral: true });
  const sandbox = (started['sandbox'] as Json)['type'];
  const camel = options.sandbox.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (started['approvalPolicy'] !== options.approvalPolicy || sandbox !== camel || started['approvalsReviewer'] !== 'user') {
    throw new Error(`Codex started the thread under other rules: ${JSON.stringify(started)}`);
  }
  return (started['thread'] as Json)['id'] as string;
}

/** A faulty config shows here: as an answer with an error, or as the end of the process. */
async function handshake(server: AppServer, thread: Json): Promise<Json> {
  try {
    await server.call('initialize', { clientInfo: { name: 'conformance', version: '1' }, capabilities: { experimentalApi: true } });
    server.notify('initialized');
    return await server.call('thread/start', thread);
  } catch (error) {
    throw new NoStart(String(error), { cause: error });
  }
}

/** Waits until every server is ready or failed, so that a slow start is never taken for an absent tool. */
async function serverStates(server: AppServer, names: readonly string[]): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  for (const name of names) {
    const { params } = await server.notified(`the start of server ${name}`, (notification) =>
      notification.method === 'mcpServer/startupStatus/updated' && notification.params['name'] === name && notification.params['status'] !== 'starting');
    if (params['status'] !== 'ready') failed.set(name, String(params['error']));
  }
  return failed;
}
