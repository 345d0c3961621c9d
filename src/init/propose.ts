import type { Diagnostic } from '../diagnostics.js';
import { compareNames } from '../model.js';
import { quote } from '../quote.js';
import { emptyTable, setOwn } from '../render/tables.js';

type Table = Readonly<Record<string, unknown>>;

/** What one client's own files amount to, as a spec. */
export interface Found {
  readonly driver: string;
  readonly title: string;
  readonly spec: { readonly mcpServers: Table; readonly targets?: Table };
}

export interface Proposal {
  readonly value: Table;
  readonly notes: readonly Diagnostic[];
}

/**
 * One spec for everything that was found: unnamed tools ask, every client's files are targets. Where two clients say
 * different things about one server or tool the stricter word is proposed, or none, and a note says so.
 */
export function propose(found: readonly Found[]): Proposal {
  const notes: Diagnostic[] = [];
  const mcpServers = emptyTable();
  const names = [...new Set(found.flatMap(({ spec }) => Object.keys(spec.mcpServers)))].sort(compareNames);
  for (const name of names) setOwn(mcpServers, name, mergedServer(name, found, notes));
  const targets = emptyTable();
  for (const { driver, title, spec } of found) {
    if (spec.targets !== undefined && Object.hasOwn(spec.targets, driver)) setOwn(targets, driver, spec.targets[driver]);
    else notes.push({ code: 'MCP111', message: `no target for ${driver}: ${title} takes approvals from no file of a project`, fix: `Name the file under [targets.${driver}] by hand; see docs/drivers/${driver}.md.`, subject: { driver } });
  }
  const value = { version: 1, requiresApproval: true, mcpServers, ...(Object.keys(targets).length === 0 ? {} : { targets }) };
  return { value, notes };
}

function mergedServer(name: string, found: readonly Found[], notes: Diagnostic[]): Table {
  const declared = found.filter(({ spec }) => Object.hasOwn(spec.mcpServers, name)).map(({ title, spec }) => ({ title, fields: spec.mcpServers[name] as Table }));
  const [first, ...others] = declared;
  if (first === undefined) return {};
  const differing = others.filter((one) => isOtherServer(first.fields, one.fields));
  for (const other of differing) notes.push(note(`server ${quote(name)}: ${other.title} declares it differently than ${first.title}, so only its tools are proposed`, name));
  const fields = differing.length === 0 ? withoutPolicy(first.fields) : {};
  const tools = mergedTools(name, declared, notes);
  return { ...fields, ...(Object.keys(tools).length === 0 ? {} : { tools }) };
}

function isOtherServer(a: Table, b: Table): boolean {
  const words = (fields: Table) => JSON.stringify(Object.entries(withoutPolicy(fields)).sort(([x], [y]) => compareNames(x, y)));
  return words(a) !== words(b);
}

/** How a server is reached and run: tools are merged, and approval is required of every server. */
function withoutPolicy(fields: Table): Table {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'tools' && key !== 'requiresApproval'));
}

function mergedTools(server: string, declared: readonly { readonly title: string; readonly fields: Table }[], notes: Diagnostic[]): Table {
  const tools = emptyTable();
  for (const { fields } of declared) {
    const own = (fields['tools'] ?? {}) as Table;
    for (const tool of Object.keys(own)) {
      const known = Object.hasOwn(tools, tool) ? Reflect.get(tools, tool) : undefined;
      if (known !== undefined && known !== own[tool]) notes.push(note(`server ${quote(server)}, tool ${quote(tool)}: one client approves it and another asks, so prompt is proposed`, server, tool));
      setOwn(tools, tool, known === undefined || known === own[tool] ? own[tool] : 'prompt');
    }
  }
  return tools;
}

function note(message: string, server: string, tool?: string): Diagnostic {
  return { code: 'MCP111', message, subject: { server, ...(tool === undefined ? {} : { tool }) } };
}
