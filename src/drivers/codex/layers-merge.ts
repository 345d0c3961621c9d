import { entriesOf, isTable } from '../../reading.js';

/**
 * Codex's merge of two configs (openai/codex:codex-rs/config/src/merge.rs): tables key by key, everything else, lists
 * included, as a whole. Of its aliases and its folding of keys none concerns servers, approvals or what voids them.
 */
export function mergeTables(base: unknown, overlay: unknown): unknown {
  if (!isTable(base) || !isTable(overlay)) return overlay === undefined ? base : overlay;
  const merged = Object.create(null) as object;
  for (const [key, value] of [...entriesOf(base), ...entriesOf(overlay)]) {
    const old: unknown = Object.hasOwn(merged, key) ? Reflect.get(merged, key) : undefined;
    const next = old === undefined ? value : mergeTables(old, value);
    Object.defineProperty(merged, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}
