import { compareNames } from '../model.js';

/** What can be fingerprinted: JSON, with maps instead of objects, so that no key is special. */
export type Canonical = string | number | boolean | null | readonly Canonical[] | ReadonlyMap<string, Canonical>;

/**
 * RFC 8785 canonical JSON. Strict: lone surrogates and numbers that are no safe integers have no canonical form here.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'string') return canonicalString(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = [...value].sort(([a], [b]) => compareNames(a, b));
  return `{${entries.map(([key, item]) => `${canonicalString(key)}:${canonicalJson(item)}`).join(',')}}`;
}

function isList(value: readonly Canonical[] | ReadonlyMap<string, Canonical>): value is readonly Canonical[] {
  return Array.isArray(value);
}

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate has no canonical form');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError('only safe integers have a canonical form');
  return String(value);
}
