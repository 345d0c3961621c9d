import type { Diagnostic } from '../diagnostics.js';
import type { ServerSpec } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import type { Checked } from './checked.js';

/** What two declarations of one server may both say, if they say the same. */
const fields = ['transport', 'enabled', 'required', 'reuseKey', 'requiresApproval', 'enabledTools', 'disabledTools'] as const;
type MergedField = (typeof fields)[number];

/** All declarations of one server together, without its tools. Fields that differ conflict: no file wins over another. */
export function mergeServers(declarations: readonly [ServerSpec, ...ServerSpec[]]): Checked<ServerSpec> {
  const [first, ...others] = declarations;
  return others.reduce<Checked<ServerSpec>>((merged, other) => mergePair(merged, other), { value: first, faults: noDiagnostics });
}

function mergePair(merged: Checked<ServerSpec>, other: ServerSpec): Checked<ServerSpec> {
  const conflicting = fields.filter((field) => differs(merged.value[field], other[field]));
  return {
    value: { ...merged.value, ...definedFields(other) },
    faults: [...merged.faults, ...conflicting.map((field) => conflict(merged.value, other, field))],
  };
}

function definedFields(server: ServerSpec): Partial<ServerSpec> {
  return Object.fromEntries(fields.filter((field) => server[field] !== undefined).map((field) => [field, server[field]]));
}

/** INVARIANT: the values come from the validator, which builds equal values with keys in equal order. */
function differs(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) !== JSON.stringify(b);
}

function conflict(first: ServerSpec, other: ServerSpec, field: MergedField): Diagnostic {
  return {
    code: 'MCP207',
    message: `${field} of server ${quote(other.name)} is declared twice with different values`,
    subject: { server: other.name },
    at: { file: other.file, path: ['mcpServers', other.key], part: 'key' },
    related: [{ message: 'first declared here', at: { file: first.file, path: ['mcpServers', first.key], part: 'key' } }],
  };
}
