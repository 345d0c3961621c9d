import { isNothing, tableDifference, type TableChange } from './difference.js';
import { intend, says, type Intent } from './intent.js';
import type { Language } from './language.js';
import { blockTouching, type Markers } from './markers.js';
import type { NativeProblem, Range } from './problem.js';
import { lonelyMarker, managedBlock, rootIsNoTable, tooLong, unprintable, verificationFailed, wrongShape } from './refusals.js';
import { applySplices, splicesOf, type TextSplice } from './splice.js';
import { isTable, type NativePath, type NativeValue } from './value.js';

/** A wish about one entry of a document. Wishes that hold already change nothing. */
export type NativeEdit =
  /** The entry has this value; missing tables on the way are made. */
  | { readonly op: 'set'; readonly path: NativePath; readonly value: NativeValue }
  /** There is no such entry: a key goes with its line, a table with its header and all that is below it. */
  | { readonly op: 'remove'; readonly path: NativePath }
  /** The list holds this value; a missing list is made. */
  | { readonly op: 'include'; readonly path: NativePath; readonly value: NativeValue }
  /** The list does not hold this value. */
  | { readonly op: 'exclude'; readonly path: NativePath; readonly value: NativeValue };

export type Edited =
  /** `splices` turn the old text into `text`, and leave every byte outside them alone. None: nothing had to change. */
  { readonly ok: true; readonly text: string; readonly splices: readonly TextSplice[] } | { readonly ok: false; readonly problem: NativeProblem };

/** Edits TOML. Same promise as for any language: exact, or refused with the text untouched. */
export async function editToml(text: string, edits: readonly NativeEdit[]): Promise<Edited> {
  const { toml } = await import('./toml/language.js');
  return editIn(toml, text, edits);
}

/** Edits JSON, with comments and trailing commas or without. */
export async function editJsonc(text: string, edits: readonly NativeEdit[]): Promise<Edited> {
  const { jsonc } = await import('./jsonc/language.js');
  return editIn(jsonc, text, edits);
}

/** Far above any config that people keep; the parser with positions is slow on more. */
const maximumEditableLength = 4 * 1024 * 1024;

/** Edits a text of any language. A byte order mark stays where it is, and no parser sees it. */
export async function editIn(language: Language, text: string, edits: readonly NativeEdit[]): Promise<Edited> {
  if (!text.startsWith('\ufeff')) return editDocument(language, text, edits);
  const edited = await editDocument(language, text.slice(1), edits);
  if (!edited.ok) return edited;
  return { ok: true, text: `\ufeff${edited.text}`, splices: edited.splices.map((splice) => ({ ...splice, offset: splice.offset + 1 })) };
}

async function editDocument(language: Language, text: string, edits: readonly NativeEdit[]): Promise<Edited> {
  const read = await language.read(text);
  if (!read.ok) return read;
  const { document } = read;
  if (!isTable(document.value)) return refuse(rootIsNoTable(text));
  const reason = edits.map((wish) => unprintableEdit(language, wish)).find((found) => found !== undefined);
  if (reason !== undefined) return refuse(unprintable(reason));
  const intent = intend(document.value, edits);
  if (!intent.ok) return refuse(await wrongShape(document, intent.fault));
  const change = tableDifference(document.value, intent.value, intent.hollow);
  if (isNothing(change)) return { ok: true, text, splices: [] };
  if (text.length > maximumEditableLength) return refuse(tooLong());
  return carryOut(language, text, change, intent);
}

function refuse(problem: NativeProblem): Edited {
  return { ok: false, problem };
}

async function carryOut(language: Language, text: string, change: TableChange, intent: Extract<Intent, { readonly ok: true }>): Promise<Edited> {
  const { steps, markers } = await language.plan(text, change, intent.hollow);
  const refusal = steps.find((step) => step.kind === 'refuse');
  if (refusal !== undefined) return refuse(refusal.problem);
  const splices = splicesOf(text, steps);
  const trespass = problemOfMarkers(text, markers, splices);
  if (trespass !== undefined) return refuse(trespass);
  const edited = applySplices(text, splices);
  return (await isAsIntended(language, text, edited, intent)) ? { ok: true, text: edited, splices } : refuse(verificationFailed());
}

function problemOfMarkers(text: string, markers: Markers, splices: readonly TextSplice[]): NativeProblem | undefined {
  const [lonely] = markers.lonely;
  if (lonely !== undefined) return lonelyMarker(text, lonely);
  return splices
    .map(({ offset, length }): Range => [offset, offset + length])
    .flatMap((range) => {
      const block = blockTouching(markers, range);
      return block === undefined ? [] : [managedBlock(text, range, block)];
    })[0];
}

/** INVARIANT: no text leaves this file that was not read back and compared with the old value plus the intended change. */
async function isAsIntended(language: Language, before: string, after: string, { value, hollow }: Extract<Intent, { readonly ok: true }>): Promise<boolean> {
  const read = await language.read(after);
  return read.ok && says(read.document.value, value, hollow) && language.isStillSound(before, after, read.document.value);
}

function unprintableEdit(language: Language, wish: NativeEdit): string | undefined {
  const values = 'value' in wish ? [...wish.path, wish.value] : wish.path;
  return values.map(language.unprintable).find((reason) => reason !== undefined);
}
