import { isList, isTable, type NativeContent } from '../value.js';

/** How a string was written before: a literal one stays literal where the new text allows it. */
export type StringStyle = 'basic' | 'literal';

/** A bare key where TOML allows one, else a basic string. */
export function printKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : printBasic(key);
}

/** A value on one line, in TOML 1.0, so that older readers take it too. */
export function printValue(value: NativeContent, style: StringStyle = 'basic'): string {
  if (isList(value)) return `[${value.map((item) => printValue(item)).join(', ')}]`;
  if (isTable(value)) return printInline(value);
  if (typeof value === 'string') return printString(value, style);
  if (typeof value === 'number') return printNumber(value);
  return value instanceof Date ? value.toISOString() : String(value);
}

function printInline(table: { readonly [key: string]: NativeContent }): string {
  const pairs = Object.entries(table).map(([key, value]) => `${printKey(key)} = ${printValue(value)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Text with backslashes, a Windows path as a rule, is easier to read as a literal string. */
function printString(text: string, style: StringStyle): string {
  const canBeLiteral = !/['\u0000-\u0008\u000a-\u001f\u007f]/.test(text);
  return canBeLiteral && (style === 'literal' || text.includes('\\')) ? `'${text}'` : printBasic(text);
}

/** JSON's escapes are TOML's, but for DEL. */
function printBasic(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** INVARIANT: reads back as the same number. Whole numbers beyond 2^53 are floats, because integers there would be exact. */
function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const text = String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** Why TOML cannot hold a value, or `undefined`. Never quotes the value. */
export function unprintable(value: NativeContent): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'text with half of a surrogate pair';
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? undefined : 'an integer of more than 64 bits';
  if (isList(value)) return value.map(unprintable).find((reason) => reason !== undefined);
  if (!isTable(value)) return undefined;
  return Object.entries(value)
    .map(([key, item]) => unprintable(key) ?? unprintable(item))
    .find((reason) => reason !== undefined);
}
