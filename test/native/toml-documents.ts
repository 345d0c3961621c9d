import { Random } from './random.js';

/**
 * Generates TOML documents in all the ways in which people and tools write client configs: any order of tables, comments
 * everywhere, dotted, inline, quoted and scattered tables, odd numbers, texts that look like headers, every line end.
 */
export function tomlDocument(seed: number): string {
  return new Writer(new Random(seed)).document();
}

export const serverNames = ['docs', 'docs-extra', 'docs_extra', 'Forge', 'a.b', 'with space', 'ünïcode', 'constructor', '__proto__', "it's"];
export const toolNames = ['search', 'get_page', 'get-page', 'repo.search', 'repo/list', 'namespace::read file', 'toString', '__proto__', 'x"y', ''];

type Printed = readonly string[];

class Writer {
  private readonly random: Random;
  private readonly tight: boolean;
  private readonly equals: string;

  constructor(random: Random) {
    this.random = random;
    this.tight = random.chance(0.2);
    this.equals = random.chance(0.15) ? '=' : ' = ';
  }

  document(): string {
    const { random } = this;
    const servers = random.some(serverNames, 4);
    const form = random.pick(['headers', 'headers', 'headers', 'headers', 'dotted', 'inline', 'one header'] as const);
    const top = random.some(['model', 'approval_policy', 'note', 'list'], 3).flatMap((key) => this.pair([key], this.scalar()));
    const dotted = form === 'dotted' ? servers.flatMap((server) => this.dottedServer(['mcp_servers', server])) : [];
    const inline = form === 'inline' && servers.length > 0 ? this.pair(['mcp_servers'], this.inlineTable(servers.map((server) => [server, this.inlineServer()]))) : [];
    const oneHeader = form === 'one header' ? [[...this.header(['mcp_servers']), ...servers.flatMap((server) => this.serverInTable(server))]] : [];
    const headers = form === 'headers' ? servers.flatMap((server) => this.serverSections(['mcp_servers', server])) : [];
    const sections = random.shuffle([...oneHeader, ...headers, ...this.otherSections()]);
    const lines = [...this.opening(), ...random.shuffle([top, dotted, inline]).flat(), ...this.maintained(sections), ...this.closing()];
    return this.withLineEnds(lines);
  }

  private opening(): Printed {
    const { random } = this;
    return random.chance(0.3) ? [random.pick(['# owner: platform team', '# keep sorted, please', '']), ...(random.chance(0.5) ? [''] : [])] : [];
  }

  private closing(): Printed {
    const { random } = this;
    return random.chance(0.3) ? ['', '# -- end of file, keep this line --'] : random.chance(0.2) ? ['', ''] : [];
  }

  /** Now and then some sections stand in a block of another tool. */
  private maintained(sections: readonly Printed[]): Printed {
    const { random } = this;
    if (sections.length < 2 || !random.chance(0.1)) return sections.flat();
    const start = random.below(sections.length);
    const [begin, end] = random.pick([['# BEGIN acme-sync (do not edit)', '# END acme-sync'], ['# >>> acme >>>', '# <<< acme <<<'], ['# acme:start', '# acme:end']] as const);
    return [...sections.slice(0, start).flat(), begin, ...sections.slice(start, start + 2).flat(), end, '', ...sections.slice(start + 2).flat()];
  }

  private withLineEnds(lines: Printed): string {
    const { random } = this;
    const usual = random.chance(0.2) ? '\r\n' : '\n';
    const other = random.chance(0.1) ? '\r\n' : usual;
    const text = lines.flatMap((line) => line.split('\n')).map((line) => line + (random.chance(0.3) ? other : usual)).join('');
    const marked = random.chance(0.05) ? `\ufeff${text}` : text;
    return random.chance(0.15) ? marked.replace(/\r?\n$/, '') : marked;
  }

  private otherSections(): readonly Printed[] {
    const { random } = this;
    const sections: (() => Printed)[] = [
      () => [...this.header(['tui']), ...this.pair(['theme'], this.scalar()), ...this.pair(['keymap', 'quit'], '"q"')],
      () => [...this.header(['projects', '/home/sam/work']), ...this.pair(['trust_level'], '"trusted"')],
      () => [...this.header(['profiles', 'fast']), ...this.pair(['text'], '"""\n[mcp_servers.fake]\napproval_mode = "approve"\n# not a comment\n"""')],
      () => this.elements(),
    ];
    return random.some(sections, 3).map((print) => print());
  }

