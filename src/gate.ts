import type { Diagnostic } from './diagnostics.js';
import type { CellName, Driver, ExactDriver, Refusal } from './driver.js';
import { approvalRequired, type EnvReference, type NormalizedPolicy, type ServerPolicy, type Template, type Transport } from './model.js';
import { noDiagnostics } from './outcome.js';
import { quote } from './quote.js';

/**
 * Policy x capabilities -> refusals. Everything that a driver cannot say exactly is named here, for every server and
 * tool at once, before anything is rendered, written or launched. No refusal means that the projection is exact.
 */
export function gate(driver: Driver, policy: NormalizedPolicy, options: GateOptions): readonly Diagnostic[] {
  if (driver.verdict === 'refused') return refuseAll(driver, policy);
  return policy.servers.flatMap((server) => gateServer(driver, server, policy, options));
}

export interface GateOptions {
  /** Only the approvals are wanted, because another file declares the servers. */
  readonly policyOnly: boolean;
}

/** Every declared tool is named, so that the user sees what is lost; without any, the driver as such. */
function refuseAll(driver: Driver & { verdict: 'refused' }, policy: NormalizedPolicy): readonly Diagnostic[] {
  const refusal = { code: 'MCP301' as const, fix: nearestText(driver.nearest) };
  const tools = policy.servers.flatMap((server) =>
    server.tools.map((tool) => ({
      ...refusal,
      message: `${subjectText(driver, server.name, tool.name)}: ${driver.reason}`,
      subject: { driver: driver.id, server: server.name, tool: tool.name },
    })),
  );
  return tools.length > 0 ? tools : [{ ...refusal, message: `${driver.title}: ${driver.reason}`, subject: { driver: driver.id } }];
}

function gateServer(driver: ExactDriver, server: ServerPolicy, policy: NormalizedPolicy, options: GateOptions): readonly Diagnostic[] {
  const cells = asks.flatMap(([cell, isAsked]) => (isAsked(server) ? cellRefusal(driver, server.name, cell) : noDiagnostics));
  const tools = gateTools(driver, server, policy);
  const named = nameRefusal(driver, server.name, undefined, policy);
  const disabled = server.disabledTools.flatMap((tool) => nameRefusal(driver, server.name, tool, policy));
  const others = driver.refusals(server, policy).map((refusal) => diagnose(driver, refusal));
  const orphan = server.transport === undefined && driver.requiresTransport && !options.policyOnly ? [orphanRefusal(driver, server.name)] : noDiagnostics;
  return [named, orphan, cells, tools, disabled, others].flat();
}

/** The hot path: a hundred thousand tools that can be said make no lists. */
function gateTools(driver: ExactDriver, server: ServerPolicy, policy: NormalizedPolicy): readonly Diagnostic[] {
  const refusals: Diagnostic[] = [];
  for (const { name, approvalMode } of server.tools) {
    refusals.push(...cellRefusal(driver, server.name, approvalMode, name), ...nameRefusal(driver, server.name, name, policy));
  }
  return refusals;
}

function orphanRefusal(driver: ExactDriver, server: string): Diagnostic {
  return diagnose(driver, { code: 'MCP306', server, why: 'the spec gives this server no command and no url, and the client does not start on approvals of a server without a transport' });
}

function nearestText(nearest: string): string {
  return `Nearest: ${nearest.replace(/\.$/, '')}. Not rendered, because it is not the same.`;
}

function nameRefusal(driver: ExactDriver, server: string, tool: string | undefined, policy: NormalizedPolicy): readonly Diagnostic[] {
  const answer = driver.nameable(server, tool, policy);
  if (answer.ok) return noDiagnostics;
  return [diagnose(driver, { code: 'MCP302', server, tool, why: answer.why, fix: answer.fix })];
}

function cellRefusal(driver: ExactDriver, server: string, name: CellName, tool?: string): readonly Diagnostic[] {
  const cell = driver.capabilities[name];
  if (cell.verdict === 'exact') return noDiagnostics;
  const fix = cell.nearest === undefined ? undefined : nearestText(cell.nearest);
  return [diagnose(driver, { code: refusalCodes[name], server, tool, why: cell.why, fix })];
}

const refusalCodes: Readonly<Record<CellName, Refusal['code']>> = {
  approve: 'MCP301',
  prompt: 'MCP301',
  disable: 'MCP304',
  enableOnly: 'MCP304',
  serverDefaultPrompt: 'MCP304',
  serverDefaultApprove: 'MCP304',
  stdio: 'MCP305',
  streamableHttp: 'MCP305',
  sse: 'MCP305',
  envReference: 'MCP303',
  required: 'MCP304',
  disableServer: 'MCP304',
  oauth: 'MCP304',
};

type Ask = readonly [cell: CellName, isAsked: (server: ServerPolicy) => boolean];

/** What the declaration of a server, its tools aside, can ask of a client. */
const asks: readonly Ask[] = [
  ['stdio', ({ transport }) => transport?.type === 'stdio'],
  ['streamableHttp', ({ transport }) => transport?.type === 'streamable-http'],
  ['sse', ({ transport }) => transport?.type === 'sse'],
  ['envReference', ({ transport }) => transport !== undefined && hasReference(transport)],
  ['oauth', ({ transport }) => transport !== undefined && 'oauth' in transport],
  ['required', ({ required }) => required],
  ['disableServer', ({ enabled }) => !enabled],
  ['serverDefaultPrompt', ({ requiresApproval }) => requiresApproval !== undefined && approvalRequired(requiresApproval)],
  ['serverDefaultApprove', ({ requiresApproval }) => !approvalRequired(requiresApproval)],
  ['enableOnly', ({ enabledTools }) => enabledTools !== undefined],
  ['disable', ({ disabledTools }) => disabledTools.length > 0],
];

function hasReference(transport: Transport): boolean {
  if (transport.type === 'stdio') {
    return [transport.command, ...transport.args, ...transport.env.map(({ value }) => value), transport.cwd ?? []].some(refers);
  }
  return transport.bearerTokenEnv !== undefined || [transport.url, ...transport.headers.map(({ value }) => value)].some(refers);
}

function refers(template: Template): boolean {
  return template.some((part): part is EnvReference => typeof part === 'object');
}

/** A refusal in which what is absent may be written as such. */
interface Reason extends Pick<Refusal, 'code' | 'server' | 'why'> {
  readonly tool?: string | undefined;
  readonly fix?: string | undefined;
}

function diagnose(driver: ExactDriver, { code, server, tool, why, fix }: Reason): Diagnostic {
  return {
    code,
    message: `${subjectText(driver, server, tool)}: ${why}`,
    ...(fix === undefined ? {} : { fix }),
    subject: { driver: driver.id, server, ...(tool === undefined ? {} : { tool }) },
  };
}

/** Client, server and tool, as every message about them begins. */
export function subjectText(driver: Driver, server: string, tool?: string): string {
  return `${driver.title}, server ${quote(server)}${tool === undefined ? '' : `, tool ${quote(tool)}`}`;
}
