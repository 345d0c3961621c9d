import type { NativeDocument, NativeValue, Observed, ObservedApproval, ObservedServer, Remark } from '../../driver.js';
import { serverShapeRemarks, type Table } from '../../reading.js';
import { nameable } from './names.js';
import { fileRemarks } from './policy-file.js';
import { readServers } from './read-servers.js';
import { decideByRules, isSimple, reachOf, rulesOf, toolNamesOf } from './rules.js';
import { settingsRemarks } from './settings-remarks.js';

/** Keys that together say how Gemini CLI reaches a server. */
export const transportKeys = ['command', 'args', 'env', 'cwd', 'httpUrl', 'url', 'tcp', 'headers', 'oauth'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'cwd', 'httpUrl', 'url', 'tcp'] as const;

/** Everything that a policy file and the settings say about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const rules = rulesOf(documents);
  const deciding = decidingRules(rules);
  const settings = documents.filter((document) => document.part === 'settings').map((document) => document.value);
  const asked = new Set(rules.flatMap((rule) => (isServerWideAsk(rule) ? [String(rule['mcpName'])] : [])));
  const servers = settings.flatMap(readServers);
  const declared = new Set(servers.map(({ name }) => name));
  const onlyAsked = [...asked].filter((name) => !declared.has(name)).map((name): ObservedServer => ({ part: 'policy', name, path: ['rule'], fields: { requiresApproval: true }, literals: [] }));
  return {
    servers: [...servers.map((server) => (asked.has(server.name) ? { ...server, fields: { ...server.fields, requiresApproval: true } } : server)), ...onlyAsked],
    approvals: rules.flatMap((rule) => approvalOf(rule, deciding)),
    remarks: [...documents.filter(({ part }) => part === 'policy').flatMap(({ value }) => fileRemarks(value)), ...rules.flatMap((rule) => ruleRemarks(rule, rules, deciding)), ...settings.flatMap((root) => [...serverShapeRemarks('settings', root, ['mcpServers']), ...settingsRemarks(root)])],
  };
}

const modes = { allow: { approvalMode: 'approve' }, ask_user: { approvalMode: 'prompt' }, deny: { isDenied: true } } as const;

interface ExactRule {
  readonly mcpName: string;
  readonly toolName: string;
  readonly decision: keyof typeof modes;
  readonly priority: number;
}

/** A rule of one tool: both names, nothing that narrows it, and a decision that the client knows. */
function isExact(rule: Table): rule is Table & ExactRule {
  const { mcpName, toolName, decision, priority } = rule;
  if (typeof mcpName !== 'string' || typeof toolName !== 'string' || !isSimple(rule) || typeof priority !== 'number') return false;
  return isDecision(decision) && reachOf(mcpName, toolName) === 'one tool';
}

type Deciding = ReadonlyMap<string, Table & ExactRule>;

/** The rule that decides about each tool: the highest priority, and of equal ones the first (0.61.0: a stable sort, and the first match). */
function decidingRules(rules: readonly Table[]): Deciding {
  const deciding = new Map<string, Table & ExactRule>();
  for (const rule of rules.filter(isExact)) {
    const other = deciding.get(pairOf(rule));
    if (other === undefined || other.priority < rule.priority) deciding.set(pairOf(rule), rule);
  }
  return deciding;
}

function pairOf({ mcpName, toolName }: ExactRule): string {
  return JSON.stringify([mcpName, toolName]);
}

function approvalOf(rule: Table, deciding: Deciding): readonly ObservedApproval[] {
  if (!isExact(rule)) return [];
  return [{ part: 'policy', server: rule.mcpName, tool: rule.toolName, path: ['rule'], removal: ['rule'], element: rule as NativeValue, ...modes[rule.decision], ...(deciding.get(pairOf(rule)) === rule ? {} : { isShadowed: true }) }];
}

function isDecision(word: unknown): word is keyof typeof modes {
  return typeof word === 'string' && Object.hasOwn(modes, word);
}

function isServerWideAsk(rule: Table): boolean {
  return rule['toolName'] === '*' && rule['decision'] === 'ask_user' && isSimple(rule) && typeof rule['mcpName'] === 'string' && rule['mcpName'] !== '*';
}

const verbs = { allow: 'allows', ask_user: 'asks for', deny: 'forbids' } as const;

/** What a rule does beside or instead of deciding about one tool in every situation. `fileRemarks` has those that are no rules. */
function ruleRemarks(rule: Table, all: readonly Table[], deciding: Deciding): readonly Remark[] {
  const { mcpName, toolName, decision } = rule;
  const names = toolNamesOf(rule).filter((name) => reachOf(mcpName, name) !== 'no server');
  if (!isDecision(decision) || names.length === 0) return [];
  const about = (code: Remark['code'], message: string, fix?: string): Remark => ({
    code, part: 'policy', path: ['rule'], element: rule as NativeValue, ...subjectOf(mcpName, names), message, ...(fix === undefined ? {} : { fix }), ...(code === 'MCP406' && decision !== 'allow' ? { narrows: true } : {}),
  });
  if (typeof mcpName !== 'string' && names.every((name) => !name.includes('*'))) return [about('MCP406', 'the rule names no server, so it follows whichever server has the joined name', 'Write mcpName and toolName.')];
  if (typeof mcpName !== 'string' || typeof toolName !== 'string' || names.some((name) => reachOf(mcpName, name) === 'more')) return [about('MCP406', `the rule ${verbs[decision]} more than one tool`)];
  if (!isSimple(rule)) return [conditionRemark(about, rule, decideByRules(all, mcpName, toolName)?.happens === 'unknown')];
  if (isExact(rule) && deciding.get(pairOf(rule)) !== rule) return [{ ...about('MCP407', 'another rule for the same tool decides, by its priority or place, so this one has no effect'), tool: toolName }];
  return nameable(mcpName, toolName).ok ? [] : [about('MCP407', 'releases of Gemini CLI differ on this name, so the rule can reach another tool, or none')];
}

/** An approval under conditions opens the tool wherever they hold; all others only hold it up. */
function conditionRemark(about: (code: Remark['code'], message: string, fix?: string) => Remark, { decision, toolName }: Table, mayDecide: boolean): Remark {
  if (decision !== 'allow' || !mayDecide) return about('MCP417', 'the rule has conditions that a spec cannot say');
  return about('MCP408', `the rule runs tool ${JSON.stringify(toolName)} unasked under conditions that a spec cannot say`, 'Remove the rule, or approve the tool in the spec.');
}

/** The only server that the rule can reach, and the only tool, where it says so without naming both apart. */
function subjectOf(mcpName: unknown, names: readonly string[]): { readonly server?: string; readonly tool?: string } {
  if (typeof mcpName === 'string') return mcpName === '*' ? {} : { server: mcpName };
  const match = names.length === 1 ? /^mcp_([^_*]+)_(\*$|[^*]+$)/.exec(names[0] ?? '') : null;
  const [, server, tool] = match ?? [];
  return server === undefined ? {} : { server, ...(tool === undefined || tool === '*' ? {} : { tool }) };
}
