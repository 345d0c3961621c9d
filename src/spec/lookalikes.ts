import type { Diagnostic, Place, Subject } from '../diagnostics.js';
import { keyOfTool, type ServerSpec } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { lookalikeForm } from './names.js';

interface Named {
  readonly name: string;
  readonly at: Place;
  readonly subject: Subject;
}

const onlyAscii = /^[\0-\x7f]*$/;

/** Names that are different bytes and equal after NFC: two servers, or two tools of one server. */
export function lookalikes(servers: readonly ServerSpec[]): readonly Diagnostic[] {
  const names = servers.filter((server) => !onlyAscii.test(server.name)).map((server): Named => ({ name: server.name, at: serverPlace(server), subject: { server: server.name } }));
  const tools = new Map<string, Named[]>();
  for (const server of servers) {
    const named = unusualTools(server);
    if (named.length > 0) tools.set(server.name, [...(tools.get(server.name) ?? []), ...named]);
  }
  return [...twins(names, 'servers'), ...[...tools.values()].flatMap((named) => twins(named, 'tools'))];
}

function unusualTools(server: ServerSpec): readonly Named[] {
  const unusual = server.tools.filter((tool) => !onlyAscii.test(tool.name));
  if (unusual.length === 0) return [];
  return unusual.map((tool) => ({
    name: tool.name,
    at: { file: server.file, path: ['mcpServers', server.key, 'tools', keyOfTool(tool)], part: 'key' },
    subject: { server: server.name, tool: tool.name },
  }));
}

function serverPlace(server: ServerSpec): Place {
  return { file: server.file, path: ['mcpServers', server.key], part: 'key' };
}

function twins(named: readonly Named[], what: string): readonly Diagnostic[] {
  if (named.length < 2) return noDiagnostics;
  const seen = new Map<string, Named>();
  return named.flatMap((item) => {
    const form = lookalikeForm(item.name);
    const first = seen.get(form);
    if (first === undefined) seen.set(form, item);
    if (first === undefined || first.name === item.name) return [];
    return [
      {
        code: 'MCP208' as const,
        message: `two ${what} look the same and differ in bytes: ${quote(item.name)} (${codePoints(first.name)} and ${codePoints(item.name)})`,
        subject: item.subject,
        at: item.at,
        related: [{ message: 'the other spelling', at: first.at }],
      },
    ];
  });
}

/** Only the code points beyond ASCII: what tells the two apart. */
function codePoints(name: string): string {
  return [...name].filter((character) => !onlyAscii.test(character)).map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ') || 'plain letters';
}
