import { positionAt } from '../formats/position.js';
import type { NativeProblem } from './problem.js';

export type Decoded =
  /** `text` is without the byte order mark that `bom` tells of. */
  | { readonly ok: true; readonly text: string; readonly bom: boolean }
  | { readonly ok: false; readonly problem: NativeProblem };

/** Bytes to text, or why they are none: a damaged file must never look like an empty one. */
export function decodeText(bytes: Uint8Array): Decoded {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = bom ? bytes.subarray(3) : bytes;
  if (isUtf16(bytes)) return notText(content, 0, 'the file is UTF-16', 'Save it as UTF-8.');
  const text = decodeStrictly(content);
  if (text === undefined) return notText(content, firstInvalid(content), 'the file is not valid UTF-8', 'Restore the file, or save it as UTF-8.');
  const nul = content.indexOf(0);
  if (nul !== -1) return notText(content, nul, 'the file holds NUL bytes, so it is damaged or not text', 'Restore the file from a backup.');
  return { ok: true, text, bom };
}

/** The opposite of `decodeText`. */
export function encodeText(text: string, bom: boolean): Uint8Array {
  return new TextEncoder().encode(bom ? `\ufeff${text}` : text);
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Where the bytes first differ from what they are read as. */
function firstInvalid(bytes: Uint8Array): number {
  const readAs = new TextEncoder().encode(decodeLoosely(bytes));
  const index = bytes.findIndex((byte, position) => byte !== readAs[position]);
  return index === -1 ? bytes.length : index;
}

function decodeLoosely(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function notText(bytes: Uint8Array, offset: number, message: string, fix: string): Decoded {
  const before = decodeLoosely(bytes.subarray(0, offset));
  const start = positionAt(before, before.length);
  return { ok: false, problem: { kind: 'not-text', message, fix, span: { start, end: start } } };
}
