import { startChild, within, type Child, type ChildOptions } from './child.js';

/** A JSON object of the protocol. */
export type Json = Record<string, unknown>;

/** Something the server asked its client; each one is recorded and answered. */
export interface ServerRequest {
  readonly method: string;
  readonly params: Json;
}

/** A notification of the server. */
export interface Notification {
  readonly method: string;
  readonly params: Json;
}

/** What the client answers to a request of the server: a result, or `null` for "method not found" (-32601). */
export type Answer = (request: ServerRequest) => Json | null;

/** The answer of a client that supports no request at all, as unattended hosts are. */
export const answerUnsupported: Answer = () => null;

/** The answer of a user who says no to everything that can be asked. */
export const answerDecline: Answer = (request) => userAnswer(request, false);

/** The answer of a user who says yes to everything: the control that proves that a call would arrive if it were allowed. */
export const answerAccept: Answer = (request) => userAnswer(request, true);

/** Shapes of `codex app-server generate-json-schema`; unknown methods stay unsupported. */
function userAnswer({ method, params }: ServerRequest, yes: boolean): Json | null {
  switch (method) {
    case 'mcpServer/elicitation/request':
      return yes ? { action: 'accept', content: {} } : { action: 'decline' };
    case 'item/commandExecution/requestApproval':
    case 'item/fileChange/requestApproval':
      return { decision: yes ? 'accept' : 'decline' };
    case 'item/permissions/requestApproval':
      return { permissions: yes ? params['permissions'] : {}, scope: 'turn' };
    default:
      return null;
  }
}

/** A client of `codex app-server`: newline-delimited JSON over stdio. */
export class AppServer {
  readonly requests: ServerRequest[] = [];
  readonly notifications: Notification[] = [];
  readonly #child: Child;
  readonly #answer: Answer;
  readonly #pending = new Map<number, { resolve(result: Json): void; reject(error: Error): void }>();
  #nextId = 1;
  #watchers: (() => void)[] = [];

  constructor(command: string, args: readonly string[], options: Omit<ChildOptions, 'onLine'>, answer: Answer) {
    this.#answer = answer;
    this.#child = startChild(command, args, { ...options, onLine: (line) => { this.#receive(line); } });
  }

  /** Sends a request; rejects with the server's own error text. */
  async call(method: string, params: Json): Promise<Json> {
    const id = this.#nextId++;
    const result = new Promise<Json>((resolve, reject) => { this.#pending.set(id, { resolve, reject }); });
    this.#send({ id, method, params });
    return within(60_000, `the answer to ${method}`, this.#orEnd(result)).finally(() => this.#pending.delete(id));
  }

  notify(method: string): void {
    this.#send({ method });
  }

  /** Resolves with the first notification, past or future, that `matches`. */
  async notified(what: string, matches: (notification: Notification) => boolean): Promise<Notification> {
    const found = new Promise<Notification>((resolve) => {
      const look = () => {
        const notification = this.notifications.find(matches);
        if (notification === undefined) this.#watchers.push(look);
        else resolve(notification);
      };
      look();
    });
    return within(90_000, what, this.#orEnd(found));
  }

  stderr(): string {
    return this.#child.stderr();
  }

  async stop(): Promise<void> {
    await this.#child.stop();
  }

  /** Nobody waits for a process that has ended. */
  async #orEnd<T>(work: Promise<T>): Promise<T> {
    const ended = this.#child.exited.then((code) => {
      throw new Error(`app-server ended with ${String(code)}: ${this.#child.stderr()}`);
    });
    return Promise.race([work, ended]);
  }

  #send(message: Json): void {
    this.#child.write(JSON.stringify(message));
  }

  #receive(line: string): void {
    const message = JSON.parse(line) as { id?: number; method?: string; params?: Json; result?: Json; error?: { message?: string } };
    if (message.method !== undefined && message.id !== undefined) this.#answerRequest(message.id, { method: message.method, params: message.params ?? {} });
    else if (message.method !== undefined) this.#record({ method: message.method, params: message.params ?? {} });
    else if (message.error !== undefined) this.#pending.get(message.id ?? 0)?.reject(new Error(JSON.stringify(message.error)));
    else this.#pending.get(message.id ?? 0)?.resolve(message.result ?? {});
  }

  #answerRequest(id: number, request: ServerRequest): void {
    this.requests.push(request);
    const result = this.#answer(request);
    this.#send(result === null ? { id, error: { code: -32601, message: 'method not found' } } : { id, result });
  }

  #record(notification: Notification): void {
    this.notifications.push(notification);
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const look of watchers) look();
  }
}
