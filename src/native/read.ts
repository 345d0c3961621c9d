import type { Locate, Read } from '../formats/format.js';
import { readToml as readTomlFormat } from '../formats/toml.js';
import type { NativeProblem } from './problem.js';
import { syntaxProblem } from './syntax.js';
import { emptyTable, type NativeContent } from './value.js';

/** A sound native file: what it says, and where. Order, comments and spelling stay in the text. */
export interface NativeDocument {
  /** A table in every client's file; JSON can also hold another value at its root. */
  readonly value: NativeContent;
  /** Finds keys and values by path. Loads the parser that knows positions, so that nobody pays for it who does not point. */
  readonly spans: () => Promise<Locate | undefined>;
}

export type NativeRead = { readonly ok: true; readonly document: NativeDocument } | { readonly ok: false; readonly problem: NativeProblem };

/** Reads TOML. `text` is without a byte order mark (see `decodeText`); empty text is an empty document. */
export async function readToml(text: string): Promise<NativeRead> {
  const read = await readTomlFormat(text);
  if (read.ok) return sound(read.value, async () => (await import('../formats/toml-ranges.js')).locateToml(text));
  return refused(await withBothPlaces(text, read), text, 'TOML');
}

/** Reads JSON with comments and trailing commas, as clients do. Text without any value is an empty document. */
export async function readJsonc(text: string): Promise<NativeRead> {
  const { readJsonc: readJsoncFormat, locateJson } = await import('../formats/jsonc.js');
  const { isWithoutValue } = await import('./jsonc/tree.js');
  if (isWithoutValue(text)) return sound(emptyTable(), () => Promise.resolve(() => undefined));
  const read = readJsoncFormat(text, { strict: false });
  return read.ok ? sound(read.value, () => Promise.resolve(locateJson(text))) : refused(read, text, 'JSON');
}

function sound(value: unknown, spans: NativeDocument['spans']): NativeRead {
  return { ok: true, document: { value: value as NativeContent, spans } };
}

type Failed = Extract<Read, { readonly ok: false }>;

function refused({ problems }: Failed, text: string, language: 'TOML' | 'JSON'): NativeRead {
  const [problem] = problems;
  if (problem === undefined) throw new Error('a reader refused a text without saying why');
  return { ok: false, problem: syntaxProblem(text, problem, language) };
}

/** Points at the two equal keys themselves, also inside inline tables, where the reader knows only the statement. */
async function withBothPlaces(text: string, read: Failed): Promise<Failed> {
  const [problem] = read.problems;
  if (problem?.kind !== 'duplicate-key') return read;
  const { findDuplicate } = await import('./toml/duplicate.js');
  const found = findDuplicate(text);
  if (found === undefined) return read;
  const { first = problem.first } = found;
  return { ok: false, problems: [{ ...problem, span: found.second, ...(first === undefined ? {} : { first }) }] };
}
