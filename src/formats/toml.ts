import { parse, TomlDate, TomlError } from 'smol-toml';
import type { DocumentPath, Span } from '../model.js';
import { maximumDepth, type FormatProblem, type Read } from './format.js';
import { offsetOf, spanAt } from './position.js';

/** Reads TOML 1.1, the byte order mark of its file left out: one that is still there is a second one. Integers beyond 2^53 come as bigint, so that no value is changed by reading it. */
export async function readToml(text: string): Promise<Read> {
  if (text.startsWith('\ufeff')) return { ok: false, problems: [{ kind: 'syntax', message: oddCharacter(text, 0) ?? '', span: spanAt(text, 0, 1) }] };
  try {
    const value = parse(text, { integersAsBigInt: 'asNeeded', maxDepth: maximumDepth });
    if (isDeeperThan(maximumDepth, value)) return { ok: false, problems: [tooDeep(spanAt(text, 0, 0))] };
    const overlooked = await overlookedFault(value, text);
    return overlooked === undefined ? { ok: true, value } : { ok: false, problems: [overlooked] };
  } catch (error) {
    if (error instanceof TomlError) return { ok: false, problems: [await problemOf(error, text)] };
    throw error;
  }
}

async function problemOf(error: TomlError, text: string): Promise<FormatProblem> {
  const offset = offsetOf(text, error.line, error.column);
  const reason = /^Invalid TOML document: ([^\n]*)/.exec(error.message)?.[1] ?? 'not valid TOML';
  const span = spanAt(text, offset, offset + 1);
  if (reason.includes('excessively nested')) return tooDeep(span);
  if (!reason.startsWith('trying to redefine')) return { kind: 'syntax', message: oddCharacter(text, offset) ?? reason, span };
  const { redefinition } = await import('./toml-ranges.js');
  const found = redefinition(text, offset);
  return { kind: 'duplicate-key', message: 'defined twice', span: found?.second ?? span, ...(found?.first === undefined ? {} : { first: found.first }) };
}

/** The parser counts brackets only: a dotted key nests as deep as it is long. */
function isDeeperThan(limit: number, value: object): boolean {
  if (limit === 0) return true;
  // A loop over keys: the values of ten thousand small tables need no lists.
  for (const key in value) {
    const item: unknown = value[key as keyof typeof value];
    if (typeof item === 'object' && item !== null && isDeeperThan(limit - 1, item)) return true;
  }
  return false;
}

/** How every date is written, and every whole number of 14 hexadecimal digits, the shortest one beyond 2^53. Few texts hold either. */
const mayBeOverlooked = /\d{4}-\d\d-\d\d|\d[\da-fA-F_xob]{13}/;

const largest = 2n ** 63n - 1n;

/** Values that the parser takes and TOML does not: a whole number beyond 64 bits, and a day that no month has, which it rolls on. */
async function overlookedFault(value: unknown, text: string): Promise<FormatProblem | undefined> {
  // Stryker disable next-line all: the answer is the same without it, later
  if (!mayBeOverlooked.test(text)) return undefined;
  const path = pathTo(value, (item) => (typeof item === 'bigint' ? item > largest || item < -largest - 1n : item instanceof TomlDate && isRolled(item, text)));
  if (path === undefined) return undefined;
  const { locateToml } = await import('./toml-ranges.js');
  const invented = text.search(/\d{4}-(?:02-29|02-3\d|0[469]-31|11-31)/);
  const span = locateToml(text)?.(path, 'value') ?? spanAt(text, Math.max(invented, 0), Math.max(invented, 0) + 1);
  return { kind: 'syntax', message: 'a date that no calendar has, or a whole number beyond 64 bits', span };
}

function isRolled(date: TomlDate, text: string): boolean {
  return !date.isTime() && !text.includes(date.toISOString().slice(0, 10));
}

/** Where the first value of a kind is. */
function pathTo(value: unknown, is: (value: unknown) => boolean): DocumentPath | undefined {
  if (is(value)) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const below = pathTo(item, is);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

function tooDeep(span: Span): FormatProblem {
  return { kind: 'limit', message: `nested deeper than ${String(maximumDepth)} levels`, span };
}

/** Characters that look harmless and stop a reader: typographic quotes, a byte order mark in the middle, odd spaces. */
function oddCharacter(text: string, offset: number): string | undefined {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (!/[\u2018-\u201f\ufeff\u00a0\u200b-\u200f\u2028\u2029]/.test(character)) return undefined;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return character === '\ufeff' ? `the character ${code} (byte order mark) is allowed only at the start of a file` : `the character ${code} is no part of TOML here`;
}
