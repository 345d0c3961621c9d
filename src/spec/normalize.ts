import { isNote, type Diagnostic } from '../diagnostics.js';
import { compareNames, type Draft, type NeutralSpec, type NormalizedPolicy, type ServerPolicy, type ServerSpec, type TargetSpec } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import type { Checked } from './checked.js';
import { deadCombinations } from './dead-combinations.js';
import { lookalikes } from './lookalikes.js';
import { mergeServers } from './merge-servers.js';
import { mergeTools } from './merge-tools.js';

/** Makes one policy of all specs: merged, sorted, without repetitions, contradictions or parts that can never act. */
export function normalize(specs: readonly NeutralSpec[]): Outcome<NormalizedPolicy> {
  const declared = specs.flatMap((spec) => spec.servers);
  const servers = groupByName(declared).map(normalizeServer);
  const targets = mergeTargets(specs.flatMap((spec) => spec.targets));
  const reported = [...lookalikes(declared), ...servers.flatMap((server) => server.faults), ...targets.faults];
  if (reported.some((diagnostic) => !isNote(diagnostic))) return failure(reported);
  return success({ servers: servers.map((server) => server.value), targets: targets.value }, reported);
}

/** The declarations of each server, servers sorted by name, declarations in the order of the files. */
function groupByName(declared: readonly ServerSpec[]): readonly (readonly [ServerSpec, ...ServerSpec[]])[] {
  const groups = new Map<string, [ServerSpec, ...ServerSpec[]]>();
  for (const server of declared) {
    const group = groups.get(server.name);
    if (group) group.push(server);
    else groups.set(server.name, [server]);
  }
  return [...groups.values()].sort((a, b) => compareNames(a[0].name, b[0].name));
}

function normalizeServer(declarations: readonly [ServerSpec, ...ServerSpec[]]): Checked<ServerPolicy> {
  const merged = mergeServers(declarations);
  const tools = mergeTools(declarations);
  const { name, transport, enabled, required, reuseKey, requiresApproval, enabledTools, disabledTools } = merged.value;
  const value: Draft<ServerPolicy> = { name, enabled: enabled ?? true, required: required ?? false, disabledTools: disabledTools ?? [], tools: tools.value };
  if (transport !== undefined) value.transport = transport;
  if (reuseKey !== undefined) value.reuseKey = reuseKey;
  if (requiresApproval !== undefined) value.requiresApproval = requiresApproval;
  if (enabledTools !== undefined) value.enabledTools = enabledTools;
  return { value, faults: [...merged.faults, ...tools.faults, ...deadCombinations(value, declarations)] };
}

function mergeTargets(declared: readonly TargetSpec[]): Checked<readonly TargetSpec[]> {
  const byDriver = new Map<string, TargetSpec>();
  const faults: Diagnostic[] = [];
  for (const target of declared) {
    const first = byDriver.get(target.driver);
    if (first === undefined) byDriver.set(target.driver, target);
    else faults.push(...targetConflict(first, target));
  }
  return { value: [...byDriver.values()].sort((a, b) => compareNames(a.driver, b.driver)), faults };
}

function targetConflict(first: TargetSpec, second: TargetSpec): readonly Diagnostic[] {
  const place = (target: TargetSpec) => ({ file: target.spec, path: ['targets', target.driver], part: 'key' as const });
  return [
    {
      code: 'MCP207',
      message: `target ${quote(second.driver)} is declared in two specs`,
      subject: { driver: second.driver },
      at: place(second),
      related: [{ message: 'first declared here', at: place(first) }],
    },
  ];
}
