import type { Entry, NativeValue } from '../../driver.js';
import { literalOf, type ApprovalMode, type ServerPolicy, type Template, type Transport } from '../../model.js';
import { keyOf } from './names.js';

/** One server: an entry for each named tool, and its own in `context_servers`. */
export function project(server: ServerPolicy): readonly Entry[] {
  const named = server.tools.map(({ name, approvalMode }) => permission(server.name, name, words[approvalMode]));
  const disabled = server.disabledTools.map((name) => permission(server.name, name, 'deny'));
  return [...named, ...disabled, ...serverEntries(server)];
}

const words: Readonly<Record<ApprovalMode, string>> = { approve: 'allow', prompt: 'confirm' };

function permission(server: string, tool: string, value: string): Entry {
  return { part: 'settings', op: 'set', path: ['agent', 'tool_permissions', 'tools', keyOf(server, tool), 'default'], value, tool };
}

/** Keys of zed-industries/zed:crates/settings_content/src/project.rs, ContextServerSettingsContent. */
function serverEntries({ name, transport, enabled }: ServerPolicy): readonly Entry[] {
  if (transport === undefined) return [];
  const keys: Keys = [...transportKeys(transport), ...(enabled ? [] : [[['enabled'], false] as const])];
  return keys.map(([path, value]): Entry => ({ part: 'settings', op: 'set', path: ['context_servers', name, ...path], value, ...(path.length > 1 ? { withheld: true } : {}) }));
}

type Keys = readonly (readonly [path: readonly string[], value: NativeValue])[];

function transportKeys(transport: Transport): Keys {
  if (transport.type !== 'stdio') {
    return [[['url'], text(transport.url)], ...transport.headers.map(({ name, value }) => [['headers', name], text(value)] as const)];
  }
  return [
    [['command'], text(transport.command)],
    [['args'], transport.args.map(text)],
    ...transport.env.map(({ name, value }) => [['env', name], text(value)] as const),
  ];
}

/** Behind the gate every text is literal. */
function text(template: Template): string {
  const literal = literalOf(template);
  if (literal === undefined) throw new Error('a reference passed the gate');
  return literal;
}
