import type { Diagnostic, Place } from '../diagnostics.js';
import type { Locate } from '../formats/format.js';
import type { SourceText } from '../model.js';
import { locatorOf } from './parse.js';

/**
 * Gives diagnostics their spans. Documents are read a second time, with positions, only when there is something to
 * point at: sound specs never pay for it.
 */
export async function locate(diagnostics: readonly Diagnostic[], sources: readonly SourceText[]): Promise<readonly Diagnostic[]> {
  const files = new Set(diagnostics.flatMap(placesOf).filter(needsSpan).map((place) => place.file));
  const locators = new Map<string, Locate>();
  for (const source of sources) {
    const locator = files.has(source.file) ? await locatorOf(source) : undefined;
    if (locator !== undefined) locators.set(source.file, locator);
  }
  return diagnostics.map((diagnostic) => locateOne(diagnostic, locators));
}

function placesOf({ at, related = [] }: Diagnostic): readonly Place[] {
  return [...(at === undefined ? [] : [at]), ...related.map((item) => item.at)];
}

function needsSpan(place: Place): boolean {
  return place.span === undefined && place.path !== undefined;
}

function locateOne(diagnostic: Diagnostic, locators: ReadonlyMap<string, Locate>): Diagnostic {
  const { at, related } = diagnostic;
  return {
    ...diagnostic,
    ...(at === undefined ? {} : { at: locatePlace(at, locators) }),
    ...(related === undefined ? {} : { related: related.map((item) => ({ ...item, at: locatePlace(item.at, locators) })) }),
  };
}

/** The node itself, or the nearest one above it that the document has. */
function locatePlace(place: Place, locators: ReadonlyMap<string, Locate>): Place {
  const find = locators.get(place.file);
  if (find === undefined || place.path === undefined || !needsSpan(place)) return place;
  for (let length = place.path.length; length >= 0; length -= 1) {
    const isWhole = length === place.path.length;
    const span = find(place.path.slice(0, length), isWhole ? (place.part ?? 'value') : 'key');
    if (span !== undefined) return { ...place, span, ...(isWhole ? {} : { part: 'key' as const }) };
  }
  return { ...place, span: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } } };
}
