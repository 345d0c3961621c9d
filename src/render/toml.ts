import { parse, stringify } from 'smol-toml';
import type { Entry } from '../driver.js';
import { tablesOf, type Table } from './tables.js';
import { sameValue, valueOf } from './value-of.js';

/** The text of TOML entries, table by table, checked against what it should say. */
export type Printed = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** Prints TOML and remembers what it has read back, so that a thousand equal tables are read back once. */
export class TomlPrinter {
  private readonly bodies = new Map<string, unknown>();
  private readonly keys = new Map<string, string>();
  private readonly headers = new Set<string>();

  /** The tables of these entries. Nothing is returned that was not read back and found equal. */
  print(entries: readonly Entry[]): Printed {
    const texts: string[] = [];
    for (const table of tablesOf(entries)) {
      const header = table.path.map(printKey).join('.');
      const body = printBody(table);
      const problem = this.problemOf(table, header, body);
      if (problem !== undefined) return { ok: false, problem };
      texts.push(table.isElement ? `[[${header}]]\n${body}` : `[${header}]\n${body}`);
    }
    return { ok: true, text: texts.join('\n') };
  }

  /**
   * INVARIANT: a TOML document is the union of its tables when every header is new. So the document says what the entries
   * say if each header reads back as its path, each body reads back as its values, and no header comes twice.
   */
  private problemOf(table: Table, header: string, body: string): string | undefined {
    if (!table.path.every((key) => this.readsBack(key))) return 'a key reads back differently';
    if (!sameValue(this.readBody(body), table.values)) return 'a value reads back differently';
    if (table.isElement) return undefined;
    if (this.headers.has(header)) return 'a table comes twice';
    this.headers.add(header);
    return undefined;
  }

  private readBody(body: string): unknown {
    const known = this.bodies.get(body);
    if (known !== undefined) return known;
    const value = parse(body, { integersAsBigInt: 'asNeeded' });
    this.bodies.set(body, value);
    return value;
  }

  private readsBack(key: string): boolean {
    const text = printKey(key);
    const known = this.keys.get(text);
    if (known !== undefined) return known === key;
    const [read] = Object.keys(parse(`${text} = 0`));
    if (read !== undefined) this.keys.set(text, read);
    return read === key;
  }
}

const bareKey = /^[A-Za-z0-9_-]+$/;

/** A bare key where TOML allows one, else a basic string: JSON's escapes are TOML's, but for DEL. */
function printKey(key: string): string {
  return bareKey.test(key) ? key : JSON.stringify(key).replaceAll('\u007f', '\\u007f');
}

function printBody(table: Table): string {
  return stringify(table.values);
}

/** Reads a whole document back: what small renderings and tests do on top of the table-wise check. */
export function saysExactly(text: string, entries: readonly Entry[]): boolean {
  return sameValue(parse(text, { integersAsBigInt: 'asNeeded' }), valueOf(entries));
}
