import type { Entry, NativeValue } from '../../driver.js';
import type { ServerPolicy, StdioTransport, Template } from '../../model.js';
import { patternOf } from './names.js';

/** One server in an agent file: its entry, the agent's view of it, and its approved tools. */
export function project(server: ServerPolicy): readonly Entry[] {
  const approved = server.tools.map(({ name }): Entry => ({ part: 'agent', op: 'include', path: ['allowedTools'], value: patternOf(server.name, name), tool: name }));
  return [...serverEntries(server), ...approved];
}

function serverEntries({ name, transport, enabled }: ServerPolicy): readonly Entry[] {
  if (transport?.type !== 'stdio') return [];
  const keys: Keys = [...stdioKeys(transport), ...(enabled ? [] : [[['disabled'], true] as const])];
  const entries = keys.map(([path, value]): Entry => ({ part: 'agent', op: 'set', path: ['mcpServers', name, ...path], value, ...(path.length > 1 ? { withheld: true } : {}) }));
  return [...entries, { part: 'agent', op: 'include', path: ['tools'], value: patternOf(name) }];
}

type Keys = readonly (readonly [path: readonly string[], value: NativeValue])[];

function stdioKeys({ command, args, env }: StdioTransport): Keys {
  return [
    [['command'], text(command)],
    ...(args.length === 0 ? [] : [[['args'], args.map(text)] as const]),
    ...env.map(({ name, value }) => [['env', name], text(value)] as const),
  ];
}

/** The text with references in the client's own syntax, which is that of specs (`${env:NAME}`). */
function text(template: Template): string {
  return template.map((part) => (typeof part === 'string' ? part : `\${env:${part.env}}`)).join('');
}
