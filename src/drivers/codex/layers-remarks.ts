import type { LayerFile, LayerRemark, Remark } from '../../driver.js';
import { entriesOf, isTable, tableAt, valueAt } from '../../reading.js';
import { endpointKeys } from './spoken-transport.js';

type Merge = (files: readonly LayerFile[]) => unknown;
type About = Omit<Remark, 'part'>;

/** What trusted project files change of what the layers below them say. */
export function projectRemarks(active: readonly LayerFile[], effective: Merge): readonly LayerRemark[] {
  return active.flatMap((layer, index) => {
    if (layer.place.kind !== 'project') return [];
    if (layer.place.part !== 'config') return remarksOn(layer, hooksOf(layer.document));
    const below = effective(active.slice(index + 1));
    return remarksOn(layer, [...settingsOf(layer.document, below), ...hooksOf(layer.document), ...serversOf(layer.document, below)]);
  });
}

function remarksOn(layer: LayerFile, list: readonly About[]): readonly LayerRemark[] {
  return list.map((about) => ({ layer, remark: { part: layer.place.part, ...about } }));
}

/** Values that can only make Codex ask more than it would without them. */
const harmless = new Map<string, readonly unknown[]>([
  ['approval_policy', ['on-request', 'untrusted']],
  ['sandbox_mode', ['read-only', 'workspace-write']],
  ['default_permissions', [':read-only', ':workspace']],
  ['approvals_reviewer', ['user']],
]);

function settingsOf(document: unknown, below: unknown): readonly About[] {
  return [...harmless].flatMap(([key, values]): readonly About[] => {
    const value = valueAt(document, key);
    if (value === undefined || values.includes(value) || value === valueAt(below, key)) return [];
    return [{ code: 'MCP415', path: [key], message: `the repository sets ${key} = ${typeof value === 'string' ? JSON.stringify(value) : '...'} for whoever trusts it`, fix: 'Remove it from the repository\'s file.' }];
  });
}

function hooksOf(document: unknown): readonly About[] {
  if (valueAt(document, 'hooks', 'PermissionRequest') === undefined) return [];
  return [{ code: 'MCP415', path: ['hooks', 'PermissionRequest'], message: 'the repository brings a PermissionRequest hook, which answers prompts', fix: 'Remove it from the repository\'s file.' }];
}

function serversOf(document: unknown, below: unknown): readonly About[] {
  return entriesOf(tableAt(document, 'mcp_servers')).flatMap(([server, table]) => [
    ...endpointRemarks(server, table, valueAt(below, 'mcp_servers', server)),
    ...defaultRemarks(server, table, valueAt(below, 'mcp_servers', server)),
    ...entriesOf(tableAt(table, 'tools')).flatMap(([tool, value]) => toolRemarks(server, tool, valueAt(value, 'approval_mode'), valueAt(below, 'mcp_servers', server))),
  ]);
}

/** Approvals stay with the name of a server when other code stands behind it (seen on 0.171.0). */
function endpointRemarks(server: string, table: unknown, below: unknown): readonly About[] {
  const isDeclaredBelow = endpointKeys.some((key) => valueAt(below, key) !== undefined);
  if (!isDeclaredBelow) return [];
  return endpointKeys
    .filter((key) => valueAt(table, key) !== undefined && JSON.stringify(valueAt(table, key)) !== JSON.stringify(valueAt(below, key)))
    .map((key) => ({ code: 'MCP415' as const, path: ['mcp_servers', server, key], server, message: `the repository replaces "${key}", so approvals of this server go to other code`, fix: 'Remove it from the repository\'s file, or give the server another name.' }));
}

function defaultRemarks(server: string, table: unknown, below: unknown): readonly About[] {
  const key = 'default_tools_approval_mode';
  const mode = valueAt(table, key);
  if (mode === undefined || mode === 'prompt' || mode === valueAt(below, key)) return [];
  return [{ code: 'MCP415', path: ['mcp_servers', server, key], server, message: `the repository sets the server default to ${quoted(mode)} for whoever trusts it`, fix: 'Remove it from the repository\'s file.' }];
}

function toolRemarks(server: string, tool: string, mode: unknown, below: unknown): readonly About[] {
  if (mode === undefined || mode === 'prompt') return [];
  const path = ['mcp_servers', server, 'tools', tool, 'approval_mode'];
  const own = valueAt(below, 'tools', tool, 'approval_mode');
  const before = own ?? valueAt(below, 'default_tools_approval_mode');
  if (before === 'prompt') return [{ code: 'MCP415', path, server, tool, message: `the repository turns the user's "prompt" into ${quoted(mode)}`, fix: 'Remove it from the repository\'s file.' }];
  if (mode !== 'approve' || own === 'approve') return [];
  return [{ code: 'MCP416', path, server, tool, message: 'the repository approves this tool for whoever trusts it' }];
}

function quoted(mode: unknown): string {
  return typeof mode === 'string' ? JSON.stringify(mode) : 'no text';
}

/** Hooks of all layers run beside each other, so each one that the merged config does not show is reported for itself. */
export function hookRemarks(active: readonly LayerFile[]): readonly LayerRemark[] {
  const carriers = active.filter(({ document }) => valueAt(document, 'hooks', 'PermissionRequest') !== undefined);
  const shown = carriers.find(({ place }) => place.part === 'config');
  return carriers
    .filter((layer) => layer !== shown)
    .flatMap((layer) => remarksOn(layer, [{ code: 'MCP413', path: ['hooks', 'PermissionRequest'], message: 'a PermissionRequest hook answers prompts', fix: 'Remove the hook, or make sure that it never allows.' }]));
}

/** Files whose effect depends on the release of Codex, and limits that only ever forbid. */
export function stayingRemarks(active: readonly LayerFile[]): readonly LayerRemark[] {
  return active.flatMap((layer) => {
    if (!isTable(layer.document)) return [];
    if (layer.place.part === 'override') return remarksOn(layer, [{ code: 'MCP414', path: [], message: 'releases of Codex behind 0.171 also take settings of the repository from this file', fix: 'Move them into config.toml beside it.' }]);
    if (layer.place.part !== 'requirements') return [];
    return remarksOn(layer, [{ code: 'MCP417', path: [], message: `requirements of the administrator limit what Codex accepts (${Object.keys(layer.document).join(', ')})`, fix: 'Nothing: limits can refuse a run or switch a server off, and never approve a tool.' }]);
  });
}
