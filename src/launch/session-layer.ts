import { parse } from 'smol-toml';
import type { SessionSetting } from '../driver.js';
import type { ReadLayer } from '../layers/read.js';
import { setOwn } from '../render/tables.js';

/** The settings of a command line as one more layer. Nothing where it makes none. */
export function sessionLayer(settings: readonly SessionSetting[], part: string, title: string): readonly ReadLayer[] {
  if (settings.length === 0) return [];
  const document = Object.create(null) as Table;
  for (const setting of settings) place(document, setting);
  return [{
    file: { place: { kind: 'session', part, format: 'toml', folder: '', file: [] }, document },
    shownAs: `<arguments of ${title}>`,
    text: '',
    locate: () => Promise.resolve(undefined),
    faults: [],
  }];
}

type Table = Record<string, unknown>;

/** As Codex does it (openai/codex:codex-rs/utils/cli/src/config_override.rs): the last setting of a path wins, whatever was there. */
function place(document: Table, { path, text }: SessionSetting): void {
  let table = document;
  for (const key of path.slice(0, -1)) {
    const inner: unknown = Object.hasOwn(table, key) ? table[key] : undefined;
    const next = isTable(inner) ? inner : (Object.create(null) as Table);
    setOwn(table, key, next);
    table = next;
  }
  setOwn(table, path.at(-1) ?? '', valueOf(text));
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueOf(text: string): unknown {
  try {
    return parse(`value = ${text}`)['value'];
  } catch {
    return text.trim().replace(/^["']+/, '').replace(/(?<!["'])["']+$/, '');
  }
}
