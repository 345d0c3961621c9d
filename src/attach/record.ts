import { createHash } from 'node:crypto';
import { createTwoFilesPatch } from 'diff';
import type { FileChange } from '../apply/file-change.js';
import type { PlannedEdit } from '../apply/plan.js';
import { valueAt } from '../audit/audit.js';
import type { NativeValue } from '../driver.js';
import type { TextSplice } from '../native/splice.js';
import { sameValue } from '../render/value-of.js';
import type { AttachedFile, OwnedEntry } from './receipt.js';

/** What is remembered of a change, so that it can be taken back. */
export function recordChange(change: FileChange, edits: readonly PlannedEdit[], afterValue: unknown): AttachedFile {
  const { file, before, after } = change;
  return {
    part: file.part.id,
    format: file.part.format === 'toml' ? 'toml' : 'json',
    path: file.path,
    existed: file.content !== undefined,
    before: digest(file.content?.bytes ?? new Uint8Array()),
    after: digest(change.bytes),
    inverse: inverseOf(before, after),
    patches: [3, 1, 0].map((context) => createTwoFilesPatch('after', 'before', after, before, '', '', { context })),
    owned: edits.map((edit) => ownedEntry(edit, file.document.value, afterValue)),
  };
}

export function digest(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** One splice over everything between the common beginning and the common end. */
function inverseOf(before: string, after: string): readonly TextSplice[] {
  if (before === after) return [];
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [{ offset: start, length: after.length - end - start, content: before.slice(start, before.length - end) }];
}

function ownedEntry(edit: PlannedEdit, before: unknown, after: unknown): OwnedEntry {
  if (edit.op === 'include' || edit.op === 'exclude') {
    const held = (document: unknown) => (holdsElement(document, edit.path, edit.value) ? { value: edit.value } : {});
    return { path: edit.path, element: edit.value, created: createdDepth(edit.path, before), before: held(before), after: held(after) };
  }
  return { path: edit.path, created: createdDepth(edit.path, before), before: present(valueAt(before, edit.path)), after: present(valueAt(after, edit.path)) };
}

function createdDepth(path: readonly string[], before: unknown): number {
  const depth = path.findIndex((_key, index) => valueAt(before, path.slice(0, index + 1)) === undefined);
  return depth === -1 ? path.length : depth + 1;
}

function present(value: NativeValue | undefined): { readonly value?: NativeValue } {
  return value === undefined ? {} : { value };
}

/** Whether the list at a path holds this element. */
export function holdsElement(document: unknown, path: readonly string[], element: NativeValue): boolean {
  const list: unknown = valueAt(document, path);
  return Array.isArray(list) && list.some((item) => sameValue(item, element));
}
