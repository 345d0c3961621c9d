import type { Place } from '../diagnostics.js';
import { keyOfTool, type DocumentPath, type ServerSpec, type SourceText } from '../model.js';
import { trimName } from '../spec/names.js';
import { parse } from '../spec/parse.js';
import { validate } from '../spec/validate.js';

/** One place of a spec that names a tool, and the key of the server that holds it. */
export interface Mention {
  readonly tool: string;
  readonly list: 'tools' | 'enabledTools' | 'disabledTools';
  readonly at: Place;
}

/** Where the specs declare one server, and name its tools, in the order of the files. */
export interface ServerMentions {
  readonly at: Place;
  readonly tools: readonly Mention[];
  /** The first place of each tool. */
  readonly first: ReadonlyMap<string, Place>;
}

/** Where sound specs speak of each server. A policy has no places any more, so the specs are read once again. */
export async function mentionsOf(sources: readonly SourceText[]): Promise<ReadonlyMap<string, ServerMentions>> {
  const found = new Map<string, ServerMentions>();
  for (const source of sources) {
    const document = await parse(source);
    const spec = document.ok ? validate(document.value) : document;
    if (!document.ok || !spec.ok) throw new Error('a spec that was sound is read differently now');
    for (const server of spec.value.servers) {
      const at: Place = { file: server.file, path: ['mcpServers', server.key], part: 'key' };
      const before = found.get(server.name);
      const tools = [...(before?.tools ?? []), ...toolMentions(server, document.value.value)];
      found.set(server.name, { at: before?.at ?? at, tools, first: new Map(tools.map((mention) => [mention.tool, mention.at] as const).reverse()) });
    }
  }
  return found;
}

function toolMentions(server: ServerSpec, document: unknown): readonly Mention[] {
  const path: DocumentPath = ['mcpServers', server.key];
  const declared = server.tools.map((tool): Mention => {
    const key = keyOfTool(tool);
    return { tool: tool.name, list: 'tools', at: { file: server.file, path: [...path, 'tools', key], part: typeof key === 'string' ? 'key' : 'value' } };
  });
  const listed = (['enabledTools', 'disabledTools'] as const).flatMap((list) =>
    namesAt(document, [...path, list]).map((name, index): Mention => ({ tool: trimName(name), list, at: { file: server.file, path: [...path, list, index] } })),
  );
  return [...declared, ...listed];
}

/** The list of names at a path of a sound document, in the order of the file; none where there is no list. */
function namesAt(document: unknown, path: DocumentPath): readonly string[] {
  const value = path.reduce<unknown>((node, key) => (typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? (node as Readonly<Record<string | number, unknown>>)[key] : undefined), document);
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
