import { visit } from 'jsonc-parser';
import { editJsonc, type NativeEdit } from '../../src/native/edit.js';
import { faultOfSplices, isSubsequence, leavesOf, meaningOf } from './oracle.js';
import type { Verdict } from './toml-properties.js';

/** Edits one document and looks at the result in every way that does not rely on the editor's own opinion. */
export async function judgeJson(text: string, edits: readonly NativeEdit[]): Promise<Verdict> {
  const meaning = meaningOf(read(text), edits);
  const edited = await editJsonc(text, edits);
  if (!edited.ok) return edited.problem.kind === 'unsupported-shape' && (meaning === undefined || edited.problem.message.includes('cannot hold')) ? { kind: 'refused' } : { kind: 'fault', message: `refused: ${edited.problem.kind}, ${edited.problem.message}` };
  if (meaning === undefined) return { kind: 'fault', message: 'an edit without meaning was carried out' };
  const message = faultOfSplices(text, edited.text, edited.splices) ?? faultOfText(text, edited.text, edits, meaning) ?? (await faultOfRepetition(edited.text, edits));
  if (message !== undefined) return { kind: 'fault', message: `${message}\n--- became\n${edited.text}` };
  return { kind: edited.splices.length > 0 ? 'edited' : 'unchanged' };
}

/** The standard reader, after comments and trailing commas outside of strings were taken out. */
function read(text: string): unknown {
  const string = '("(?:[^"\\\\]|\\\\.)*")';
  const bare = text.replace(/^\ufeff/, '').replace(new RegExp(`${string}|//[^\\n\\r]*|/\\*[^]*?\\*/`, 'g'), '$1');
  return JSON.parse(bare.replace(new RegExp(`${string}|,(?=\\s*[\\]}])`, 'g'), '$1'));
}

function faultOfText(before: string, after: string, edits: readonly NativeEdit[], meaning: readonly string[]): string | undefined {
  if (leavesOf(read(after)).join('\n') !== meaning.join('\n')) return 'the new text means something else';
  if (isPlain(before) && !isPlain(after)) return 'plain JSON became JSON with comments or trailing commas';
  return isSubsequence(ownComments(before, edits), ownComments(after, [])) ? undefined : 'a comment line was lost';
}

function isPlain(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/** Comments on lines of their own, but for those inside a value that an edit removes or sets: they are part of it. */
function ownComments(source: string, edits: readonly NativeEdit[]): readonly string[] {
  const text = source.replace(/^\ufeff/, '');
  const comments: string[] = [];
  const path: string[] = [];
  let key = '';
  const open = () => void path.push(key);
  const close = () => void path.pop();
  const isInside = (edit: NativeEdit) => edit.path.length < path.length && edit.path.every((name, depth) => name === path[depth + 1]);
  visit(text, {
    onObjectBegin: open,
    onArrayBegin: open,
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: (name) => void (key = name),
    onComment: (offset, length) => {
      if (!edits.some(isInside) && text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '') comments.push(text.slice(offset, offset + length));
    },
  });
  return comments;
}

async function faultOfRepetition(text: string, edits: readonly NativeEdit[]): Promise<string | undefined> {
  const again = await editJsonc(text, edits);
  if (!again.ok) return `the same edits were refused the second time: ${again.problem.message}`;
  return again.splices.length === 0 ? undefined : 'the same edits changed the text a second time';
}

/** A new entry of an object, or a new item of a list, that is removed again leaves no trace. */
export async function faultOfReturn(text: string, add: NativeEdit, remove: NativeEdit): Promise<string | undefined> {
  const container = at(read(text), add.op === 'include' ? add.path : add.path.slice(0, -1));
  if (typeof container !== 'object' || container === null || Object.hasOwn(container, add.path.at(-1) ?? '')) return undefined;
  const added = await editJsonc(text, [add]);
  if (!added.ok) return added.problem.message;
  const removed = await editJsonc(added.text, [remove]);
  if (!removed.ok) return `the new entry cannot be removed: ${removed.problem.message}\n--- became\n${added.text}`;
  return removed.text === text ? undefined : `removing the new entry left a trace\n--- became\n${added.text}\n--- and then\n${removed.text}`;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined), value);
}
