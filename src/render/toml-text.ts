import { parse, stringify } from 'smol-toml';
import type { NativeValue } from '../driver.js';

const bareKey = /^[A-Za-z0-9_-]+$/;

/** Whether TOML takes a key as it is, without quotes. */
export function isBareKey(key: string): boolean {
  return bareKey.test(key);
}

/** A basic string: JSON's escapes are TOML's, but for DEL. */
export function printKey(key: string): string {
  return JSON.stringify(key).replaceAll('\u007f', '\\u007f');
}

/** The key that a text is, or `undefined` where it is not exactly one. */
export function readKey(text: string): string | undefined {
  const keys = Object.keys(readBack(`${text} = 0`) ?? {});
  return keys.length === 1 ? keys[0] : undefined;
}

/** Text that stands for itself between double quotes, in TOML as in JSON: printable ASCII without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/;
/** One such text in quotes, or a list of them. */
const plainValue = /^(?:"[ !#-[\]-~]*"|\[ "[ !#-[\]-~]*"(?:, "[ !#-[\]-~]*")* \])$/;

/** One line, or `undefined` for a value that TOML prints as a table of its own. */
export function printValue(value: NativeValue): string | undefined {
  if (typeof value === 'string' && plainText.test(value)) return `"${value}"`;
  if (isPlainList(value)) return `[ "${value.join('", "')}" ]`;
  return /^value = (.*)\n$/s.exec(stringify({ value }))?.[1];
}

function isPlainList(value: NativeValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && plainText.test(item));
}

/** Plain text means what stands between its quotes, and is read at a tenth of the cost. */
export function readValue(printed: string): unknown {
  if (plainValue.test(printed)) return printed.startsWith('"') ? printed.slice(1, -1) : printed.slice(3, -3).split('", "');
  return readBack(`value = ${printed}`)?.['value'];
}

/** What printed text says: nothing, where it is no TOML. */
export function readBack(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}
