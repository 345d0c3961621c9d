import iarna from '@iarna/toml';
import { parse } from 'smol-toml';
import { editToml, type NativeEdit } from '../../src/native/edit.js';
import { concerns, faultOfSplices, isSubsequence, leavesOf, meaningOf } from './oracle.js';
import { linesOf } from './toml-lines.js';

/** What an edit of a generated document came to. A fault is what the test reports; the others are only counted. */
export type Verdict = { readonly kind: 'edited' | 'unchanged' | 'refused' | 'unsound' } | { readonly kind: 'fault'; readonly message: string };

/** Edits one document and looks at the result in every way that does not rely on the editor's own opinion. */
export async function judge(text: string, edits: readonly NativeEdit[]): Promise<Verdict> {
  const old = read(text);
  if (old === undefined) return { kind: 'unsound' };
  const meaning = meaningOf(old, edits);
  const edited = await editToml(text, edits);
  if (!edited.ok) {
    const isExpected = edited.problem.kind === 'managed-block' || (edited.problem.kind === 'unsupported-shape' && meaning === undefined);
    return isExpected ? { kind: 'refused' } : fault(`refused: ${edited.problem.kind}, ${edited.problem.message}`);
  }
  if (meaning === undefined) return fault('an edit without meaning was carried out');
  const message = faultOfSplices(text, edited.text, edited.splices) ?? faultOfValue(edited.text, meaning) ?? faultOfNeighbours(text, edited.text, edits) ?? (await faultOfRepetition(edited.text, edits));
  if (message !== undefined) return fault(`${message}\n--- became\n${edited.text}`);
  return { kind: edited.splices.length > 0 ? 'edited' : 'unchanged' };
}

function fault(message: string): Verdict {
  return { kind: 'fault', message };
}

function read(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

function faultOfValue(text: string, meaning: readonly string[]): string | undefined {
  if (leavesOf(read(text)).join('\n') !== meaning.join('\n')) return 'the new text means something else';
  const second = readAgain(text);
  return second === undefined || leavesOf(second).join('\n') === meaning.join('\n') ? undefined : 'a second reader reads something else';
}

/** `@iarna/toml` refuses some sound documents, and finds names such as `constructor` in its own tables. */
function readAgain(text: string): unknown {
  try {
    return /constructor|toString|__proto__/.test(text) ? undefined : iarna.parse(text);
  } catch {
    return undefined;
  }
}

/** Entries that no edit concerns keep their lines and their order, and no comment line is lost. */
function faultOfNeighbours(before: string, after: string, edits: readonly NativeEdit[]): string | undefined {
  const old = linesOf(before);
  const made = linesOf(after);
  const foreign = old.pairs.filter(({ path }) => !edits.some((edit) => concerns(edit, path))).map(keyed);
  if (!isSubsequence(foreign, made.pairs.map(keyed))) return 'the line of another entry changed, moved or went';
  return isSubsequence(old.comments, made.comments) ? undefined : 'a comment line was lost';
}

function keyed({ path, text }: { readonly path: readonly (string | number)[]; readonly text: string }): string {
  return `${JSON.stringify(path)} ${text}`;
}

async function faultOfRepetition(text: string, edits: readonly NativeEdit[]): Promise<string | undefined> {
  const again = await editToml(text, edits);
  if (!again.ok) return `the same edits were refused the second time: ${again.problem.message}`;
  return again.splices.length === 0 ? undefined : 'the same edits changed the text a second time';
}

/** A new entry that is removed again leaves no trace. `undefined`: all is well, or the entry is not new. */
export async function faultOfReturn(text: string, path: readonly string[]): Promise<string | undefined> {
  const missing = firstMissing(read(text), path);
  if (missing === undefined) return undefined;
  const added = await editToml(text, [{ op: 'set', path, value: 'approve' }]);
  if (!added.ok) return added.problem.kind === 'managed-block' || added.problem.kind === 'unsupported-shape' ? undefined : added.problem.message;
  const removed = await editToml(added.text, [{ op: 'remove', path: missing }]);
  if (!removed.ok) return `the new entry cannot be removed: ${removed.problem.message}\n--- became\n${added.text}`;
  return removed.text === text ? undefined : `removing the new entry left a trace\n--- became\n${added.text}\n--- and then\n${removed.text}`;
}

function firstMissing(document: unknown, path: readonly string[]): readonly string[] | undefined {
  let value = document;
  for (const [depth, key] of path.entries()) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (!Object.hasOwn(value, key)) return path.slice(0, depth + 1);
    value = Reflect.get(value, key);
  }
  return undefined;
}
