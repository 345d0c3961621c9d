import type { Read } from './format.js';
import { maximumDepth } from './format.js';

/**
 * Reads strict JSON. The fast way is `JSON.parse` and a count of members, which differs from the count of keys exactly
 * when a key comes twice; everything that is wrong is then found again, with positions, by the slower reader.
 */
export async function readJson(text: string): Promise<Read> {
  const { members, depth } = measure(text);
  if (depth <= maximumDepth) {
    const value = parseOrNothing(text);
    if (value !== undefined && countKeys(value.parsed) === members) return { ok: true, value: value.parsed };
  }
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

/** Colons outside strings are members of objects; brackets outside strings are depth. */
function measure(text: string): { readonly members: number; readonly depth: number } {
  let members = 0;
  let open = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quoteCode) index = endOfString(text, index);
    else if (code === colonCode) members += 1;
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, (open += 1));
    else if (code === 0x7d || code === 0x5d) open -= 1;
  }
  return { members, depth };
}

const quoteCode = 0x22;
const colonCode = 0x3a;
const backslashCode = 0x5c;

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quoteCode) index += text.charCodeAt(index) === backslashCode ? 2 : 1;
  return index;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0);
  const items: unknown[] = Object.values(value);
  return items.reduce<number>((sum, item) => sum + countKeys(item), items.length);
}

