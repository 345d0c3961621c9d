import { parse, stringify } from 'smol-toml';
import type { Entry, NativeValue } from '../driver.js';
import { isNativeTable } from './tables.js';
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
  private readonly lines = new Map<string, Map<NativeValue, string>>();
  private readonly parents = new Map<string, Parent>();
  private parent: Parent | undefined;

  /** The tables of these entries: entries that stand next to each other and share their parent are one table. */
  print(entries: readonly Entry[]): Printed {
    const pieces: string[] = [];
    const keys: string[] = [];
    let previous: Entry | undefined;
    for (const entry of entries) {
      const key = entry.path[entry.path.length - 1] ?? '';
      if (previous === undefined || !isSameTable(previous, entry)) {
        const problem = this.printHeader(entry, pieces);
        if (problem !== undefined) return { ok: false, problem };
        keys.length = 0;
      } else if (keys.includes(key)) return { ok: false, problem: 'a key comes twice' };
      const problem = entry.op === 'include' ? this.printElement(entry.value, pieces) : this.printLine(key, entry.value, pieces);
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
    const open = pieces.length === 0 ? '[' : '\n[';
    if (op === 'include') pieces.push(`${open}[${parent.text}${text}]]\n`);
    else if (addTable(parent, name)) pieces.push(`${open}${parent.text}${text}]\n`);
    else return 'a table comes twice';
    return undefined;
  }

  /** What the first `depth` keys of a path say; most often what those of the path before said. */
  private parentOf(path: readonly string[], depth: number): Parent | undefined {
    if (this.parent?.path.length === depth && isPrefix(this.parent.path, depth, path)) return this.parent;
    const keys = path.slice(0, depth);
    let text = '';
    for (const key of keys) {
      const printed = this.key(key);
      if (printed === undefined) return undefined;
      text += `${printed}.`;
    }
    this.parent = this.parents.get(text) ?? this.newParent(keys, text);
    return this.parent;
  }

  private newParent(path: readonly string[], text: string): Parent {
    const parent = { path, text, names: [], greatest: '' };
    this.parents.set(text, parent);
    return parent;
  }

  private printElement(value: NativeValue, pieces: string[]): string | undefined {
    if (!isNativeTable(value)) return 'an element of an array of tables is no table';
    for (const key of Object.keys(value)) {
      const problem = this.printLine(key, value[key] ?? '', pieces);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private printLine(key: string, value: NativeValue, pieces: string[]): string | undefined {
    const known = this.lines.get(key)?.get(value);
    if (known === undefined) return this.printNewLine(key, value, pieces);
    pieces.push(known);
    return undefined;
  }

  private printNewLine(key: string, value: NativeValue, pieces: string[]): string | undefined {
    const text = this.key(key);
    if (text === undefined) return 'a key reads back differently';
    const printed = printValue(value);
    if (printed === undefined || !sameValue(readValue(printed), value)) return 'a value reads back differently';
    const line = `${text} = ${printed}\n`;
    if (typeof value === 'string' || typeof value === 'boolean') this.remember(key, value, line);
    pieces.push(line);
    return undefined;
  }

  private remember(key: string, value: NativeValue, line: string): void {
    const lines = this.lines.get(key);
    if (lines) lines.set(value, line);
    else this.lines.set(key, new Map([[value, line]]));
  }

  /** The text of a key, or `undefined` where it reads back differently. */
  private key(key: string): string | undefined {
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

const bareKey = /^[A-Za-z0-9_-]+$/;

/** A bare key where TOML allows one, else a basic string: JSON's escapes are TOML's, but for DEL. */
function printKey(key: string): string {
  return bareKey.test(key) ? key : JSON.stringify(key).replaceAll('\u007f', '\\u007f');
}

/** A bare key is its own text. */
function readKey(text: string): string | undefined {
  if (bareKey.test(text)) return text;
  const keys = Object.keys(readBack(`${text} = 0`) ?? {});
  return keys.length === 1 ? keys[0] : undefined;
}

/** Text that stands for itself between double quotes, in TOML as in JSON: printable ASCII without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/;
/** One such text in quotes, or a list of them. */
const plainValue = /^(?:"[ !#-[\]-~]*"|\[ "[ !#-[\]-~]*"(?:, "[ !#-[\]-~]*")* \])$/;

/** One line, or `undefined` for a value that TOML prints as a table of its own. */
function printValue(value: NativeValue): string | undefined {
  if (typeof value === 'string' && plainText.test(value)) return `"${value}"`;
  if (isPlainList(value)) return `[ "${value.join('", "')}" ]`;
  return /^value = (.*)\n$/s.exec(stringify({ value }))?.[1];
}

function isPlainList(value: NativeValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && plainText.test(item));
}

/** Plain text means what stands between its quotes, and is read at a tenth of the cost. */
function readValue(printed: string): unknown {
  if (plainValue.test(printed)) return printed.startsWith('"') ? printed.slice(1, -1) : printed.slice(3, -3).split('", "');
  return readBack(`value = ${printed}`)?.['value'];
}

/** Reads a whole document back: what small renderings and tests do on top of the table-wise check. */
export function saysExactly(text: string, entries: readonly Entry[]): boolean {
  const value = readBack(text);
  return value !== undefined && sameValue(value, valueOf(entries));
}

/** What printed text says: nothing, where it is no TOML. */
function readBack(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}
