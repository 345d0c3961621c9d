import type { Decision, NativeDocument } from '../../driver.js';
import { valueAt } from '../../reading.js';
import { nameable, ruleOf } from './names.js';

/** The order in which Claude Code tries its lists, whatever is more specific. */
const lists = ['deny', 'ask', 'allow'] as const;
type List = (typeof lists)[number];

const outcomes: Readonly<Record<List, { readonly happens: Decision['happens']; readonly own: string; readonly wide: string }>> = {
  deny: { happens: 'cannot be called', own: 'the tool is forbidden', wide: 'a wider rule forbids it' },
  ask: { happens: 'asks', own: 'the tool is set to prompt', wide: 'a wider rule asks for it' },
  allow: { happens: 'runs unasked', own: 'the tool is approved', wide: 'a wider rule approves it' },
};

/** Which rule decides about a tool, over all settings files (2.1.332, seen in runs). */
export function decide(documents: readonly NativeDocument[], server: string, tool: string): Decision | undefined {
  const rules = documents.filter(({ part }) => part === 'settings').map(({ value }) => value);
  for (const list of lists) {
    const rule = rules.flatMap((root) => listOf(root, list)).find((one) => covers(list, one, server, tool));
    if (rule !== undefined) return decision(list, rule, server, tool);
  }
  return undefined;
}

function listOf(root: unknown, list: List): readonly string[] {
  const value = valueAt(root, 'permissions', list);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function decision(list: List, element: string, server: string, tool: string): Decision {
  const decidedBy = { part: 'settings', path: ['permissions', list], element };
  const named = nameable(server, tool);
  if (!named.ok) return { happens: 'unknown', why: named.why, decidedBy };
  const { happens, own, wide } = outcomes[list];
  return { happens, why: element === ruleOf(server, tool) ? own : wide, decidedBy };
}

/** `*` is live behind the server, and before it in rules that hold tools up; with parentheses a rule is dropped. */
function covers(list: List, rule: string, server: string, tool: string): boolean {
  if (rule === '*') return list !== 'allow';
  if (!rule.startsWith('mcp__') || rule.includes('(')) return false;
  if (rule === ruleOf(server, tool) || rule === ruleOf(server)) return true;
  const isLive = list !== 'allow' || rule.startsWith(`${ruleOf(server)}__`);
  return isLive && rule.includes('*') && new RegExp(`^${rule.split('*').map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')).join('.*')}$`, 's').test(ruleOf(server, tool));
}
