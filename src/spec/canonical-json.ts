/** What can be fingerprinted: JSON, with maps instead of objects, so that no key is special. */
export type Canonical = string | number | boolean | null | readonly Canonical[] | ReadonlyMap<string, Canonical> | CanonicalText;

/** A value that is canonical text already, because it is part of several payloads. */
export class CanonicalText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * RFC 8785 canonical JSON. Strict: lone surrogates and numbers that are no safe integers have no canonical form here.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'string') return canonicalString(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (value instanceof CanonicalText) return value.text;
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  return canonicalObject(value);
}

/** Sorted by UTF-16 code unit, which is how `sort` orders texts by itself. */
function canonicalObject(map: ReadonlyMap<string, Canonical>): string {
  const members = [...map.keys()].sort().map((key) => `${canonicalString(key)}:${canonicalJson(map.get(key) ?? null)}`);
  return `{${members.join(',')}}`;
}

function isList(value: readonly Canonical[] | ReadonlyMap<string, Canonical>): value is readonly Canonical[] {
  return Array.isArray(value);
}

/** Stands for itself between quotes: printable ASCII without quotes and backslashes. */
const plain = /^[ !#-[\]-~]*$/;

function canonicalString(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate has no canonical form');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError('only safe integers have a canonical form');
  return String(value);
}
