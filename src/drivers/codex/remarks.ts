import type { Remark } from '../../driver.js';
import { quote } from '../../quote.js';
import { entriesOf, isTable, isTextList, tableAt, type Table } from '../../reading.js';
import { serverKeyRemarks, toolKeyRemarks } from './dead-keys.js';
import { elsewhereRemarks } from './elsewhere-remarks.js';
import { remark, type Who } from './remark.js';
import { rootShapeRemarks, settingsShapeRemarks, shapeRemarks } from './shape-remarks.js';
import { toolTypes } from './value-types.js';
import { voidingRemarks } from './voiding-remarks.js';

type Servers = readonly (readonly [string, Table])[];

const modes: readonly unknown[] = ['auto', 'prompt', 'writes', 'approve'];

/** Everything in one config that widens, voids, misses or leaks: the audit list of this client. */
export function remarksOf(root: unknown, servers: Servers): readonly Remark[] {
  return [...servers.flatMap(([name, server]) => serverRemarks(name, server)), ...rootShapeRemarks(root), ...settingsShapeRemarks(root), ...elsewhereRemarks(root), ...voidingRemarks(root)];
}

function serverRemarks(name: string, server: Table): readonly Remark[] {
  return [...orphanRemarks(name, server), ...shapeRemarks(name, server), ...defaultRemarks(name, server), ...serverKeyRemarks(name, server), ...toolsRemarks(name, server)];
}

const orphan = 'the server has no command and no url here, so Codex does not start unless another layer declares it';

/** openai/codex refuses every command with "invalid transport" then. */
function orphanRemarks(name: string, server: Table): readonly Remark[] {
  if (server['command'] !== undefined || server['url'] !== undefined) return [];
  const tools = entriesOf(tableAt(server, 'tools'));
  if (tools.length === 0) return [remark([name], { code: 'MCP405', server: name, message: orphan })];
  return tools.map(([tool]) => remark([name, 'tools', tool], { code: 'MCP405', server: name, tool, message: orphan }));
}

function defaultRemarks(name: string, server: Table): readonly Remark[] {
  const mode = server['default_tools_approval_mode'];
  const path = [name, 'default_tools_approval_mode'];
  if (mode === undefined || mode === 'prompt') return [];
  if (mode === 'approve') return [remark(path, { code: 'MCP406', server: name, message: 'the server default "approve" runs every tool that is not named unasked, also one added later', fix: 'Remove default_tools_approval_mode, or set it to "prompt", and approve single tools.' })];
  return [foreignMode(path, mode, { server: name })];
}

function foreignMode(path: readonly string[], mode: unknown, who: Who | { readonly server: string }): Remark {
  if (modes.includes(mode)) return remark(path, { code: 'MCP408', ...who, message: `the mode ${quote(String(mode))} lets the server's own annotations decide` });
  const fix = 'Write "prompt" or "approve", lower case. Nothing is mapped onto them.';
  return remark(path, { code: 'MCP409', isFatal: true, ...who, message: `Codex refuses this config: the mode ${typeof mode === 'string' ? quote(mode) : 'is no text and'} is none of auto, prompt, writes, approve`, fix });
}

function toolsRemarks(name: string, server: Table): readonly Remark[] {
  const tools = tableAt(server, 'tools') ?? {};
  const isOff = offTools(server);
  const remarks: Remark[] = [];
  for (const tool of Object.keys(tools)) remarks.push(...toolRemarks({ server: name, tool }, tools[tool], isOff(tool)));
  return remarks;
}

/** Both lists beat every mode, and so does a server that is switched off. */
function offTools({ enabled, enabled_tools: only, disabled_tools: without }: Table): (tool: string) => boolean {
  const allowed = isTextList(only) ? new Set(only) : undefined;
  const forbidden = new Set(isTextList(without) ? without : []);
  return (tool) => enabled === false || forbidden.has(tool) || allowed?.has(tool) === false;
}

const none: readonly Remark[] = [];

function toolRemarks(who: Who, value: unknown, isOff: boolean): readonly Remark[] {
  const path = [who.server, 'tools', who.tool];
  if (!isTable(value)) return [remark(path, { code: 'MCP409', isFatal: true, ...who, message: 'Codex refuses this config: a tool is a table with approval_mode' })];
  const mode = value['approval_mode'];
  const isPlain = !isOff && (mode === 'prompt' || mode === 'approve') && Object.keys(value).length === 1;
  return isPlain ? wildcardRemarks(path, who) : [...modeRemarks(path, mode, isOff, who), ...toolTypeRemarks(path, value, who), ...toolKeyRemarks(path, value, who), ...wildcardRemarks(path, who)];
}

function toolTypeRemarks(path: readonly string[], value: Table, who: Who): readonly Remark[] {
  return toolTypes
    .filter(([key, , is]) => value[key] !== undefined && !is(value[key]))
    .map(([key, what]) => remark([...path, key], { code: 'MCP409', isFatal: true, ...who, message: `Codex refuses this config: ${key} is not ${what}`, fix: `Write ${what}.` }));
}

function modeRemarks(path: readonly string[], mode: unknown, isOff: boolean, who: Who): readonly Remark[] {
  const place = [...path, 'approval_mode'];
  if (mode === 'approve' && isOff) return [remark(place, { code: 'MCP410', ...who, message: 'the tool is approved and switched off' })];
  return mode === undefined || mode === 'prompt' || mode === 'approve' ? none : [foreignMode(place, mode, who)];
}

function wildcardRemarks(path: readonly string[], who: Who): readonly Remark[] {
  return /[*?]/.test(who.tool) ? [remark(path, { code: 'MCP407', ...who, message: 'Codex has no wildcards: this names a tool that is literally called so', fix: 'Write one table for each tool.' })] : none;
}
