import { audit, findingOf, valueAt, type Finding } from '../audit/audit.js';
import type { Diagnostic, DiagnosticCode } from '../diagnostics.js';
import type { ExactDriver, LayerFile, MergedLayers, NativeDocument, Observed, ObservedApproval } from '../driver.js';
import { originOf, placeInLayer, readLayerOf } from '../layers/origin.js';
import type { LayerStack } from '../layers/read.js';
import { approvalRequired, type NormalizedPolicy, type ServerPolicy } from '../model.js';
import { quote } from '../quote.js';

/** A finding about the layers of a run, and where it comes from. */
export interface LayerFinding {
  readonly diagnostic: Diagnostic;
  /** The layer's kind, or nothing where no single layer is to blame. */
  readonly kind: string;
  readonly path: readonly string[];
}

type Found = { readonly finding: Finding; readonly layer: LayerFile | undefined };

/**
 * What the layers of a run hold that is wider than the policy, for the servers that the policy declares: judged as they
 * are, although the overlay beats most of them, because whoever wrote them meant something else than the policy says.
 */
export async function widerLayers(driver: ExactDriver, policy: NormalizedPolicy, stack: LayerStack, layer: NativeDocument | undefined): Promise<readonly LayerFinding[]> {
  const own = stack.merged.remarks.filter(({ remark }) => concerns(policy, remark.server) && !quietRemarks.has(remark.code)).map((remark): Found => ({ finding: findingOf(remark.remark), layer: remark.layer }));
  const merged = layer === undefined ? stack.merged.active.flatMap((file) => swappedServers(driver, policy, file)) : mergedFindings(driver, policy, stack.merged, layer);
  return Promise.all([...merged, ...own].map((found) => placed(found, stack, driver.id)));
}

/** Remarks that widen nothing in this run. */
const quietRemarks: ReadonlySet<string> = new Set(['MCP416', 'MCP417']);

/** The layers below the overlay, and what they say of the policy's servers. */
interface Underneath {
  readonly driver: ExactDriver;
  readonly policy: NormalizedPolicy;
  readonly documents: readonly NativeDocument[];
  readonly observed: Observed;
}

function mergedFindings(driver: ExactDriver, policy: NormalizedPolicy, merged: MergedLayers, layer: NativeDocument): readonly Found[] {
  const view: Underneath = { driver, policy, documents: merged.documents, observed: readAll(driver, merged.documents) };
  const underneath = audit(driver, policy, view.documents, view.observed).filter((finding) => isWider(view, finding));
  const documents = underOverlay(driver, merged, layer);
  const overruled = audit(driver, policy, documents, readAll(driver, documents)).filter(({ code }) => driftCodes.has(code));
  const repeated = new Set(underneath.map(({ code, path }) => JSON.stringify([code, path])));
  return [...underneath, ...overruled.filter(({ code, path }) => !repeated.has(JSON.stringify([code, path])))].map((finding) => ({ finding, layer: originOf(finding.part, finding.path, merged) }));
}

/** Other programs under names of the policy, in one layer of a client whose overlay is no layer. */
function swappedServers(driver: ExactDriver, policy: NormalizedPolicy, layer: LayerFile): readonly Found[] {
  if (!driver.parts.some(({ id }) => id === layer.place.part)) return [];
  const documents = [{ part: layer.place.part, value: layer.document }];
  const view: Underneath = { driver, policy, documents, observed: readAll(driver, documents) };
  return audit(driver, policy, documents, view.observed).filter((finding) => finding.code === 'MCP403' && isWider(view, finding)).map((finding) => ({ finding, layer }));
}

function readAll(driver: ExactDriver, documents: readonly NativeDocument[]): Observed {
  return driver.read?.(documents) ?? { servers: [], approvals: [], remarks: [] };
}

/** What is still not the policy when the overlay is on top: the administrator overruled it, or a key is left over. */
const driftCodes: ReadonlySet<string> = new Set(['MCP401', 'MCP402', 'MCP403']);

/** The overlay stands below what an administrator dictates, and above everything else. */
export function underOverlay(driver: ExactDriver, merged: MergedLayers, { part, value }: NativeDocument): readonly NativeDocument[] {
  const overlay: LayerFile = { place: { kind: 'session', part, format: 'toml', folder: '', file: [] }, document: value };
  const index = merged.active.findIndex(({ place }) => place.kind !== 'managed');
  const above = index === -1 ? merged.active.length : index;
  return driver.launch?.layers.combine([...merged.active.slice(0, above), overlay, ...merged.active.slice(above)]) ?? [];
}

