import { spanAt } from '../formats/position.js';
import type { Span } from '../model.js';

/** Why a native file is left alone. */
export interface NativeProblem {
  readonly kind:
    | 'syntax'
    | 'duplicate-key'
    | 'not-text'
    | 'template'
    | 'limit'
    /** The edit would have to enter a block that another tool maintains, or a block without an end. */
    | 'managed-block'
    /** The file is sound, and the edit has no exact spelling in it. */
    | 'unsupported-shape'
    /** The edited text does not read back as intended: a bug of ours that reached nobody's file. */
    | 'verification-failed';
  readonly message: string;
  readonly fix: string;
  /** In the text without its byte order mark. */
  readonly span?: Span;
  /** The other half of the matter: the first of two equal keys, the start of the block. */
  readonly related?: { readonly message: string; readonly span: Span };
}

/** From the first offset to the one behind the last. */
export type Range = readonly [start: number, end: number];

/** A problem at a place in the text. */
export function problemAt(text: string, range: Range, problem: Omit<NativeProblem, 'span'>): NativeProblem {
  return { ...problem, span: spanAt(text, ...range) };
}
