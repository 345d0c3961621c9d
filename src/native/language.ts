import type { TableChange } from './difference.js';
import type { Markers } from './markers.js';
import type { NativeRead } from './read.js';
import type { Step } from './splice.js';
import type { NativeContent } from './value.js';

/** What differs between the languages of native files. Everything else of an edit is the same. */
export interface Language {
  readonly read: (text: string) => Promise<NativeRead>;
  /** What kind of value the language cannot hold, or `undefined`. Never quotes the value. */
  readonly unprintable: (value: NativeContent) => string | undefined;
  /** How the text of a sound document has to change for its value to change like this. */
  readonly plan: (text: string, change: TableChange, hollow: ReadonlySet<object>) => Promise<Plan>;
  /** Whether another reader, where there is one, reads `value` in the new text if it could read the old text. */
  readonly isStillSound: (before: string, after: string, value: NativeContent) => boolean;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly markers: Markers;
}
