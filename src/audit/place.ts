import type { Diagnostic } from '../diagnostics.js';
import type { Locate } from '../formats/format.js';
import type { DocumentPath } from '../model.js';
import { sameValue } from '../render/value-of.js';
import { valueAt, type Finding } from './audit.js';

/** Gives a finding its place in the native file: the entry, or the nearest one above it that the file has. */
export function placeFinding(finding: Finding, file: string, driver: string, find: Locate | undefined, document: unknown): Diagnostic {
  const { code, subject, message, fix } = finding;
  const path = pathOf(finding, document);
  const lengths = Array.from({ length: path.length }, (_, index) => path.length - index);
  const length = lengths.find((candidate) => find?.(path.slice(0, candidate), 'key') !== undefined);
  const span = length === undefined ? undefined : find?.(path.slice(0, length), 'key');
  return { code, message, subject: { driver, ...subject }, ...(fix === undefined ? {} : { fix }), at: { file, path, part: path.length > finding.path.length ? 'value' : 'key', ...(span === undefined ? {} : { span }) } };
}

/** The path with the index of the element, where a list is meant. */
function pathOf({ path, element }: Finding, document: unknown): DocumentPath {
  const list: unknown = element === undefined ? undefined : valueAt(document, path);
  const index = Array.isArray(list) ? list.findIndex((item) => sameValue(item, element)) : -1;
  return index === -1 ? path : [...path, index];
}
