import { audit, findingOf } from '../audit/audit.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver, LayerContext } from '../driver.js';
import type { NormalizedPolicy, SourceText } from '../model.js';
import { placeByOrigin, placeInLayer, readLayerOf } from './origin.js';
import { layerSource, readLayers, type LayerStack, type ReadOptions } from './read.js';

/** What is known about the effective policy of one client. */
export interface LayerVerdict {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** The files that count, highest precedence first, by the name they are shown under. */
  readonly counted: readonly string[];
  /** Absolute paths of all files that could count here, absent ones included. */
  readonly places: readonly string[];
}

/** Policy x the layers of a client as they are on this machine -> findings, each at the file and line that decides. */
export async function judgeLayers(driver: ExactDriver, policy: NormalizedPolicy, context: LayerContext, options: ReadOptions): Promise<LayerVerdict> {
  const { layers } = driver;
  if (layers === undefined || driver.read === undefined) {
    return { ...nothing, diagnostics: [{ code: 'MCP442', message: `${driver.title}: which files this client merges was not examined`, subject: { driver: driver.id } }] };
  }
  const stack = await readLayers(layers, context, options);
  if (!stack.ok) return { ...nothing, diagnostics: stack.faults };
  const { merged, read } = stack.value;
  const found = audit(driver, policy, merged.documents, driver.read(merged.documents));
  const diagnostics = await Promise.all([
    ...found.map((finding) => placeByOrigin(finding, stack.value, driver.id)),
    ...merged.remarks.map(({ layer, remark }) => placeInLayer(findingOf(remark), readLayerOf(layer, stack.value), driver.id)),
  ]);
  return {
    diagnostics: [...diagnostics, ...notes(driver, stack.value), { code: 'MCP441', message: layers.unseen(context), subject: { driver: driver.id } }],
    sources: read.map(layerSource),
    counted: merged.active.flatMap((layer) => readLayerOf(layer, stack.value)?.shownAs ?? []),
    places: stack.value.places,
  };
}

const nothing = { sources: [], counted: [], places: [] };

function notes(driver: ExactDriver, stack: LayerStack): readonly Diagnostic[] {
  return stack.merged.ignored.map(({ layer, why }) => ({
    code: 'MCP440',
    message: `${driver.title} ignores this file, because ${why}`,
    subject: { driver: driver.id },
    at: { file: readLayerOf(layer, stack)?.shownAs ?? '' },
  }));
}
