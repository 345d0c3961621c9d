import type { Decision, NativeDocument, ObservedApproval, Remark } from '../../driver.js';
import { entriesOf, isStrange, isTable, tableAt, valueAt, type Table } from '../../reading.js';
import { keyOf } from './names.js';

/**
 * `agent.tool_permissions` as Zed evaluates it (zed-industries/zed@00b6ce1:crates/agent/src/tool_permissions.rs): patterns of
 * always_deny, always_confirm and always_allow, in this order, then the default of the tool, then the default of all tools. A
 * tool of a server is tested with an empty text, so a pattern such as ".*" decides about every call.
 */
const permissionsPath = ['agent', 'tool_permissions'] as const;
const toolsPath = [...permissionsPath, 'tools'] as const;
const modes = { allow: { approvalMode: 'approve' }, confirm: { approvalMode: 'prompt' }, deny: { isDenied: true } } as const;
const patternLists = ['always_deny', 'always_confirm', 'always_allow'] as const;

export interface ReadPermissions {
  readonly approvals: readonly ObservedApproval[];
  readonly remarks: readonly Remark[];
}

export function readPermissions(root: unknown): ReadPermissions {
  const entries = entriesOf(tableAt(root, ...toolsPath)).map(readEntry);
  return { approvals: entries.flatMap(({ approvals }) => approvals), remarks: [...entries.flatMap(({ remarks }) => remarks), ...defaultRemarks(root), ...shapeRemarks(root)] };
}

function shapeRemarks(root: unknown): readonly Remark[] {
  const strange = [toolsPath.slice(0, 1), toolsPath.slice(0, 2), toolsPath].filter((path) => isStrange(root, ...path));
  return strange.map((path): Remark => ({ code: 'MCP409', part: 'settings', path, message: `${path.join('.')} is no object, so nothing is read from it` }));
}

/** INVARIANT: a server has no `:`, so the second colon of a key ends it. */
function readEntry([key, value]: readonly [string, unknown]): ReadPermissions {
  const match = /^mcp:([^:]+):(.+)$/s.exec(key);
  if (match === null) return { approvals: [], remarks: [] };
  const who = { server: match[1] ?? '', tool: match[2] ?? '' };
  const path = [...toolsPath, key];
  if (!isTable(value)) return { approvals: [], remarks: [{ code: 'MCP409', part: 'settings', path, ...who, message: 'the permissions of a tool are a table' }] };
  const remarks = patternLists.flatMap((list) => patternRemarks(list, value, { part: 'settings', path: [...path, list], ...who }));
  const word = value['default'];
  if (word === undefined) return { approvals: [], remarks };
  const own = [...path, 'default'];
  if (!isMode(word)) return { approvals: [], remarks: [...remarks, { code: 'MCP409', part: 'settings', path: own, ...who, message: 'the permission is none of allow, confirm, deny' }] };
  const removal = Object.keys(value).length === 1 ? path : own;
  return { approvals: [{ part: 'settings', ...who, path: own, removal, ...modes[word] }], remarks };
}

function isMode(word: unknown): word is keyof typeof modes {
  return typeof word === 'string' && Object.hasOwn(modes, word);
}

function isSet(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Whatever a pattern says, it is compared with a text that holds nothing of the call. */
function patternRemarks(list: (typeof patternLists)[number], entry: Table, about: Pick<Remark, 'part' | 'path' | 'server' | 'tool'>): readonly Remark[] {
  if (!isSet(entry[list])) return [];
  if (list === 'always_allow') return [{ ...about, code: 'MCP406', message: 'always_allow counts before the default, and a pattern that matches an empty text runs the tool unasked', fix: 'Remove always_allow, and say it with default.' }];
  return [{ ...about, code: 'MCP408', message: `${list} counts before the default, and a pattern that matches an empty text holds the tool up`, fix: `Remove ${list}, and say it with default.` }];
}

function defaultRemarks(root: unknown): readonly Remark[] {
  const about = (path: readonly string[], code: Remark['code'], message: string): Remark => ({ code, part: 'settings', path, message, fix: 'Set it to "confirm".' });
  const word = valueAt(root, ...permissionsPath, 'default');
  const legacy = valueAt(root, 'agent', 'always_allow_tool_actions');
  return [
    ...(word === 'allow' ? [about([...permissionsPath, 'default'], 'MCP406', 'the default "allow" runs every tool that has no entry of its own')] : []),
    ...(word === undefined || isMode(word) ? [] : [about([...permissionsPath, 'default'], 'MCP409', 'the default is none of allow, confirm, deny')]),
    ...(legacy === undefined || legacy === false ? [] : [{ ...about(['agent', 'always_allow_tool_actions'], 'MCP406', 'always_allow_tool_actions is what older releases call the default "allow"'), fix: 'Remove it.' }]),
  ];
}

/** What Zed does with a call of the tool. Patterns are not run here: where there are any, only Zed knows. */
export function decidePermission(documents: readonly NativeDocument[], server: string, tool: string): Decision | undefined {
  const roots = documents.filter(({ part }) => part === 'settings').map(({ value }) => value);
  const key = keyOf(server, tool);
  const entry = roots.map((root) => tableAt(root, ...toolsPath, key)).find((found) => found !== undefined);
  const patterns = patternLists.find((list) => isSet(entry?.[list]));
  if (patterns !== undefined) return { happens: 'unknown', why: `${patterns} counts before the default of the tool`, decidedBy: { part: 'settings', path: [...toolsPath, key, patterns] } };
  const own = entry?.['default'];
  if (isMode(own)) return { ...wordsOf[own], decidedBy: { part: 'settings', path: [...toolsPath, key, 'default'] } };
  return undefined;
}

const wordsOf: Readonly<Record<keyof typeof modes, Pick<Decision, 'happens' | 'why'>>> = {
  allow: { happens: 'runs unasked', why: 'the tool is approved' },
  confirm: { happens: 'asks', why: 'the tool is set to prompt' },
  deny: { happens: 'cannot be called', why: 'the tool is forbidden' },
};
