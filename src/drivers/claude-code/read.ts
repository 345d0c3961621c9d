import type { NativeDocument, Observed, ObservedServer } from '../../driver.js';
import { readRules } from './read-rules.js';
import { readServers } from './read-servers.js';
import { settingsRemarks } from './settings-remarks.js';

/** Keys that together say how Claude Code reaches a server. */
export const transportKeys = ['type', 'command', 'args', 'env', 'url', 'headers', 'headersHelper', 'oauth'] as const;
/** Those among them that name the program or address itself. */
export const endpointKeys = ['command', 'args', 'url'] as const;

/** Everything that settings and `.mcp.json` say about servers and approvals. */
export function read(documents: readonly NativeDocument[]): Observed {
  const settings = documents.filter((document) => document.part === 'settings').map((document) => document.value);
  const rules = settings.map(readRules);
  const servers = documents.filter((document) => document.part === 'mcp').map((document) => readServers(document.value));
  const asking = new Set(rules.flatMap((one) => one.askedServers));
  const observed = servers.flatMap((one) => one.servers);
  const declared = new Set(observed.map(({ name }) => name));
  const onlyAsked = [...asking].filter((name) => !declared.has(name)).map((name): ObservedServer => ({ part: 'settings', name, path: ['permissions', 'ask'], fields: { requiresApproval: true }, literals: [] }));
  return {
    servers: [...observed.map((server) => (asking.has(server.name) ? { ...server, fields: { ...server.fields, requiresApproval: true } } : server)), ...onlyAsked],
    approvals: rules.flatMap((one) => one.approvals),
    remarks: [...rules.flatMap((one) => one.remarks), ...servers.flatMap((one) => one.remarks), ...settings.flatMap(settingsRemarks)],
  };
}
