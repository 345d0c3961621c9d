import type { Diagnostic } from '../diagnostics.js';
import type { Locate } from '../formats/format.js';
import type { Finding } from './audit.js';

/** Gives a finding its place in the native file: the entry, or the nearest one above it that the file has. */
export function placeFinding({ code, path, subject, message, fix }: Finding, file: string, driver: string, find: Locate | undefined): Diagnostic {
  const lengths = Array.from({ length: path.length }, (_, index) => path.length - index);
  const length = lengths.find((candidate) => find?.(path.slice(0, candidate), 'key') !== undefined);
  const span = length === undefined ? undefined : find?.(path.slice(0, length), 'key');
  return { code, message, subject: { driver, ...subject }, ...(fix === undefined ? {} : { fix }), at: { file, path, part: 'key', ...(span === undefined ? {} : { span }) } };
}
