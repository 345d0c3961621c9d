import { parse, TomlError } from 'smol-toml';
import type { Span } from '../model.js';
import { maximumDepth, type FormatProblem, type Read } from './format.js';
import { offsetOf, spanAt } from './position.js';

/** Reads TOML 1.1, the byte order mark of its file left out: one that is still there is a second one. Integers beyond 2^53 come as bigint, so that no value is changed by reading it. */
export async function readToml(text: string): Promise<Read> {
  if (text.startsWith('\ufeff')) return { ok: false, problems: [{ kind: 'syntax', message: oddCharacter(text, 0) ?? '', span: spanAt(text, 0, 1) }] };
  try {
    const value = parse(text, { integersAsBigInt: 'asNeeded', maxDepth: maximumDepth });
    return isDeeperThan(maximumDepth, value) ? { ok: false, problems: [tooDeep(spanAt(text, 0, 0))] } : { ok: true, value };
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
function isDeeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((item) => isDeeperThan(limit - 1, item));
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
