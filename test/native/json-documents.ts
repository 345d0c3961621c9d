import { Random } from './random.js';
import { serverNames, toolNames } from './toml-documents.js';

/** Generates JSON as clients' files hold it: comments, trailing commas, tabs, one line or many, every line end. */
export function jsonDocument(seed: number): string {
  return new Writer(new Random(seed)).document();
}

class Writer {
  private readonly random: Random;
  private readonly unit: string;
  private readonly isPlain: boolean;
  private readonly isMinified: boolean;

  constructor(random: Random) {
    this.random = random;
    this.unit = random.pick(['  ', '  ', '    ', '\t']);
    this.isPlain = random.chance(0.4);
    this.isMinified = random.chance(0.1);
  }

  document(): string {
    const { random } = this;
    const text = this.object(this.members(), '') + (random.chance(0.8) ? '\n' : '');
    const opened = this.isPlain || !random.chance(0.2) ? text : `// settings of the team\n${text}`;
    const ended = random.chance(0.2) ? opened.replaceAll('\n', '\r\n') : opened;
    return random.chance(0.1) ? `\ufeff${ended}` : ended;
  }

  private members(): readonly (readonly [string, unknown])[] {
    const { random } = this;
    const servers = Object.fromEntries(random.some(serverNames.filter((name) => name !== '__proto__'), 3).map((name) => [name, this.server()]));
    const members: readonly (readonly [string, unknown])[] = [
      ['mcp_servers', servers],
      ['permissions', { allow: random.some(['mcp__docs__search', 'Bash(git status:*)', '// no comment', 'a"b'], 4), deny: [] }],
      ['model', random.pick(['plain', null, 12, 1.5e3, true, '/* no comment */'])],
      ['note', random.pick(['é 日本', '\u0000', 'x\\y'])],
      ['list', random.pick([[], [1, [2, []]], [{ a: 1 }]])],
    ];
    return random.some(members, 5);
  }

  private server(): Record<string, unknown> {
    const { random } = this;
    const tools = Object.fromEntries(random.some(toolNames.filter((name) => name !== '__proto__'), 3).map((name) => [name, { approval_mode: random.pick(['approve', 'prompt']) }]));
    const entries: readonly (readonly [string, unknown])[] = [['command', 'npx'], ['args', random.some(['-y', 'acme@1.4.0', 'search'], 3)], ['tools', tools], ['env', {}], ['enabled_tools', random.some(['search', 'get_page'], 2)]];
    return Object.fromEntries(random.some(entries, 5));
  }

  private value(value: unknown, indent: string): string {
    if (Array.isArray(value)) return this.block('[', ']', value.map((item) => (inner: string) => this.value(item, inner)), indent);
    if (typeof value === 'object' && value !== null) return this.object(Object.entries(value), indent);
    return JSON.stringify(value);
  }

  private object(entries: readonly (readonly [string, unknown])[], indent: string): string {
    const colon = this.isMinified ? ':' : this.random.chance(0.05) ? ' : ' : ': ';
    return this.block('{', '}', entries.map(([key, value]) => (inner: string) => JSON.stringify(key) + colon + this.value(value, inner)), indent);
  }

  private block(open: string, close: string, items: readonly ((indent: string) => string)[], indent: string): string {
    const { random } = this;
    if (items.length === 0) return open + close;
    if (this.isMinified) return open + items.map((print) => print('')).join(',') + close;
    const printed = items.map((print) => print(indent + this.unit));
    if (!printed.some((item) => item.includes('\n')) && random.chance(0.3)) return random.chance(0.5) ? `${open} ${printed.join(', ')} ${close}` : `${open}${printed.join(', ')}${close}`;
    const last = printed.length - 1;
    const hasTrailing = !this.isPlain && random.chance(0.3);
    const lines = printed.flatMap((item, index) => [...this.commentLine(), `${item}${index < last || hasTrailing ? ',' : ''}${this.commentBeside()}`]);
    return `${open}\n${[...lines, ...this.commentLine()].map((line) => indent + this.unit + line).join('\n')}\n${indent}${close}`;
  }

  private commentLine(): readonly string[] {
    const { random } = this;
    return this.isPlain || !random.chance(0.1) ? [] : [random.pick(['// "parked": {},', '/* old */', '// end of the list'])];
  }

  private commentBeside(): string {
    const { random } = this;
    return this.isPlain || !random.chance(0.1) ? '' : random.pick([' // why', ' /* why */']);
  }
}
