import type { Diagnostic, Place } from '../diagnostics.js';
import { compareNames, keyOfTool, type ServerSpec, type ToolPolicy, type ToolSpec } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import type { Checked } from './checked.js';

interface Declared {
  readonly tool: ToolSpec;
  readonly server: ServerSpec;
}

/** The tools of all declarations of one server, sorted. Equal repetitions are one; unequal ones conflict. */
export function mergeTools(declarations: readonly [ServerSpec, ...ServerSpec[]]): Checked<readonly ToolPolicy[]> {
  const sorted = declarations.length === 1 ? sortTools(declarations[0].tools) : undefined;
  if (sorted !== undefined && isAscending(sorted)) return { value: sorted.map(policyOf), faults: noDiagnostics };
  const declared = declarations.flatMap((server) => server.tools.map((tool): Declared => ({ tool, server })));
  const groups = [...groupTools(declared).values()];
  const value = groups.map(([first]) => policyOf(first.tool)).sort((a, b) => compareNames(a.name, b.name));
  return { value, faults: groups.flatMap(conflicts) };
}

function sortTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return isAscending(tools) ? tools : [...tools].sort((a, b) => compareNames(a.name, b.name));
}

/** INVARIANT: true only where no name comes twice, so that there is nothing to merge. */
function isAscending(tools: readonly ToolSpec[]): boolean {
  let previous: string | undefined;
  for (const { name } of tools) {
    if (previous !== undefined && previous >= name) return false;
    previous = name;
  }
  return true;
}

/** The declaration itself, unless it says more than a policy does. */
function policyOf(tool: ToolSpec): ToolPolicy {
  return tool.key === undefined ? tool : { name: tool.name, approvalMode: tool.approvalMode };
}

function groupTools(declared: readonly Declared[]): ReadonlyMap<string, [Declared, ...Declared[]]> {
  const groups = new Map<string, [Declared, ...Declared[]]>();
  for (const item of declared) {
    const group = groups.get(item.tool.name);
    if (group) group.push(item);
    else groups.set(item.tool.name, [item]);
  }
  return groups;
}

function conflicts([first, ...others]: [Declared, ...Declared[]]): readonly Diagnostic[] {
  return others
    .filter((other) => other.tool.approvalMode !== first.tool.approvalMode)
    .map((other) => ({
      code: 'MCP207',
      message: `tool ${quote(first.tool.name)} of server ${quote(first.server.name)} is declared ${quote(first.tool.approvalMode)} and ${quote(other.tool.approvalMode)}`,
      subject: { server: first.server.name, tool: first.tool.name },
      at: placeOf(other),
      related: [{ message: `declared ${quote(first.tool.approvalMode)} here`, at: placeOf(first) }],
    }));
}

/** Where a tool is declared, for spans. */
function placeOf({ tool, server }: Declared): Place {
  const key = keyOfTool(tool);
  return { file: server.file, path: ['mcpServers', server.key, 'tools', key], part: typeof key === 'string' ? 'key' : 'value' };
}
