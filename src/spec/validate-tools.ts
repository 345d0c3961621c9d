import type { Diagnostic } from '../diagnostics.js';
import type { ApprovalMode, ToolSpec } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { child, describe, fault, isTable, nodeAbout, own, sound, unknownKeys, wrongType, type Checked, type Node, type Table } from './checked.js';
import { toolFields } from './fields.js';
import { checkName, isPlainName } from './validate-names.js';

const mapFields = { approvalMode: toolFields.approvalMode };

/** Above this many names servers have little in common, and remembering them costs more than it saves. */
const maximumShared = 4096;

/** Servers of one kind name the same tools. Equal tools are one value, which keeps a large spec small. */
export class SharedTools {
  private readonly approve = new Map<string, ToolSpec>();
  private readonly prompt = new Map<string, ToolSpec>();

  tool(name: string, approvalMode: ApprovalMode): ToolSpec {
    const tools = this[approvalMode];
    const known = tools.get(name);
    if (known !== undefined) return known;
    const tool: ToolSpec = { name, approvalMode };
    if (tools.size < maximumShared) tools.set(name, tool);
    return tool;
  }
}

/** The `tools` of one server, in either form: a map of names, or a list of `{ name, approvalMode }`. */
export function checkTools(server: Table, node: Node, shared: SharedTools): Checked<readonly ToolSpec[]> {
  const value = own(server, 'tools');
  if (value === undefined) return sound([]);
  const place = child(node, 'tools');
  if (Array.isArray(value)) return gather(value.map((item: unknown, index) => checkListed(item, child(place, index))));
  if (isTable(value)) return checkMap(value, place, shared);
  return { value: [], faults: [wrongType(place, 'tools', 'a table of tools, or a list of { name, approvalMode }', value)] };
}

/** The hot path: a hundred thousand sound tools make no nodes and no faults. */
function checkMap(tools: Table, node: Node, shared: SharedTools): Checked<readonly ToolSpec[]> {
  const value: ToolSpec[] = [];
  const faults: Diagnostic[] = [];
  for (const key of Object.keys(tools)) {
    const declared = tools[key];
    if (isMode(declared) && isPlainName(key)) {
      value.push(shared.tool(key, declared));
      continue;
    }
    const checked = checkMapped(key, declared, node);
    if (checked.value !== undefined) value.push(checked.value);
    faults.push(...checked.faults);
  }
  return { value, faults: faults.length === 0 ? noDiagnostics : faults };
}

function checkMapped(key: string, declared: unknown, node: Node): Checked<ToolSpec | undefined> {
  const place = child(node, key);
  const name = checkName(key, place, 'tool', 'key');
  const about = nodeAbout(place, { ...place.subject, tool: name.value });
  const mode = isTable(declared) ? checkModeTable(declared, about, mapFields) : checkMode(declared, about);
  return tool(name, mode, key);
}

function checkListed(item: unknown, node: Node): Checked<ToolSpec | undefined> {
  if (!isTable(item)) return { value: undefined, faults: [wrongType(node, 'an entry of tools', 'a table { name, approvalMode }', item)] };
  const declared = own(item, 'name');
  if (typeof declared !== 'string') return { value: undefined, faults: [wrongType(declared === undefined ? node : child(node, 'name'), 'name of a tool', 'a string', declared)] };
  const name = checkName(declared, child(node, 'name'), 'tool', 'value');
  const about = nodeAbout(node, { ...node.subject, tool: name.value });
  return tool(name, checkModeTable(item, about, toolFields), node.key);
}

function tool(name: Checked<string>, mode: Checked<ApprovalMode | undefined>, key: string | number): Checked<ToolSpec | undefined> {
  const faults = [...name.faults, ...mode.faults];
  if (mode.value === undefined) return { value: undefined, faults };
  return { value: { name: name.value, approvalMode: mode.value, ...(key === name.value ? {} : { key }) }, faults };
}

function checkModeTable(table: Table, node: Node, fields: object): Checked<ApprovalMode | undefined> {
  const strangers = unknownKeys(table, fields, node);
  const declared = own(table, 'approvalMode');
  if (declared === undefined) return { value: undefined, faults: [...strangers, fault('MCP204', node, 'approvalMode is missing', 'Write approvalMode = "prompt" or "approve".', 'key')] };
  const mode = checkMode(declared, child(node, 'approvalMode'));
  return { value: mode.value, faults: [...strangers, ...mode.faults] };
}

function checkMode(declared: unknown, node: Node): Checked<ApprovalMode | undefined> {
  if (isMode(declared)) return sound(declared);
  const found = typeof declared === 'string' ? `${quote(declared)} is no approval mode` : `an approval mode is a string, and this is ${describe(declared)}`;
  return { value: undefined, faults: [fault('MCP204', node, found, modeFix(declared))] };
}

function modeFix(declared: unknown): string {
  if (declared === 'deny' || declared === 'block' || declared === 'never') return 'Forbidding is not an approval mode: list the tool in disabledTools.';
  if (typeof declared === 'string' && isMode(declared.trim().toLowerCase())) return `Write "${declared.trim().toLowerCase()}", exactly so spelled.`;
  return 'Write "prompt" or "approve".';
}

function isMode(declared: unknown): declared is ApprovalMode {
  return declared === 'approve' || declared === 'prompt';
}

function gather(checked: readonly Checked<ToolSpec | undefined>[]): Checked<readonly ToolSpec[]> {
  return { value: checked.flatMap((item) => item.value ?? []), faults: checked.flatMap((item) => item.faults) };
}
