import { valueAt } from '../audit/audit.js';
import { placeFinding } from '../audit/place.js';
import type { Finding } from '../audit/audit.js';
import type { Diagnostic } from '../diagnostics.js';
import type { LayerFile, MergedLayers } from '../driver.js';
import type { LayerStack, ReadLayer } from './read.js';

/**
 * The layer that decides an entry of the merged config: the highest one that has it, else the highest one that has the
 * nearest entry above it. `undefined` where no layer has even its first key.
 */
export function originOf(part: string, path: readonly string[], merged: MergedLayers): LayerFile | undefined {
  const candidates = merged.active.filter(({ place }) => place.part === part);
  for (let length = path.length; length > 0; length -= 1) {
    const found = candidates.find(({ document }) => valueAt(document, path.slice(0, length)) !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A finding about the merged config as a diagnostic at the file and line that decide it. */
export async function placeByOrigin(finding: Finding, stack: LayerStack, driver: string): Promise<Diagnostic> {
  const origin = originOf(finding.part, finding.path, stack.merged);
  const layer = origin === undefined ? undefined : readLayerOf(origin, stack);
  return placeInLayer(finding, layer, driver);
}

/** A finding about one layer as a diagnostic in its file. */
export async function placeInLayer(finding: Finding, layer: ReadLayer | undefined, driver: string): Promise<Diagnostic> {
  if (layer !== undefined) return placeFinding(finding, layer.shownAs, driver, await layer.locate(), layer.file.document);
  const { code, subject, message, fix } = finding;
  return { code, message, subject: { driver, ...subject }, ...(fix === undefined ? {} : { fix }) };
}

/** What was read of a layer that the driver speaks of: the driver may have taken keys away, the place stays the same. */
export function readLayerOf(layer: LayerFile, stack: LayerStack): ReadLayer | undefined {
  return stack.read.find(({ file }) => file.place === layer.place);
}