  private elements(): Printed {
    const { random } = this;
    const count = 1 + random.below(3);
    return Array.from({ length: count }, (_, index) => [
      ...this.header(['rule'], true),
      ...this.pair(['toolName'], `"t${String(index)}"`),
      ...(random.chance(0.3) ? [...this.header(['rule', 'when']), ...this.pair(['mode'], '"plan"')] : []),
    ]).flat();
  }

  private serverSections(path: Printed): readonly Printed[] {
    const { random } = this;
    const body = random.chance(0.85) ? [[...this.header(path), ...this.serverKeys(), ...this.toolsInBody()]] : [];
    const env = random.chance(0.25) ? [[...this.header([...path, 'env']), ...this.pair(['REGION'], '"eu"')]] : [];
    return [...body, ...env, ...(this.toolsAreInBody ? [] : this.toolSections(path))];
  }

  private toolsAreInBody = false;

  private toolsInBody(): Printed {
    const { random } = this;
    this.toolsAreInBody = random.chance(0.3);
    if (!this.toolsAreInBody) return [];
    const tools = random.some(toolNames, 3);
    const form = random.pick(['dotted', 'inline in dotted', 'inline']);
    if (form === 'dotted') return tools.flatMap((tool) => this.pair(['tools', tool, 'approval_mode'], this.mode()));
    if (form === 'inline in dotted') return tools.flatMap((tool) => this.pair(['tools', tool], this.inlineTool()));
    return this.pair(['tools'], this.inlineTable(tools.map((tool) => [tool, this.inlineTool()])));
  }

  private toolSections(path: Printed): readonly Printed[] {
    const { random } = this;
    const tools = random.some(toolNames, 4);
    const [listed, own] = random.chance(0.2) ? [tools.slice(0, 2), tools.slice(2)] : [[], tools];
    const dotted = random.chance(0.5);
    const list = [...this.header([...path, 'tools']), ...listed.flatMap((tool) => (dotted ? this.pair([tool, 'approval_mode'], this.mode()) : this.pair([tool], this.inlineTool())))];
    const sections = own.map((tool) => [...this.header([...path, 'tools', tool]), ...this.pair(['approval_mode'], this.mode()), ...(random.chance(0.2) ? this.pair(['note'], '"kept by hand"') : [])]);
    return listed.length > 0 || random.chance(0.05) ? [list, ...sections] : sections;
  }

  private serverInTable(server: string): Printed {
    return this.random.chance(0.5) ? this.pair([server], this.inlineServer()) : this.dottedServer([server]);
  }

  private dottedServer(path: Printed): Printed {
    const tools = this.random.some(toolNames, 3);
    return [
      ...this.pair([...path, 'command'], '"npx"'),
      ...(this.random.chance(0.5) ? this.pair([...path, 'args'], this.list()) : []),
      ...tools.flatMap((tool) => this.pair([...path, 'tools', tool, 'approval_mode'], this.mode())),
    ];
  }

  private serverKeys(): Printed {
    const keys: readonly (readonly [string, () => string])[] = [
      ['command', () => this.random.pick(['"npx"', "'C:\\Program Files\\npx.cmd'", '"C:\\\\npx.cmd"'])],
      ['args', () => this.list()],
      ['enabled_tools', () => this.list()],
      ['startup_timeout_sec', () => this.random.pick(['30', '30.0', '1_800', '3e1'])],
      ['enabled', () => 'true'],
      ['future_option', () => '{ level = 3 }'],
      ['env', () => this.inlineTable([['A', '"1"'], ['B', "'2'"]])],
      ['last', () => '"""\n  [mcp_servers.docs.tools.fake]\n"""'],
    ];
    return this.random.some(keys, 5).filter(([key]) => key !== 'env' || this.random.chance(0.3)).flatMap(([key, value]) => this.pair([key], value()));
  }

