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
const isUnusual = ({ name }: { readonly name: string }) => !onlyAscii.test(name);

/** Names that are different bytes and equal after NFC: two servers, or two tools of one server. One of the two may be ASCII. */
export function lookalikes(servers: readonly ServerSpec[]): readonly Diagnostic[] {
  const byName = new Map<string, ServerSpec[]>();
  for (const server of servers) byName.set(server.name, [...(byName.get(server.name) ?? []), server]);
  const names = servers.some(isUnusual) ? twins(servers.map(namedServer), 'servers') : noDiagnostics;
  return [...names, ...[...byName.values()].flatMap(toolTwins)];
}

/** The tools of all declarations of one server. Where every name is ASCII no two can look the same. */
function toolTwins(declarations: readonly ServerSpec[]): readonly Diagnostic[] {
  return declarations.some(({ tools }) => tools.some(isUnusual)) ? twins(declarations.flatMap(namedTools), 'tools') : noDiagnostics;
}

function namedServer(server: ServerSpec): Named {
  return { name: server.name, at: { file: server.file, path: ['mcpServers', server.key], part: 'key' }, subject: { server: server.name } };
}

function namedTools(server: ServerSpec): readonly Named[] {
  return server.tools.map((tool) => ({
    name: tool.name,
    at: { file: server.file, path: ['mcpServers', server.key, 'tools', keyOfTool(tool)], part: 'key' },
    subject: { server: server.name, tool: tool.name },
  }));
}

function twins(named: readonly Named[], what: string): readonly Diagnostic[] {
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
