import type { LayerContext, LayerFile, Layers, MergedLayers, NativeDocument } from '../../driver.js';
import { mergeTables } from './layers-merge.js';
import { places } from './layers-places.js';
import { hookRemarks, projectRemarks, stayingRemarks } from './layers-remarks.js';
import { trustOf } from './layers-trust.js';
import { entriesOf, isTable, tableOf, valueAt } from '../../reading.js';

/**
 * The files that Codex merges (openai/codex:codex-rs/config/src/loader/mod.rs; every rule here was compared with what
 * `config/read` of 0.171.0 answers, see test/conformance/layers).
 */
export const layers: Layers = { places, merge, combine, unseen };

/** Highest precedence first, deep merge key by key; project files count in trusted folders only. */
function merge(files: readonly LayerFile[], context: LayerContext): MergedLayers {
  const trusting = effective(files.filter(({ place }) => place.kind !== 'project' && place.kind !== 'managed'));
  const decided = files.map((layer) => ({ layer, why: skipped(layer, trusting, context) }));
  const active = decided.flatMap(({ layer, why }) => (why === undefined ? [asTaken(layer, context)] : []));
  return {
    documents: combine(active),
    active,
    ignored: decided.flatMap(({ layer, why }) => (why === undefined ? [] : [{ layer, why }])),
    remarks: [...projectRemarks(active, effective), ...hookRemarks(active), ...stayingRemarks(active)],
    ...(hasOwnMarkers(trusting) ? { undecided: 'project_root_markers moves the root of the project, which is not followed here' } : {}),
  };
}

function hasOwnMarkers(config: unknown): boolean {
  const markers = valueAt(config, 'project_root_markers');
  return markers !== undefined && JSON.stringify(markers) !== '[".git"]';
}

function combine(active: readonly LayerFile[]): readonly NativeDocument[] {
  return [{ part: 'config', value: effective(active) }];
}

/** The config that these layers mean, the lowest first under the others. */
function effective(files: readonly LayerFile[]): unknown {
  const configs = files.filter(({ place }) => place.part === 'config').map(({ document }) => document);
  return configs.reduceRight<unknown>(mergeTables, {});
}

function skipped({ place }: LayerFile, trusting: unknown, context: LayerContext): string | undefined {
  if (place.project === undefined) return undefined;
  const trust = trustOf(place.project, context, trusting);
  if (trust === 'trusted' || (trust === undefined && context.mayTrust)) return undefined;
  return trust === 'untrusted' ? 'its folder is marked as untrusted' : 'nobody marked its folder as trusted';
}

/** Keys that a repository may not set (PROJECT_LOCAL_CONFIG_DENYLIST): where credentials go, and what else runs. */
const deniedToProjects: ReadonlySet<string> = new Set([
  'openai_base_url', 'chatgpt_base_url', 'apps_mcp_product_sku', 'model_provider', 'model_providers', 'notify', 'profile', 'profiles',
  'experimental_realtime_webrtc_call_base_url', 'experimental_realtime_ws_base_url', 'otel',
]);

/** What Codex takes of a layer. In a linked worktree the hooks of the main checkout replace those of the worktree. */
function asTaken(layer: LayerFile, context: LayerContext): LayerFile {
  const { place, document } = layer;
  if (place.part !== 'config' || place.project === undefined || !isTable(document)) return layer;
  const isTaken = (key: string) => !deniedToProjects.has(key) && !(key === 'hooks' && context.mainCheckout !== undefined);
  return { place, document: tableOf(entriesOf(document).filter(([key]) => isTaken(key))) };
}

function unseen({ platform }: LayerContext): string {
  const managed = platform === 'darwin' ? 'managed preferences of this Mac, and ' : '';
  return `Codex also takes ${managed}settings that an organisation delivers with the account; no file shows them`;
}
