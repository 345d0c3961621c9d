import type { Read } from './format.js';
import { maximumDepth } from './format.js';

/**
 * Reads strict JSON. The fast way is `JSON.parse` and a count: every text between quotes is a key or a value of what was
 * read, unless a key came twice. Everything that is wrong is then found again, with positions, by the slower reader.
 */
export async function readJson(text: string): Promise<Read> {
  const value = parseOrNothing(text);
  if (value !== undefined && countTexts(value.parsed, maximumDepth) === countQuotes(text) / 2) return { ok: true, value: value.parsed };
  const { readJsonc } = await import('./jsonc.js');
  return readJsonc(text, { strict: true });
}

/** JSON with comments and trailing commas, as editors and clients read it. */
export async function readJsonWithComments(text: string): Promise<Read> {
  const { readJsonc } = await import('./jsonc.js');
  return readJsonc(text, { strict: false });
}

function parseOrNothing(text: string): { readonly parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The quotes of a sound document, escaped ones left out. */
function countQuotes(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    if (!isEscaped(text, at)) quotes += 1;
  }
  return quotes;
}

const backslash = 0x5c;

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === backslash) start -= 1;
  return (at - start) % 2 === 1;
}

/** Keys and values that are texts. No number where containers are nested deeper than `levels`. */
function countTexts(value: unknown, levels: number): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return NaN;
  const items: unknown[] = Object.values(value);
  let texts = Array.isArray(value) ? 0 : items.length;
  for (const item of items) texts += typeof item === 'string' ? 1 : countTexts(item, levels - 1);
  return texts;
}
