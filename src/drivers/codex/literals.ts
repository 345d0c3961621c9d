import type { Literal } from '../../driver.js';
import { entriesOf, tableAt, type Table } from './native.js';

/** Every text of a server that Codex takes literally. Keys that hold names of variables are none. */
export function literalsOf(name: string, server: Table): readonly Literal[] {
  const root = ['mcp_servers', name];
  const args = Array.isArray(server['args']) ? server['args'] : [];
  return [
    ...text(server['command'], [...root, 'command'], 'text'),
    ...args.flatMap((argument: unknown) => text(argument, [...root, 'args'], 'argument')),
    ...text(server['url'], [...root, 'url'], 'url'),
    ...named(server, 'env', root),
    ...named(server, 'http_headers', root),
    ...text(server['bearer_token'], [...root, 'bearer_token'], 'named', 'bearer_token'),
  ];
}

function named(server: Table, table: string, root: readonly string[]): readonly Literal[] {
  return entriesOf(tableAt(server, table)).flatMap(([key, value]) => text(value, [...root, table, key], 'named', key));
}

function text(value: unknown, path: readonly string[], kind: Literal['kind'], name?: string): readonly Literal[] {
  return typeof value === 'string' ? [{ path, kind, text: value, ...(name === undefined ? {} : { name }) }] : [];
}
