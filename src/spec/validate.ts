import type { Diagnostic } from '../diagnostics.js';
import { isNote } from '../diagnostics.js';
import type { Draft, NeutralSpec, ParsedDocument, ServerSpec, TargetSpec } from '../model.js';
import { failure, noDiagnostics, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import { allFaults, checkBoolean, checkText, child, describe, fault, isTable, nodeAbout, own, rootOf, sound, unknownKeys, wrongType, type Checked, type Node, type Table } from './checked.js';
import { serverFields, specFields, targetFields } from './fields.js';
import { secretsInText } from './secret-faults.js';
import { checkName, checkNames } from './validate-names.js';
import { checkTools, SharedTools } from './validate-tools.js';
import { checkTransport } from './validate-transport.js';

/** Checks one document against the format. All faults are reported at once. */
export function validate(document: ParsedDocument): Outcome<NeutralSpec> {
  const root = rootOf(document.source.file);
  if (!isTable(document.value)) return failure([wrongType(root, 'a spec', 'a table', document.value)]);
  const table = document.value;
  const requiresApproval = checkBoolean(table, 'requiresApproval', root);
  const servers = checkServers(table, root, requiresApproval.value);
  const targets = checkTargets(table, root);
  const reported = [...checkVersion(table, root), ...unknownKeys(table, specFields, root), ...checkText(table, '$schema', root).faults, ...requiresApproval.faults, ...servers.faults, ...targets.faults];
  const faults = reported.filter((diagnostic) => !isNote(diagnostic));
  if (faults.length > 0) return failure(reported);
  return success({ file: root.file, servers: servers.value, targets: targets.value }, reported);
}

function checkVersion(table: Table, root: Node): readonly Diagnostic[] {
  const version = own(table, 'version');
  if (version === 1) return noDiagnostics;
  if (version === undefined) return [fault('MCP201', root, 'version is missing', 'Write `version = 1` (JSON: "version": 1) at the top of the spec.', 'key')];
  const found = typeof version === 'number' || typeof version === 'bigint' ? String(version) : describe(version);
  return [fault('MCP201', child(root, 'version'), `version must be the number 1, and is ${found}`, 'Write `version = 1`, or use a release of mcpolicy that reads this version.')];
}

function checkServers(table: Table, root: Node, fallback: boolean | undefined): Checked<readonly ServerSpec[]> {
  const value = own(table, 'mcpServers');
  const place = child(root, 'mcpServers');
  if (value === undefined) return { value: [], faults: [fault('MCP203', root, 'mcpServers is missing', 'Declare the servers under mcpServers. An empty table is a policy without servers.', 'key')] };
  if (!isTable(value)) return { value: [], faults: [wrongType(place, 'mcpServers', 'a table of servers', value)] };
  const servers: ServerSpec[] = [];
  const shared = new SharedTools();
  const faults: Diagnostic[] = [];
  for (const key of Object.keys(value)) {
    const checked = checkServer(key, value[key], child(place, key), fallback, shared);
    servers.push(checked.value);
    if (checked.faults.length > 0) faults.push(...checked.faults);
  }
  return { value: servers, faults };
}

function checkServer(key: string, value: unknown, place: Node, fallback: boolean | undefined, shared: SharedTools): Checked<ServerSpec> {
  const name = checkName(key, place, 'server', 'key');
  const node = nodeAbout(place, { server: name.value });
  const nothing = { name: name.value, file: node.file, key, tools: [] };
  if (!isTable(value)) return { value: nothing, faults: [...name.faults, wrongType(node, 'a server', 'a table', value)] };
  const transport = checkTransport(value, node);
  const fields = checkFields(value, node, fallback);
  const tools = checkTools(value, node, shared);
  const faults = allFaults(name.faults, unknownKeys(value, serverFields, node), transport.faults, fields.faults, tools.faults);
  const spec: Draft<ServerSpec> = { ...nothing, ...fields.value, tools: tools.value };
  if (transport.value !== undefined) spec.transport = transport.value;
  return { value: spec, faults };
}

type Fields = Omit<ServerSpec, 'name' | 'file' | 'key' | 'transport' | 'tools'>;

function checkFields(server: Table, node: Node, fallback: boolean | undefined): Checked<Fields> {
  const enabled = checkBoolean(server, 'enabled', node);
  const requiresApproval = checkBoolean(server, 'requiresApproval', node);
  const required = checkRequired(server, node);
  const reuseKey = checkText(server, 'reuseKey', node);
  const pasted = reuseKey.value === undefined ? noDiagnostics : secretsInText([reuseKey.value], child(node, 'reuseKey'), 'reuseKey');
  const enabledTools = checkNames(server, 'enabledTools', node, 'tool');
  const disabledTools = checkNames(server, 'disabledTools', node, 'tool');
  const texts = allFaults(checkText(server, 'title', node).faults, checkText(server, 'description', node).faults);
  const approval = requiresApproval.value ?? fallback;
  const value: Draft<Fields> = {};
  if (enabled.value !== undefined) value.enabled = enabled.value;
  if (required.value !== undefined) value.required = required.value;
  if (reuseKey.value !== undefined) value.reuseKey = reuseKey.value;
  if (approval !== undefined) value.requiresApproval = approval;
  if (enabledTools.value !== undefined) value.enabledTools = enabledTools.value;
  if (disabledTools.value !== undefined) value.disabledTools = disabledTools.value;
  const faults = allFaults(enabled.faults, requiresApproval.faults, required.faults, reuseKey.faults, enabledTools.faults, disabledTools.faults, texts, pasted);
  return { value, faults };
}

/** A reason is for people: it means `true`. */
function checkRequired(server: Table, node: Node): Checked<boolean | undefined> {
  const value = own(server, 'required');
  if (value === undefined || typeof value === 'boolean') return sound(value);
  if (typeof value === 'string') return { value: true, faults: checkText(server, 'required', node).faults };
  return { value: undefined, faults: [wrongType(child(node, 'required'), 'required', 'true, false or a reason', value)] };
}

function checkTargets(table: Table, root: Node): Checked<readonly TargetSpec[]> {
  const value = own(table, 'targets');
  const place = child(root, 'targets');
  if (value === undefined) return sound([]);
  if (!isTable(value)) return { value: [], faults: [wrongType(place, 'targets', 'a table of drivers', value)] };
  const checked = Object.keys(value).map((driver) => checkTarget(driver, value[driver], child(place, driver)));
  return { value: checked.flatMap((item) => item.value ?? []), faults: checked.flatMap((item) => item.faults) };
}

/** A path is taken as it is written: nothing in it is expanded, so what looks as if it were would name another file than meant. */
function checkPath(target: Table, key: 'file' | 'serversFile', node: Node): Checked<string | undefined> {
  const path = checkText(target, key, node);
  if (path.value === undefined) return path;
  const pasted = secretsInText([path.value], child(node, key), key);
  if (pasted.length > 0) return { value: undefined, faults: pasted };
  if (expandable.test(path.value)) return { value: undefined, faults: [fault('MCP213', child(node, key), `${key} is taken as it is written, and neither ~ nor variables are expanded`, 'Write a path relative to the spec, or an absolute one.')] };
  if (path.value.replace(/^(?:\.[/\\])+/, '') === node.file.split(/[\/\\]/).at(-1)) return { value: undefined, faults: [fault('MCP213', child(node, key), `${key} is the spec itself`, 'Name the file of the client.')] };
  return path;
}

/** A home folder, and variables of shells, of Windows, and of specs. */
const expandable = /^~(?:[/\\]|$)|\$\{|\$[A-Za-z_]|%[A-Za-z_][A-Za-z0-9_]*%/;

function checkTarget(driver: string, value: unknown, node: Node): Checked<TargetSpec | undefined> {
  if (!isTable(value)) return { value: undefined, faults: [wrongType(node, `target ${quote(driver)}`, 'a table with a file', value)] };
  const file = checkPath(value, 'file', node);
  const serversFile = checkPath(value, 'serversFile', node);
  const isEmpty = own(value, 'file') === undefined && own(value, 'serversFile') === undefined;
  const missing = isEmpty ? [fault('MCP203', node, `target ${quote(driver)} names no file`, 'Write file = "...", relative to the spec.', 'key')] : noDiagnostics;
  const faults = [...unknownKeys(value, targetFields, node, ` of target ${quote(driver)}`), ...file.faults, ...serversFile.faults, ...missing];
  return { value: { driver, spec: node.file, ...(file.value === undefined ? {} : { file: file.value }), ...(serversFile.value === undefined ? {} : { serversFile: serversFile.value }) }, faults };
}
