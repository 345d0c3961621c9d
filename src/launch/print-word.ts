import { parse, stringify } from 'smol-toml';
import type { NativeValue, OverlayWord, PrivateFile } from '../driver.js';
import { sameValue } from '../render/value-of.js';

/** A text, or the bug that it does not say what was meant. */
export type PrintedWord = { readonly ok: true; readonly text: string } | { readonly ok: false };

/** The text of a word, read back and compared with what it should say. */
export function printWord(word: Exclude<OverlayWord, { readonly file: string }>): PrintedWord {
  if (typeof word === 'string') return { ok: true, text: word };
  if ('json' in word) return printJsonValue(word.json, 0);
  const value = inlineToml(word.toml);
  return sameValue(parse(`value = ${value}`, { integersAsBigInt: 'asNeeded' }), { value: word.toml }) ? { ok: true, text: word.before + value } : { ok: false };
}

/** The text of a private file, read back and compared. */
export function printFile(file: Exclude<PrivateFile, { readonly format: 'folder' }>): PrintedWord {
  if (file.format === 'json') return printJsonValue(file.value, 2);
  const text = stringify(file.value);
  return sameValue(parse(text, { integersAsBigInt: 'asNeeded' }), file.value) ? { ok: true, text } : { ok: false };
}

function printJsonValue(value: NativeValue, indent: number): PrintedWord {
  const text = JSON.stringify(value, null, indent) + (indent > 0 ? '\n' : '');
  return sameValue(JSON.parse(text), value) ? { ok: true, text } : { ok: false };
}

/** A value on one line: keys always quoted, JSON's escapes are TOML's, but for DEL. */
function inlineToml(value: NativeValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(inlineToml).join(',')}]`;
  const entries = Object.keys(value).map((key) => `${quoted(key)}=${inlineToml(Reflect.get(value, key) as NativeValue)}`);
  return `{${entries.join(',')}}`;
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
