import { applyPatch } from 'diff';
import { valueAt } from '../audit/audit.js';
import { editJsonc, editToml, type Edited, type NativeEdit } from '../native/edit.js';
import { readJsonc, readToml } from '../native/read.js';
import { applySplices } from '../native/splice.js';
import { sameValue } from '../render/value-of.js';
import type { AttachedFile, OwnedEntry } from './receipt.js';
import { holdsElement } from './record.js';

/** The text without the attachment, or the entries that somebody changed meanwhile. */
export type Restored =
  /** `gone`: entries that somebody removed although there had been others before. They stay removed. */
  | { readonly ok: true; readonly text: string; readonly gone: readonly OwnedEntry[] }
  | { readonly ok: false; readonly changed: readonly OwnedEntry[]; readonly problem?: Extract<Edited, { readonly ok: false }>['problem'] };

/**
 * Takes an attachment out of a file that others may have changed since. Entries that are as attached go back to what was
 * before, entries that are so already or that were removed stay, and any other value of an owned entry stops everything.
 */
export async function restore(file: AttachedFile, text: string, value: unknown, isUntouched: boolean): Promise<Restored> {
  if (isUntouched) return { ok: true, text: applySplices(text, file.inverse), gone: [] };
  const states = file.owned.map((entry) => ({ entry, state: stateOf(entry, value) }));
  const changed = states.filter(({ state }) => state === 'changed').map(({ entry }) => entry);
  if (changed.length > 0) return { ok: false, changed };
  const attached = states.filter(({ state }) => state === 'attached').map(({ entry }) => entry);
  const gone = states.filter(({ state }) => state === 'gone').map(({ entry }) => entry);
  if (attached.length === 0) return { ok: true, text, gone };
  const edited = await edit(file.format, text, attached.map((entry) => undo(entry, value, file)));
  if (!edited.ok) return { ok: false, changed: [], problem: edited.problem };
  return { ok: true, text: await closest(file, text, edited.text), gone };
}

type State = 'attached' | 'restored' | 'gone' | 'changed';

function stateOf(entry: OwnedEntry, document: unknown): State {
  const current = entry.element === undefined ? valueAt(document, entry.path) : holdsElement(document, entry.path, entry.element) ? entry.element : undefined;
  if (sameValue(current, entry.after.value)) return 'attached';
  if (sameValue(current, entry.before.value)) return 'restored';
  return current === undefined ? 'gone' : 'changed';
}

function undo(entry: OwnedEntry, document: unknown, file: AttachedFile): NativeEdit {
  const { path, element, before } = entry;
  if (element !== undefined) return { op: before.value === undefined ? 'exclude' : 'include', path, value: element };
  return before.value === undefined ? { op: 'remove', path: widestOwn(entry, document, file) } : { op: 'set', path, value: before.value };
}

/** The widest table around an entry that holds nothing but entries of this attachment which were not there before. */
function widestOwn({ path, created }: OwnedEntry, document: unknown, file: AttachedFile): readonly string[] {
  const own = new Set(file.owned.filter((entry) => entry.element === undefined && entry.before.value === undefined).map((entry) => JSON.stringify(entry.path)));
  const widths = Array.from({ length: path.length - created }, (_, index) => path.slice(0, created + index));
  return widths.find((candidate) => leaves(valueAt(document, candidate), candidate).every((leaf) => own.has(JSON.stringify(leaf)))) ?? path;
}

function leaves(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return [path];
  const keys = Object.keys(value);
  return keys.length === 0 ? [path] : keys.flatMap((key) => leaves(Reflect.get(value, key), [...path, key]));
}

/**
 * The old spelling where it still fits: of the patches from much context to none the first whose result says the same as
 * the edit by meaning.
 */
async function closest(file: AttachedFile, text: string, edited: string): Promise<string> {
  const wanted = await valueOf(file.format, edited);
  for (const patch of file.patches) {
    const patched = applyPatch(text, patch, { autoConvertLineEndings: false });
    if (patched === false) continue;
    const said = await valueOf(file.format, patched);
    if (said !== undefined && sameValue(said.value, wanted?.value)) return patched;
  }
  return edited;
}

async function valueOf(format: AttachedFile['format'], text: string): Promise<{ readonly value: unknown } | undefined> {
  const read = format === 'toml' ? await readToml(text) : await readJsonc(text);
  return read.ok ? { value: read.document.value } : undefined;
}

function edit(format: AttachedFile['format'], text: string, edits: readonly NativeEdit[]): Promise<Edited> {
  return format === 'toml' ? editToml(text, edits) : editJsonc(text, edits);
}
