import type { Entry, NativeValue } from '../driver.js';
import { isNativeTable } from './tables.js';
import { isBareKey, printKey, printValue, readBack, readKey, readValue } from './toml-text.js';
import { sameValue, valueOf } from './value-of.js';

/** The text of TOML entries, table by table, checked against what it should say. */
export type Printed = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** The keys before the last one of a header, and their text with a dot behind each. */
interface Parent {
  readonly path: readonly string[];
  readonly text: string;
  /** The tables that were opened there. */
  readonly names: string[];
  /** The last of them in the order of names. */
  greatest: string;
}

/**
 * Prints TOML and remembers what it has read back, so that a line that comes a hundred thousand times is read back once.
 *
 * INVARIANT: a TOML document is the union of its tables when every header is new. So the document says what the entries
 * say if each key reads back as itself, each line as its value, and no header and no key of a table comes twice.
 */
export class TomlPrinter {
  private readonly keys = new Map<string, string>();
  private readonly toolLines = new Map<string, Map<string, string>>();
  private readonly parents = new Map<string, Parent>();
  private parent: Parent | undefined;

  /** The tables of these entries: entries that stand next to each other and share their parent are one table. */
  print(entries: readonly Entry[]): Printed {
    const pieces: string[] = [];
    let keys: string[] = [];
    let previous: Entry | undefined;
    for (const entry of entries) {
      const key = entry.path[entry.path.length - 1] ?? '';
      if (previous === undefined || !isSameTable(previous, entry)) {
        const problem = this.printHeader(entry, pieces);
        if (problem !== undefined) return { ok: false, problem };
        keys = [];
      } else if (keys.includes(key)) return { ok: false, problem: 'a key comes twice' };
      const problem = this.printEntry(entry, key, pieces);
      if (problem !== undefined) return { ok: false, problem };
      keys.push(key);
      previous = entry;
    }
    return { ok: true, text: pieces.join('') };
  }

  private printHeader({ op, path }: Entry, pieces: string[]): string | undefined {
    const depth = op === 'include' ? path.length - 1 : path.length - 2;
    const name = path[depth];
    if (name === undefined) return 'a key stands in no table';
    const parent = this.parentOf(path, depth);
    const text = this.key(name);
    if (parent === undefined || text === undefined) return 'a key reads back differently';
    if (pieces.length > 0) pieces.push('\n');
    if (op === 'include') pieces.push('[[', parent.text, text, ']]\n');
    else if (addTable(parent, name)) pieces.push('[', parent.text, text, ']\n');
    else return 'a table comes twice';
    return undefined;
  }

  /** What the first `depth` keys of a path say; most often what those of the path before said. */
  private parentOf(path: readonly string[], depth: number): Parent | undefined {
    if (this.parent?.path.length === depth && isPrefix(this.parent.path, depth, path)) return this.parent;
    const keys = path.slice(0, depth);
    const texts: string[] = [];
    for (const key of keys) {
      const printed = this.key(key);
      if (printed === undefined) return undefined;
      texts.push(printed, '.');
    }
    const text = texts.join('');
    this.parent = this.parents.get(text) ?? this.newParent(keys, text);
    return this.parent;
  }

  private newParent(path: readonly string[], text: string): Parent {
    const parent = { path, text, names: [], greatest: '' };
    this.parents.set(text, parent);
    return parent;
  }

  private printEntry({ op, value, tool }: Entry, key: string, pieces: string[]): string | undefined {
    if (op === 'include') return this.printElement(value, pieces);
    return tool !== undefined && typeof value === 'string' ? this.printToolLine(key, value, pieces) : this.printLine(key, value, pieces);
  }

  private printElement(value: NativeValue, pieces: string[]): string | undefined {
    if (!isNativeTable(value)) return 'an element of an array of tables is no table';
    for (const key of Object.keys(value)) {
      const problem = this.printLine(key, value[key] ?? '', pieces);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** The lines of tools are few and come again and again; those of servers hardly ever do. */
  private printToolLine(key: string, value: string, pieces: string[]): string | undefined {
    const lines = this.toolLines.get(key) ?? new Map<string, string>();
    const known = lines.get(value);
    if (known !== undefined) {
      pieces.push(known);
      return undefined;
    }
    const problem = this.printLine(key, value, pieces);
    const line = pieces[pieces.length - 1];
    if (problem === undefined && line !== undefined) this.toolLines.set(key, lines.set(value, line));
    return problem;
  }

  private printLine(key: string, value: NativeValue, pieces: string[]): string | undefined {
    const text = this.key(key);
    if (text === undefined) return 'a key reads back differently';
    const printed = printValue(value);
    if (printed === undefined || !sameValue(readValue(printed), value)) return 'a value reads back differently';
    pieces.push(`${text} = ${printed}\n`);
    return undefined;
  }

  /** The text of a key, or `undefined` where it reads back differently. A bare key is its own text. */
  private key(key: string): string | undefined {
    if (isBareKey(key)) return key;
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    const text = printKey(key);
    if (readKey(text) !== key) return undefined;
    this.keys.set(key, text);
    return text;
  }
}

function isSameTable(a: Entry, b: Entry): boolean {
  if (a.op === 'include' || b.op === 'include' || a.path.length !== b.path.length) return false;
  return isPrefix(a.path, a.path.length - 1, b.path);
}

/** Whether two paths share their first `depth` keys. From the last one back: that is where they differ. */
function isPrefix(a: readonly string[], depth: number, b: readonly string[]): boolean {
  for (let index = depth - 1; index >= 0; index -= 1) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}

/** Whether the table is new there. Tables mostly come sorted, and then the greatest name tells. */
function addTable(parent: Parent, name: string): boolean {
  if (name > parent.greatest) parent.greatest = name;
  else if (parent.names.includes(name)) return false;
  parent.names.push(name);
  return true;
}

/** Reads a whole document back: what small renderings and tests do on top of the table-wise check. */
export function saysExactly(text: string, entries: readonly Entry[]): boolean {
  const value = readBack(text);
  return value !== undefined && sameValue(value, valueOf(entries));
}
