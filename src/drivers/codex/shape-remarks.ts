import type { Remark } from '../../driver.js';
import { entriesOf, isTable, valueAt, type Table } from '../../reading.js';
import { remark } from './remark.js';
import { rootTypes, serverTypes } from './value-types.js';

/** Declarations that Codex does not start with, whatever else the file says (each one tried with 0.171.0). */

/** Keys that one of the two transports refuses, empty ones too. */
const onlyStdio = ['args', 'env', 'env_vars', 'cwd'] as const;
const onlyHttp = ['url', 'bearer_token_env_var', 'http_headers', 'env_http_headers', 'http_headers_helper', 'oauth', 'oauth_resource', 'auth'] as const;

export function shapeRemarks(name: string, server: Table): readonly Remark[] {
  return [...transportRemarks(name, server), ...typeRemarks(name, server)];
}

function transportRemarks(name: string, server: Table): readonly Remark[] {
  const [foreign, kind] = server['command'] !== undefined ? ([onlyHttp, 'a command'] as const) : server['url'] !== undefined ? ([onlyStdio, 'a url'] as const) : ([[], ''] as const);
  return [
    ...foreign.filter((key) => server[key] !== undefined).map((key) => refused(name, key, `${key} is not for a server with ${kind}`, 'Remove one of the two.')),
    ...(server['bearer_token'] === undefined ? [] : [refused(name, 'bearer_token', 'bearer_token is not taken from a file', 'Name a variable in bearer_token_env_var.')]),
  ];
}

function typeRemarks(name: string, server: Table): readonly Remark[] {
  return serverTypes.filter(([key, , is]) => server[key] !== undefined && !is(server[key])).map(([key, what]) => refused(name, key, `${key} is not ${what}`, `Write ${what}.`));
}

function refused(name: string, key: string, why: string, fix: string): Remark {
  return remark([name, key], { code: 'MCP409', isFatal: true, server: name, message: `Codex refuses this config: ${why}`, fix });
}

/** Settings beside the servers that stop Codex as well. */
export function settingsShapeRemarks(root: unknown): readonly Remark[] {
  return rootTypes
    .filter(([key, , is]) => valueAt(root, key) !== undefined && !is(valueAt(root, key)))
    .map(([key, what]) => ({ code: 'MCP409', part: 'config', path: [key], isFatal: true, message: `Codex refuses this config: ${key} is not ${what}`, fix: `Write ${what}.` }));
}

/** `mcp_servers` that is no table of tables. */
export function rootShapeRemarks(root: unknown): readonly Remark[] {
  const servers = valueAt(root, 'mcp_servers');
  const fault = { code: 'MCP409', isFatal: true } as const;
  if (servers === undefined) return [];
  if (!isTable(servers)) return [remark([], { ...fault, message: 'Codex refuses this config: mcp_servers is not a table', fix: 'Write [mcp_servers.<name>].' })];
  return entriesOf(servers).flatMap(([name, server]) => (isTable(server) ? [] : [remark([name], { ...fault, server: name, message: 'Codex refuses this config: a server is not a table', fix: 'Write [mcp_servers.<name>].' })]));
}
