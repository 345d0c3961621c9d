import { platform } from 'node:os';
import { compilePolicy } from '../compile.js';
import { factsOf, type Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import { gate } from '../gate.js';
import type { Host, SignalSource } from '../host.js';
import { confusions } from '../inspect/apart.js';
import { resolveEndpoint, type Endpoint } from '../inspect/endpoint.js';
import { compareListed, notInspected } from '../inspect/findings.js';
import { askAll } from '../inspect/live/ask-all.js';
import { mentionsOf, type ServerMentions } from '../inspect/mentions.js';
import { inspectedText, shownServer, type Inspected } from '../inspect/print.js';
import type { NormalizedPolicy, ServerPolicy, SourceText } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import { locate } from '../spec/locate.js';
import { didYouMean } from '../suggest.js';
import { refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

export interface InspectOptions extends SpecOptions {
  /** In seconds, as it was written. */
  readonly timeout: string;
}

/** A server that was chosen, with what came of it so far. */
interface Chosen extends Inspected {
  readonly diagnostics: readonly Diagnostic[];
}

/** Asks the servers of the spec for their tools, and compares them with the policy. What was not asked is never called sound. */
export async function runInspect(names: readonly string[], options: InspectOptions, host: Host): Promise<CommandResult> {
  const timeout = /^\d{1,4}(?:\.\d{1,3})?$/.test(options.timeout) ? Number(options.timeout) : 0;
  if (timeout <= 0 || timeout > longestTimeout) return usage(`--timeout is a number of seconds up to ${String(longestTimeout)}`, 'Write for example --timeout 10.');
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return refused(policy.faults, sources.value);
  const known = policy.value.servers.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) return refused(unknown.map((name) => ({ code: 'MCP901', message: `the spec has no server ${quote(name)}`, fix: `Name servers as the spec does.${didYouMean(name, known)}` })));
  if (policy.value.servers.length === 0) return refused([...policy.notes, { code: 'MCP616', message: 'the spec declares no server, so nothing was inspected' }], sources.value);
  const chosen = names.length === 0 ? policy.value.servers : policy.value.servers.filter(({ name }) => names.includes(name));
  const inspected = await interruptible(host.system?.signals, async (interrupted) => inspect(chosen, names.length > 0, { timeout, interrupted }, host));
  return report(inspected, policy.value, policy.notes, sources.value);
}

const longestTimeout = 3_600;

/** Signals that end the servers first, and then the run. */
const interruptions: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

async function interruptible<T>(signals: SignalSource | undefined, work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => { controller.abort(); };
  for (const name of interruptions) signals?.on(name, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of interruptions) signals?.off(name, interrupt);
  }
}

async function inspect(servers: readonly ServerPolicy[], byName: boolean, patience: Parameters<typeof askAll>[1], { cwd, env, system }: Host): Promise<readonly Chosen[]> {
  const endpoints = servers.map((server) => endpointOf(server, byName, env));
  const askable = endpoints.flatMap((endpoint) => (endpoint.ok ? [endpoint.value] : []));
  const answers = await askAll(askable, patience, { cwd, env, platform: platform(), system });
  const waiting = answers.values();
  return servers.map((policy, index): Chosen => {
    const endpoint = endpoints[index];
    if (endpoint?.ok !== true) return { policy, diagnostics: endpoint?.faults ?? [] };
    const answer = waiting.next().value;
    if (answer === undefined) throw new Error('a server that was asked has no answer');
    return 'tools' in answer ? { policy, tools: answer.tools, diagnostics: [] } : { policy, diagnostics: [notInspected(policy, answer.failure)] };
  });
}

function endpointOf(server: ServerPolicy, byName: boolean, env: Host['env']): Outcome<Endpoint> {
  const subject = { server: server.name };
  if (!server.enabled && !byName) return failure([{ code: 'MCP617', message: `server ${quote(server.name)} was not inspected: the spec switches it off`, subject }]);
  if (server.transport === undefined) return failure([{ code: 'MCP614', message: `server ${quote(server.name)} was not inspected: the spec gives it no command and no url`, subject }]);
  return resolveEndpoint(server.name, server.transport, env);
}

const unmentioned: ServerMentions = { at: { file: '' }, tools: [], first: new Map() };

async function report(chosen: readonly Chosen[], policy: NormalizedPolicy, notes: readonly Diagnostic[], sources: readonly SourceText[]): Promise<CommandResult> {
  const mentions = await mentionsOf(sources);
  const places = (name: string) => mentions.get(name) ?? unmentioned;
  const compared = chosen.flatMap(({ policy: { name }, tools, diagnostics }) => [...diagnostics.map((diagnostic) => ({ ...diagnostic, at: places(name).at })), ...(tools === undefined ? [] : compareListed(name, tools, places(name)))]);
  const listed = new Map(chosen.flatMap(({ policy: { name }, tools }) => (tools === undefined ? [] : [[name, tools] as const])));
  const apart = listed.size === 0 ? [] : (await Promise.all(policy.targets.map(async (target) => confusionsFor(target.driver, policy, listed, mentions)))).flat();
  const found = await locate([...compared, ...apart], sources);
  const servers = chosen.map(shownServer);
  const findings = found.filter(({ code }) => factsOf(code).family === 'finding').length;
  return { pieces: [inspectedText(servers, findings)], diagnostics: [...found, ...notes], sources, data: { servers } };
}

async function confusionsFor(id: string, policy: NormalizedPolicy, listed: Parameters<typeof confusions>[2], mentions: ReadonlyMap<string, ServerMentions>): Promise<readonly Diagnostic[]> {
  const driver = await namingDriver(id);
  return driver.ok ? confusions(driver.value, policy, listed, mentions) : driver.faults;
}

/** A client that is refused keeps nothing apart, and says so itself. */
async function namingDriver(id: string): Promise<Outcome<ExactDriver>> {
  const found = await driverByName(id);
  if (!found.ok) return found;
  return found.value.verdict === 'exact' ? success(found.value) : failure(gate(found.value, { servers: [], targets: [] }, { policyOnly: true }));
}