function concerns(policy: NormalizedPolicy, server: string | undefined): boolean {
  return server === undefined || policy.servers.some(({ name }) => name === server);
}

type IsWider = (view: Underneath, finding: Finding, server: ServerPolicy) => boolean;
const always: IsWider = () => true;

/** The findings that can mean more rights than the policy gives, and when they do. All others never do. */
const widening: ReadonlyMap<DiagnosticCode, IsWider> = new Map<DiagnosticCode, IsWider>([
  ['MCP402', (view, finding) => approvalAt(view, finding)?.approvalMode === 'approve'],
  ['MCP403', isSwapped],
  ['MCP404', (view, finding) => approvalAt(view, finding)?.approvalMode === 'approve'],
  ['MCP406', always],
  ['MCP408', beatsDefault],
  ['MCP409', always],
  ['MCP412', always],
  ['MCP413', always],
  ['MCP414', always],
]);
/** Those about no server at all: settings that reach every tool. */
const sweeping: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['MCP409', 'MCP412', 'MCP413', 'MCP414']);

function isWider(view: Underneath, finding: Finding): boolean {
  if (finding.subject.server === undefined) return sweeping.has(finding.code);
  const server = view.policy.servers.find(({ name }) => name === finding.subject.server);
  return server !== undefined && (widening.get(finding.code)?.(view, finding, server) ?? false);
}

/** A mode of the client's own on a tool that the policy leaves to the server's default, where that is "prompt". */
function beatsDefault(_view: Underneath, { subject }: Finding, server: ServerPolicy): boolean {
  const isNamed = server.tools.some(({ name }) => name === subject.tool);
  return subject.tool !== undefined && !isNamed && server.requiresApproval !== undefined && approvalRequired(server.requiresApproval);
}

function approvalAt({ observed }: Underneath, { path }: Finding): ObservedApproval | undefined {
  return observed.approvals.find((approval) => JSON.stringify(approval.path) === JSON.stringify(path));
}

/** The layers say how to reach the server, and this key of it is not what the spec says. */
function isSwapped({ driver, documents }: Underneath, { path }: Finding, server: ServerPolicy): boolean {
  const native = declaration(driver, documents, server);
  const isThere = documents.some(({ value }) => valueAt(value, path) !== undefined);
  return native !== undefined && isThere && (driver.transportKeys ?? []).includes(path[native.path.length] ?? '');
}

function declaration(driver: ExactDriver, documents: readonly NativeDocument[], server: ServerPolicy) {
  const native = readAll(driver, documents).servers.find(({ name }) => name === server.name);
  const isReachable = native !== undefined && (driver.endpointKeys ?? []).some((key) => documents.some(({ value }) => valueAt(value, [...native.path, key]) !== undefined));
  return isReachable ? native : undefined;
}

/** Servers of the policy that neither the spec nor any layer gives a transport. */
export function serversWithoutTransport(driver: ExactDriver, policy: NormalizedPolicy, documents: readonly NativeDocument[]): readonly Diagnostic[] {
  return policy.servers
    .filter((server) => server.transport === undefined && declaration(driver, documents, server) === undefined)
    .map(({ name }) => ({ code: 'MCP509', message: `server ${quote(name)}: neither the spec nor a file of ${driver.title} says how to reach it`, subject: { driver: driver.id, server: name } }));
}

/** Tools that the policy of the call approves although a layer says "prompt": true, and worth knowing. */
export function loosenedTools(driver: ExactDriver, policy: NormalizedPolicy, documents: readonly NativeDocument[]): readonly Diagnostic[] {
  const asked = readAll(driver, documents).approvals.filter(({ approvalMode }) => approvalMode === 'prompt');
  return policy.servers.flatMap((server) =>
    server.tools
      .filter((tool) => tool.approvalMode === 'approve' && asked.some((approval) => approval.server === server.name && approval.tool === tool.name))
      .map((tool): Diagnostic => ({ code: 'MCP523', message: `server ${quote(server.name)}, tool ${quote(tool.name)}: a file of ${driver.title} says prompt, the policy of this run approves`, subject: { driver: driver.id, server: server.name, tool: tool.name } })),
  );
}

async function placed({ finding, layer }: Found, stack: LayerStack, driver: string): Promise<LayerFinding> {
  const read = layer === undefined ? undefined : readLayerOf(layer, stack);
  return { diagnostic: await placeInLayer(finding, read, driver), kind: layer?.place.kind ?? 'merged', path: finding.path.length === 0 ? [finding.part] : finding.path };
}
