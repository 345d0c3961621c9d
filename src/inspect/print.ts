import { defaultStanding } from '../diff/standing.js';
import { compareNames, type ServerPolicy } from '../model.js';
import { quote } from '../quote.js';
import type { Claims, ListedTool } from './listed.js';

/** What the policy says of a tool that exists, in the words of the JSON report. */
export type ToolPolicyWord = 'approve' | 'prompt' | 'disabled' | 'not-enabled' | 'server-disabled' | 'unnamed-asks' | 'unnamed-runs' | 'unnamed-undeclared';

const words: Readonly<Record<ToolPolicyWord, string>> = {
  approve: 'approve',
  prompt: 'prompt',
  disabled: 'disabled',
  'not-enabled': 'not enabled',
  'server-disabled': 'server is switched off',
  'unnamed-asks': 'not named, asks',
  'unnamed-runs': 'not named, runs unasked',
  'unnamed-undeclared': 'not named, the client decides',
};

/** A server and what came of asking it. */
export interface Inspected {
  readonly policy: ServerPolicy;
  /** In any order; absent: it was not inspected. */
  readonly tools?: readonly ListedTool[];
}

/** A server as the reports show it: tools sorted, each with the word of the policy. */
export interface ShownServer {
  readonly server: string;
  readonly inspected: boolean;
  /** Absent: it was not inspected, which is something else than having none. */
  readonly tools?: readonly ShownTool[];
}

interface ShownTool {
  readonly name: string;
  readonly policy: ToolPolicyWord;
  readonly serverClaims: Claims;
}

export function shownServer({ policy, tools }: Inspected): ShownServer {
  if (tools === undefined) return { server: policy.name, inspected: false };
  const judge = policyWords(policy);
  const shown = tools.map(({ name, claims }) => ({ name, policy: judge(name), serverClaims: claims }));
  return { server: policy.name, inspected: true, tools: shown.sort((a, b) => compareNames(a.name, b.name)) };
}

function policyWords(server: ServerPolicy): (tool: string) => ToolPolicyWord {
  const modes = new Map(server.tools.map(({ name, approvalMode }) => [name, approvalMode]));
  const disabled = new Set(server.disabledTools);
  const enabled = server.enabledTools === undefined ? undefined : new Set(server.enabledTools);
  const unnamed = ({ 1: 'unnamed-asks', 2: 'unnamed-undeclared', 3: 'unnamed-runs', 0: 'server-disabled' } as const)[defaultStanding(server).rank];
  return (tool) => {
    if (!server.enabled) return 'server-disabled';
    if (disabled.has(tool)) return 'disabled';
    if (enabled?.has(tool) === false) return 'not-enabled';
    return modes.get(tool) ?? unnamed;
  };
}

/** For people: a table for each server, and a line that counts. Every name is quoted, and none is longer than a line. */
export function inspectedText(servers: readonly ShownServer[], findings: number): string {
  const inspected = servers.filter((server) => server.inspected);
  const tools = inspected.reduce((sum, server) => sum + (server.tools?.length ?? 0), 0);
  const counts = `inspected ${String(inspected.length)} of ${plural(servers.length, 'server')}: ${plural(tools, 'tool')}, ${plural(findings, 'finding')}\n`;
  return `${servers.map(serverText).join('')}${counts}`;
}

function serverText({ server, tools }: ShownServer): string {
  if (tools === undefined) return `server ${quote(server)}: not inspected\n\n`;
  if (tools.length === 0) return `server ${quote(server)}: no tools\n\n`;
  const head = ['tool', 'policy', 'what the server claims (decides nothing)'] as const;
  const rows = [head, ...tools.map(({ name, policy, serverClaims }) => [quote(name), words[policy], claimsText(serverClaims)] as const)];
  const widths = [0, 1].map((column) => rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  return `server ${quote(server)}: ${plural(tools.length, 'tool')}\n${rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`).join('')}\n`;
}

function claimsText(claims: Claims): string {
  const said = Object.entries(claims).map(([name, value]) => `${name} ${String(value)}`);
  return said.length === 0 ? '-' : said.join(', ');
}

function plural(count: number, word: string): string {
  return `${String(count)} ${word}${count === 1 ? '' : 's'}`;
}
