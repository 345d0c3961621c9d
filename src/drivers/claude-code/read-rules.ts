import type { ObservedApproval, Remark } from '../../driver.js';
import { quote } from '../../quote.js';
import { isStrange, tableAt } from '../../reading.js';
import { nameable } from './names.js';

export interface Rules {
  readonly approvals: readonly ObservedApproval[];
  readonly remarks: readonly Remark[];
  /** Servers with a rule that asks for all of their tools. */
  readonly askedServers: readonly string[];
}

const lists = ['allow', 'ask', 'deny'] as const;
type List = (typeof lists)[number];

/** The three lists of rules. Only `mcp__S__T` with representable names is one tool; the client reads everything else wider, or not at all. */
export function readRules(root: unknown): Rules {
  const permissions = tableAt(root, 'permissions');
  const read = lists.map((list) => readList(list, permissions?.[list]));
  const { approvals, remarks } = withPrecedence(read.map((one) => one.approvals));
  return {
    approvals,
    remarks: [...shapeRemarks(root), ...read.flatMap((one) => one.remarks), ...remarks],
    askedServers: read.flatMap((one) => one.askedServers),
  };
}

function shapeRemarks(root: unknown): readonly Remark[] {
  return isStrange(root, 'permissions') ? [remark('MCP409', ['permissions'], '', 'permissions is no object, so no rule in it counts')] : [];
}

/** Over all lists deny comes before ask, and ask before allow: a weaker rule for the same tool has no effect. */
function withPrecedence(byList: readonly (readonly ObservedApproval[])[]): Pick<Rules, 'approvals' | 'remarks'> {
  const stronger = byList.map((_, index) => new Map(byList.slice(index + 1).flat().map((one) => [one.element, one])));
  const isBeaten = (approval: ObservedApproval, index: number) => stronger[index]?.has(approval.element) ?? false;
  return {
    approvals: byList.flatMap((list, index) => list.map((one): ObservedApproval => (isBeaten(one, index) ? { ...one, isShadowed: true } : one))),
    remarks: byList.flatMap((list, index) => list.filter((one) => isBeaten(one, index)).map((one) => remark('MCP407', one.path, String(one.element), `the ${String(stronger[index]?.get(one.element)?.path.at(-1))} rule for the same tool decides, so this one has no effect`))),
  };
}

function readList(list: List, value: unknown): Rules {
  const path = ['permissions', list];
  if (value === undefined) return nothing;
  if (!Array.isArray(value)) {
    return { ...nothing, remarks: [{ code: 'MCP409', part: 'settings', path, message: `permissions.${list} is no list, and Claude Code ignores it, with the whole file where it is deny`, ...(list === 'deny' ? { isFatal: true } : {}) }] };
  }
  const rules = value.map((item: unknown) => readRule(list, path, item));
  return {
    approvals: rules.flatMap((rule) => rule.approvals),
    remarks: rules.flatMap((rule) => rule.remarks),
    askedServers: rules.flatMap((rule) => rule.askedServers),
  };
}

const nothing: Rules = { approvals: [], remarks: [], askedServers: [] };

function readRule(list: List, path: readonly string[], item: unknown): Rules {
  if (typeof item !== 'string') return { ...nothing, remarks: [remark('MCP409', path, '', 'a rule is no text, and Claude Code drops it')] };
  if (/^\s*mcp_/i.test(item) && !item.startsWith('mcp__')) return { ...nothing, remarks: [remark('MCP407', path, item, 'looks like a rule for an MCP tool and is none: those begin with "mcp__", lower case')] };
  if (item === '*' && list !== 'allow') return { ...nothing, remarks: [{ ...remark('MCP406', path, item, `the rule ${verbs[list]} every tool, approved ones included`), narrows: true }] };
  if (!item.startsWith('mcp__')) return isBalanced(item) ? nothing : { ...nothing, remarks: [remark('MCP409', path, item, 'a rule has parentheses that do not match; releases exist that skip the whole file for one such rule')] };
  const pair = exactPair(item);
  if (pair !== undefined) return { ...nothing, approvals: [approval(list, path, item, pair)] };
  const server = wholeServer(item);
  if (server !== undefined && list === 'ask') return { ...nothing, askedServers: [server], remarks: [{ ...remark('MCP406', path, item, 'the rule asks for every tool of the server, approved ones included'), server, narrows: true }] };
  return { ...nothing, remarks: [wideRule(list, path, item)] };
}

interface Pair {
  readonly server: string;
  readonly tool: string;
}

/** INVARIANT: inside the representable names the first `__` behind the prefix ends the server. */
function exactPair(rule: string): Pair | undefined {
  const joint = rule.indexOf('__', 'mcp__'.length);
  if (joint === -1) return undefined;
  const pair = { server: rule.slice('mcp__'.length, joint), tool: rule.slice(joint + 2) };
  return nameable(pair.server, pair.tool).ok ? pair : undefined;
}

function wholeServer(rule: string): string | undefined {
  const server = rule.slice('mcp__'.length).replace(/__\*$/, '');
  return nameable(server, undefined).ok ? server : undefined;
}

/** The only server whose tools the rule can mean: that of `mcp__S` or, as a wildcard stays behind it, of `mcp__S__...*`. */
function reachedServer(rule: string): string | undefined {
  const name = rule.slice('mcp__'.length).split('__')[0] ?? '';
  return nameable(name, undefined).ok ? name : undefined;
}

const verbs = { allow: 'allows', ask: 'asks for', deny: 'forbids' } as const;
const modes = { allow: { approvalMode: 'approve' }, ask: { approvalMode: 'prompt' }, deny: { isDenied: true } } as const;

function approval(list: List, path: readonly string[], element: string, { server, tool }: Pair): ObservedApproval {
  return { part: 'settings', server, tool, path, removal: path, element, ...modes[list] };
}

function wideRule(list: List, path: readonly string[], rule: string): Remark {
  if (rule.includes('(')) return remark('MCP407', path, rule, 'Claude Code drops MCP rules with parentheses in a settings file');
  if (list === 'allow' && /^mcp__\*/.test(rule)) return remark('MCP407', path, rule, 'Claude Code ignores an allow rule for the tools of all servers');
  const server = reachedServer(rule);
  return { ...remark('MCP406', path, rule, `the rule ${verbs[list]} more than one tool, or none: releases differ`), ...(server === undefined ? {} : { server }), ...(list === 'allow' ? {} : { narrows: true }) };
}

function remark(code: 'MCP406' | 'MCP407' | 'MCP409', path: readonly string[], element: string, message: string): Remark {
  const shown = /^\s*mcp_/i.test(element) ? `${quote(element)}: ` : '';
  return { code, part: 'settings', path, ...(element === '' ? {} : { element }), message: `${shown}${message}` };
}

function isBalanced(rule: string): boolean {
  return !rule.includes('(') || rule.endsWith(')');
}