  private mode(): string {
    return this.random.pick(['"approve"', '"prompt"', "'approve'", '"auto"']);
  }

  private inlineTool(): string {
    return this.inlineTable([['approval_mode', this.mode()], ...(this.random.chance(0.2) ? [['note', '"n"'] as const] : [])]);
  }

  private inlineServer(): string {
    const tools = this.random.some(toolNames, 2).map((tool) => [tool, this.inlineTool()] as const);
    const spelt = this.random.chance(0.3)
      ? tools.map(([tool, value]) => `tools.${quoted(tool)} = ${value}`)
      : tools.length > 0 ? [`tools = ${this.inlineTable(tools)}`] : [];
    return `{ ${[`command = "npx"`, ...spelt].join(', ')} }`;
  }

  private inlineTable(pairs: readonly (readonly [string, string])[]): string {
    const { random } = this;
    const items = pairs.map(([key, value]) => `${quoted(key)}${this.equals}${value}`);
    if (items.length === 0) return '{}';
    if (random.chance(0.1)) return `{\n${items.map((item) => `  ${item},${random.chance(0.3) ? ' # why' : ''}\n`).join('')}}`;
    return random.chance(0.2) ? `{${items.join(',')}}` : `{ ${items.join(', ')} }`;
  }

  private list(): string {
    const { random } = this;
    const items = random.some(['"-y"', '"acme@1.4.0"', "'search'", '"get_page"', '"--root"'], 4);
    if (items.length === 0) return random.chance(0.8) ? '[]' : '[\n  # nothing yet\n]';
    if (random.chance(0.6)) return random.chance(0.2) ? `[${items.join(',')}]` : `[${items.join(', ')}${random.chance(0.1) ? ',' : ''}]`;
    const last = items.length - 1;
    const lines = items.map((item, index) => `  ${item}${index < last || random.chance(0.7) ? ',' : ''}${random.chance(0.3) ? ' # why' : ''}`);
    const extra = random.chance(0.3) ? ['  # "--verbose",'] : [];
    return `[\n${[...lines, ...extra].join('\n')}\n]`;
  }

  private scalar(): string {
    return this.random.pick(['"plain"', '1_000', '0x1F', '3.0', '-0.0', 'true', '1979-05-27T07:32:00Z', '07:32:00', '9007199254740993', "'lit'", '"""\n[a.b]\n"""', "'''\n# no comment'''", '[1, 2]', '[[1], []]', 'inf', '"\\u00e9"', '"é 日本"']);
  }

  private header(path: Printed, isElement = false): Printed {
    const { random } = this;
    const blank = this.tight ? [] : random.chance(0.15) ? ['', ''] : [''];
    const above = random.chance(0.25) ? [random.pick(['# approved in spring', '# [mcp_servers.docs.tools.parked]', '  # indented', '# end of the docs', '#'])] : [];
    const name = path.map(quotedFor(random)).join(random.chance(0.05) ? ' . ' : '.');
    const padding = random.chance(0.05) ? ' ' : '';
    const open = isElement ? '[[' : '[';
    const close = isElement ? ']]' : ']';
    this.indent = random.chance(0.1) ? random.pick(['  ', '\t', '    ']) : '';
    const comment = random.chance(0.15) ? ' # do not rename' : '';
    return [...blank, ...above, `${this.indent}${open}${padding}${name}${padding}${close}${comment}`];
  }

  private indent = '';

  private pair(path: Printed, value: string): Printed {
    const { random } = this;
    const key = path.map(quotedFor(random)).join('.');
    const equals = random.chance(0.05) ? '   =  ' : this.equals;
    const comment = random.chance(0.15) ? '  # reviewed' : random.chance(0.05) ? '\t' : '';
    const below = random.chance(0.08) ? [random.pick(['# enabled = false', '', '  # note'])] : [];
    return [`${this.indent}${key}${equals}${value}${comment}`, ...below];
  }
}

function quoted(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

function quotedFor(random: Random): (key: string) => string {
  return (key) => (random.chance(0.05) && !key.includes("'") ? `'${key}'` : random.chance(0.03) ? JSON.stringify(key) : quoted(key));
}
