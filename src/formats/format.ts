import type { DocumentPath, Span } from '../model.js';

/** What is wrong with the text of a document, in words that quote nothing of it. */
export interface FormatProblem {
  readonly kind: 'syntax' | 'duplicate-key' | 'unsupported' | 'limit';
  readonly message: string;
  readonly span: Span;
  /** For a duplicate key: where the first one stands. */
  readonly first?: Span;
}

/** A value whose maps may have any own key, or every problem found. */
export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problems: readonly FormatProblem[] };

/** Deeper nesting than any real config has; keeps recursive readers off the end of the stack. */
export const maximumDepth = 64;

/** Where the entry at `path` stands: its key or its value. `undefined` where the document has no such node. */
export type Locate = (path: DocumentPath, part: 'key' | 'value') => Span | undefined;
