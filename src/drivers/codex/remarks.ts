import type { Remark } from '../../driver.js';
import { elsewhereRemarks } from './elsewhere-remarks.js';
import { entriesOf, isTable, isTextList, tableAt, type Table } from '../../reading.js';
import { voidingRemarks } from './voiding-remarks.js';

type Servers = readonly (readonly [string, Table])[];
type About = Omit<Remark, 'part' | 'path'>;

const modes: readonly unknown[] = ['auto', 'prompt', 'writes', 'approve'];
const neutralModes: readonly unknown[] = ['prompt', 'approve'];

/** Everything in one config that widens, voids, misses or leaks: the audit list of this client. */
export function remarksOf(root: unknown, servers: Servers): readonly Remark[] {
  return [...servers.flatMap(([name, server]) => serverRemarks(name, server)), ...elsewhereRemarks(root), ...voidingRemarks(root)];
}

function serverRemarks(name: string, server: Table): readonly Remark[] {
  return [...orphanRemarks(name, server), ...defaultRemarks(name, server), ...keyRemarks(name, server), ...toolRemarks(name, server)];
}

function remark(path: readonly string[], about: About): Remark {
  return { part: 'config', path: ['mcp_servers', ...path], ...about };
}

/** openai/codex refuses every command with "invalid transport" then. */
function orphanRemarks(name: string, server: Table): readonly Remark[] {
  if (server['command'] !== undefined || server['url'] !== undefined) return [];
  const tools = entriesOf(tableAt(server, 'tools'));
  if (tools.length === 0) {
    return [remark([name], { code: 'MCP405', server: name, message: 'the server has no command and no url here, so Codex does not start unless another layer declares it' })];
  }
  return tools.map(([tool]) => remark([name, 'tools', tool], { code: 'MCP405', server: name, tool, message: 'the server has no command and no url here, so Codex does not start unless another layer declares it' }));
}

function defaultRemarks(name: string, server: Table): readonly Remark[] {
  const mode = server['default_tools_approval_mode'];
  const path = [name, 'default_tools_approval_mode'];
  if (mode === undefined || mode === 'prompt') return [];
  if (mode === 'approve') return [remark(path, { code: 'MCP406', server: name, message: 'the server default "approve" runs every tool that is not named unasked, also one added later', fix: 'Remove default_tools_approval_mode, or set it to "prompt", and approve single tools.' })];
  return [foreignMode(path, mode, { server: name })];
}

function foreignMode(path: readonly string[], mode: unknown, who: { readonly server: string; readonly tool?: string }): Remark {
  if (modes.includes(mode)) return remark(path, { code: 'MCP408', ...who, message: `the mode ${JSON.stringify(mode)} lets the server's own annotations decide` });
  const fix = 'Write "prompt" or "approve", lower case. Nothing is mapped onto them.';
  return remark(path, { code: 'MCP409', isFatal: true, ...who, message: `Codex refuses this config: the mode ${typeof mode === 'string' ? JSON.stringify(mode) : 'is no text and'} is none of auto, prompt, writes, approve`, fix });
}

const misplaced = ['approval_mode', 'approvalMode', 'approval', 'require_approval', 'trust', 'autoApprove', 'auto_approve', 'alwaysAllow'] as const;
const misspelt = ['tool', 'Tools', 'default_tool_approval_mode', 'default_approval_mode', 'default_tools_approval', 'enabledTools', 'disabledTools'] as const;

function keyRemarks(name: string, server: Table): readonly Remark[] {
  const dead = [...misplaced, ...misspelt].filter((key) => Object.hasOwn(server, key));
  return dead.map((key) => remark([name, key], { code: 'MCP407', server: name, message: `Codex does not read "${key}" on a server` }));
}

function toolRemarks(name: string, server: Table): readonly Remark[] {
  const enabled = server['enabled_tools'];
  const disabled = server['disabled_tools'];
  return entriesOf(tableAt(server, 'tools')).flatMap(([tool, value]): readonly Remark[] => {
    const path = [name, 'tools', tool];
    const who = { server: name, tool };
    if (!isTable(value)) return [remark(path, { code: 'MCP409', isFatal: true, ...who, message: 'Codex refuses this config: a tool is a table with approval_mode' })];
    const mode = value['approval_mode'];
    const off = (isTextList(enabled) && !enabled.includes(tool)) || (isTextList(disabled) && disabled.includes(tool)) || server['enabled'] === false;
    return [
      ...(mode === undefined || neutralModes.includes(mode) ? [] : [foreignMode([...path, 'approval_mode'], mode, who)]),
      ...(mode === 'approve' && off ? [remark([...path, 'approval_mode'], { code: 'MCP410', ...who, message: 'the tool is approved and switched off' })] : []),
      ...deadToolKeys(path, value, who),
      ...wildcardRemarks(path, tool, who),
    ];
  });
}

/** `[...tools.repo.search]` without quotes is the tool "repo" with a table "search" in it; misspelt keys are ignored. */
function deadToolKeys(path: readonly string[], value: Table, who: { readonly server: string; readonly tool: string }): readonly Remark[] {
  return entriesOf(value).flatMap(([key, inner]): readonly Remark[] => {
    if (isTable(inner) && ('approval_mode' in inner || Object.values(inner).some(isTable))) {
      return [remark([...path, key], { code: 'MCP407', ...who, message: `a tool name with a dot is not quoted, so Codex reads "${key}" as a key of tool "${who.tool}" and ignores it`, fix: `Write the name in quotes: tools."${who.tool}.${key}".` })];
    }
    const looksLikeMode = /^(?:appro|aprov|mode$|default|require|allow|enabled$)/i.test(key) && key !== 'approval_mode';
    return looksLikeMode ? [remark([...path, key], { code: 'MCP407', ...who, message: `Codex does not read "${key}" on a tool`, fix: 'The key is approval_mode.' })] : [];
  });
}

function wildcardRemarks(path: readonly string[], tool: string, who: { readonly server: string; readonly tool: string }): readonly Remark[] {
  return /[*?]/.test(tool) ? [remark(path, { code: 'MCP407', ...who, message: 'Codex has no wildcards: this names a tool that is literally called so', fix: 'Write one table for each tool.' })] : [];
}
