import type { ObservedServer } from '../../driver.js';
import { defined, entriesOf, isTable, isTextList, literalsOf, tableAt, tableOf, textEntries, type LiteralKeys, type Table } from '../../reading.js';

/** `mcpServers` in the words of a spec, as far as one can say it exactly. */
export function readServers(root: unknown): readonly ObservedServer[] {
  return entriesOf(tableAt(root, 'mcpServers')).flatMap(([name, server]) => (isTable(server) ? [observe(name, server)] : []));
}

const literalKeys: LiteralKeys = { text: ['command', 'cwd'], argument: ['args'], url: ['httpUrl', 'url'], named: ['env', 'headers'] };

function observe(name: string, server: Table): ObservedServer {
  const path = ['mcpServers', name];
  const spoken = server['command'] === undefined ? remote(server) : stdio(server);
  const literals = literalsOf(server, path, literalKeys, (text) => text.includes('$'));
  const exposure = defined({
    enabledTools: isTextList(server['includeTools']) ? server['includeTools'] : undefined,
    disabledTools: isTextList(server['excludeTools']) && server['excludeTools'].length > 0 ? server['excludeTools'] : undefined,
  });
  if (typeof spoken === 'string') return { part: 'settings', name, path, fields: exposure, literals, unsaid: spoken };
  return { part: 'settings', name, path, fields: { ...spoken, ...exposure }, literals };
}

type Spoken = Readonly<Record<string, unknown>> | string;

function stdio(server: Table): Spoken {
  const { command, args = [], cwd } = server;
  const env = textEntries(server['env']);
  if (server['url'] !== undefined || server['httpUrl'] !== undefined) return 'it has a command and a url';
  if (typeof command !== 'string' || !isTextList(args) || env === undefined || (cwd !== undefined && typeof cwd !== 'string')) return 'command, args, env or cwd is no text';
  if ([command, ...args, cwd ?? '', ...env.map(([, value]) => value)].some(isForeign)) return 'a text holds a reference that a spec has no word for';
  return defined({ command: neutral(command), args: args.length === 0 ? undefined : args.map(neutral), env: env.length === 0 ? undefined : neutralTable(env), cwd: cwd === undefined ? undefined : neutral(cwd) });
}

function remote(server: Table): Spoken {
  const { httpUrl, url } = server;
  const address = httpUrl ?? url;
  const headers = textEntries(server['headers']);
  if (typeof address !== 'string' || headers === undefined) return 'the address or a header is no text';
  if ([address, ...headers.map(([, value]) => value)].some(isForeign)) return 'a text holds a reference that a spec has no word for';
  return defined({ type: httpUrl === undefined ? 'sse' : undefined, url: neutral(address), headers: headers.length === 0 ? undefined : neutralTable(headers) });
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;

/** Gemini CLI expands `$NAME` and `${NAME}`; what else begins with `$` has no equal in a spec. */
function isForeign(text: string): boolean {
  return text.replace(reference, '').includes('$');
}

function neutral(text: string): string {
  return text.replace(reference, (_all, braced: string | undefined, bare: string | undefined) => `\${env:${braced ?? bare ?? ''}}`);
}

function neutralTable(entries: readonly (readonly [string, string])[]) {
  return tableOf(entries.map(([key, value]) => [key, neutral(value)] as const));
}
