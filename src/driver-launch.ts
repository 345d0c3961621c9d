import type { Layers } from './driver-layers.js';
import type { NativeDocument, NativeValue } from './driver.js';
import type { NormalizedPolicy } from './model.js';

/**
 * The part of the driver contract about one run: how a policy travels in a call instead of a file, and what in the user's own
 * command line would void it. A driver starts nothing and reads nothing; everything here is data or pure.
 */

/** One option of a client. Words that no option of the table explains are refused as not examined. */
export interface ClientOption {
  /** Every spelling, dashes included. */
  readonly names: readonly string[];
  /** `optional`: one value or none; `values`: every word up to the next option. */
  readonly takes: 'nothing' | 'value' | 'optional' | 'values';
  /** Why no run with this option is started. */
  readonly voids?: string;
  /** What about this option was not examined, so that only somebody who says so starts a run with it. */
  readonly unexamined?: string;
}

/** One word of a client's command line, or one option with its values. */
export interface ClientWord {
  /** Absent: a word that is no option. */
  readonly option?: ClientOption;
  /** The word, or the option as it was spelled. */
  readonly text: string;
  readonly values: readonly string[];
}

/** Something in the client's own arguments that stops the run. `name` tells it from others and holds no value of the user. */
export interface ArgumentFinding {
  /** `void`: the policy would not hold. `unexamined`: nobody knows whether it would. */
  readonly kind: 'void' | 'unexamined';
  readonly name: string;
  readonly message: string;
  readonly fix?: string;
}

/** A setting that the arguments make: a path, and a value as inline TOML, or else the text itself. */
export interface SessionSetting {
  readonly path: readonly string[];
  readonly text: string;
}

/** What the client's own arguments amount to. */
export interface Interpretation {
  readonly findings: readonly ArgumentFinding[];
  /** Why nobody can be asked in this run; absent where somebody can, if a person sits at a terminal. */
  readonly unattended?: string;
  /** The run asks its questions on the terminal, so without one it asks nobody. */
  readonly needsTerminal?: true;
  /** The working folder that the arguments name. */
  readonly folder?: string;
  readonly profile?: string;
  /** In this run the client can come to trust the folder, by itself or because somebody says so. */
  readonly mayTrust?: true;
  readonly session: readonly SessionSetting[];
}

/** A word of the overlay. Values are printed and read back by the core, so that no driver prints. */
export type OverlayWord =
  | string
  /** `before`, then the value as inline TOML. */
  | { readonly before: string; readonly toml: NativeValue }
  | { readonly json: NativeValue }
  /** The absolute path of a private file or folder. */
  | { readonly file: string };

/** A file, or an empty folder, that exists for the time of the run only. */
export type PrivateFile = { readonly name: string; readonly format: 'toml' | 'json'; readonly value: NativeValue } | { readonly name: string; readonly format: 'folder' };

/** Everything that carries a policy in one call. */
export interface Overlay {
  /** Put in front of the client's own arguments. */
  readonly words: readonly OverlayWord[];
  readonly env: readonly { readonly name: string; readonly value: OverlayWord }[];
  /** Only where the client takes this in no other way. */
  readonly files: readonly PrivateFile[];
  /** The client skips its private files unless this user id owns them and every folder above, and nobody else can write there. */
  readonly filesOwnedBy?: number;
  /** Where the client treats the overlay as one more layer, below the administrator's and above all others: its document. */
  readonly layer?: NativeDocument;
}

/** A release that the policy needs, and what for. */
export interface Minimum {
  readonly version: string;
  readonly what: string;
  readonly server?: string;
}

/** What the driver projects, one document a part; a part that the policy says nothing in is absent. */
export type ProjectedDocuments = Readonly<Record<string, { readonly [key: string]: NativeValue }>>;

/** How a policy is given to one run of a client. */
export interface Launcher {
  /** Names of the program, without `.exe`, `.cmd` or `.js`. */
  readonly programs: readonly string[];
  /** Its packages, as `npx` takes them. */
  readonly packages: readonly string[];
  readonly options: readonly ClientOption[];
  /** Letters behind one dash are options of their own, also behind a letter that takes a value: `-pe` is `-p -e`. */
  readonly shortsCluster?: true;
  /** The release in what `--version` prints; `undefined` where another program answered. */
  versionOf(printed: string): string | undefined;
  /** What the client must be able to do for this policy. At least one entry. */
  minimums(policy: NormalizedPolicy): readonly Minimum[];
  interpret(words: readonly ClientWord[]): Interpretation;
  overlay(documents: ProjectedDocuments, policy: NormalizedPolicy): Overlay;
  /** Only the servers of the spec exist in the run, so each needs its transport there. */
  readonly isClosed: boolean;
  /** Variables that must not reach the client. */
  withholds(name: string): boolean;
  /** Whether the client would change this value of a variable that the policy refers to, because it expands it once more. */
  alters?(value: string): boolean;
  /** The files that count in a run with the overlay. */
  readonly layers: Layers;
  /** Why nobody is asked under this merged config. */
  unattended?(documents: readonly NativeDocument[]): string | undefined;
}
