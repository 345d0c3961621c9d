import type { Diagnostic } from '../diagnostics.js';
import type { Locate } from '../formats/format.js';
import type { DocumentPath, Span } from '../model.js';
import { valueAt, type Finding } from './audit.js';
import { positionIn } from './holding.js';

/** Gives a finding its place in the native file: the entry, or the nearest one above it that the file has. */
export function placeFinding(finding: Finding, file: string, driver: string, find: Locate | undefined, document: unknown): Diagnostic {
  const { code, subject, message, fix } = finding;
  const path = pathOf(finding, document);
  const span = find === undefined ? undefined : nearestSpan(path, find);
  return { code, message, subject: { driver, ...subject }, ...(fix === undefined ? {} : { fix }), at: { file, path, part: path.length > finding.path.length ? 'value' : 'key', ...(span === undefined ? {} : { span }) } };
}

/** The path with the index of the element, where a list is meant. */
function pathOf({ path, element }: Finding, document: unknown): DocumentPath {
  const list: unknown = element === undefined ? undefined : valueAt(document, path);
  const index = Array.isArray(list) ? positionIn(list, element) : -1;
  return index === -1 ? path : [...path, index];
}

function nearestSpan(path: DocumentPath, find: Locate): Span | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const span = find(path.slice(0, length), 'key');
    if (span !== undefined) return span;
  }
  return undefined;
}
