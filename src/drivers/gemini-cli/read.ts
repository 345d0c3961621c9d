import type { NativeDocument, NativeValue, Observed, ObservedApproval, Remark } from '../../driver.js';
import { isTable, valueAt, type Table } from '../../reading.js';
import { nameable } from './names.js';
import { readServers } from './read-servers.js';
import { settingsRemarks } from './settings-remarks.js';

/** Keys that together say how Gemini CLI reaches a server. */
export const transportKeys = ['command', 'args', 'env', 'cwd', 'httpUrl', 'url', 'headers', 'oauth'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'cwd', 'httpUrl', 'url'] as const;

/** Everything that a policy file and the settings say about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const rules = documents.filter((document) => document.part === 'policy').flatMap((document) => rulesOf(document.value));
  const settings = documents.filter((document) => document.part === 'settings').map((document) => document.value);
  const asked = new Set(rules.flatMap((rule) => (isServerWideAsk(rule) ? [String(rule['mcpName'])] : [])));
  return {
    servers: settings.flatMap(readServers).map((server) => (asked.has(server.name) ? { ...server, fields: { ...server.fields, requiresApproval: true } } : server)),
    approvals: rules.flatMap(approvalOf),
    remarks: [...rules.flatMap(ruleRemarks), ...settings.flatMap(settingsRemarks)],
  };
}

function rulesOf(root: unknown): readonly Table[] {
  const list = valueAt(root, 'rule');
  return Array.isArray(list) ? list.filter(isTable) : [];
}

const modes = { allow: { approvalMode: 'approve' }, ask_user: { approvalMode: 'prompt' }, deny: { isDenied: true } } as const;

/** A rule of one tool: both names, nothing that narrows it, and a decision that the client knows. */
function approvalOf(rule: Table): readonly ObservedApproval[] {
  const { mcpName, toolName, decision, priority } = rule;
  if (typeof mcpName !== 'string' || typeof toolName !== 'string' || !isSimple(rule) || typeof priority !== 'number') return [];
  if (!isDecision(decision) || /\*/.test(mcpName + toolName)) return [];
  return [{ part: 'policy', server: mcpName, tool: toolName, path: ['rule'], removal: ['rule'], element: rule as NativeValue, ...modes[decision] }];
}

function isDecision(word: unknown): word is keyof typeof modes {
  return typeof word === 'string' && Object.hasOwn(modes, word);
}

function isSimple(rule: Table): boolean {
  return Object.keys(rule).every((key) => ['mcpName', 'toolName', 'decision', 'priority'].includes(key));
}

function isServerWideAsk(rule: Table): boolean {
  return rule['toolName'] === '*' && rule['decision'] === 'ask_user' && isSimple(rule) && typeof rule['mcpName'] === 'string' && rule['mcpName'] !== '*';
}

function ruleRemarks(rule: Table): readonly Remark[] {
  const { mcpName, toolName, decision, priority } = rule;
  const about = (code: Remark['code'], message: string): Remark => ({ code, part: 'policy', path: ['rule'], element: rule as NativeValue, ...(typeof mcpName === 'string' ? { server: mcpName } : {}), message });
  if (!isDecision(decision) || typeof priority !== 'number') return [about('MCP409', 'the rule has no known decision or no priority, and Gemini CLI drops the whole file')];
  const isMcp = mcpName !== undefined || /^mcp_/.test(String(toolName ?? ''));
  if (!isMcp) return [];
  if (typeof mcpName !== 'string') return [about('MCP406', 'the rule names no server, so it follows whichever server has the joined name')];
  if (typeof toolName !== 'string' || /\*/.test(mcpName + toolName)) return [about('MCP406', 'the rule covers more than one tool')];
  if (!isSimple(rule)) return [about('MCP417', 'the rule has conditions that a spec cannot say')];
  return nameable(mcpName, toolName).ok ? [] : [about('MCP407', 'releases of Gemini CLI differ on this name, so the rule can reach another tool, or none')];
}
