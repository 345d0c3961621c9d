import type { NativeDocument, Remark } from './driver.js';

/**
 * The part of the driver contract about layers: the files that a client merges before it decides anything. A driver says
 * where they are and how they merge; it reads none of them, so both answers are pure.
 */

/**
 * Whose word a layer is. `managed`: an administrator's, which beats everything; `session`: the arguments of one run;
 * `project`: what a repository brings along; `profile`: a file that the user names; `system`: the machine's defaults.
 */
export type LayerKind = 'managed' | 'session' | 'project' | 'profile' | 'user' | 'system';

/** A folder between the root of the project and the working folder. */
export interface LayerFolder {
  /** Absolute, as the client is given it. */
  readonly path: string;
  /** The same folder without symbolic links. */
  readonly real: string;
  /** The names that lead to it from the root of the project; empty for the root. */
  readonly below: readonly string[];
}

/** Where a client is started, as far as this decides which files it merges. */
export interface LayerContext {
  /** The working folder first, then those above it up to the root of the repository; outside of one the working folder alone. */
  readonly folders: readonly LayerFolder[];
  /** In a linked git worktree: the root of the checkout that owns the repository. */
  readonly mainCheckout?: LayerFolder;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform` says it. */
  readonly platform: string;
  /** The profile that the user names. */
  readonly profile?: string;
  /** A folder that nobody spoke of can become trusted before its files matter, so they are taken to count. */
  readonly mayTrust?: true;
}

/** One file that a client looks for. */
export interface LayerPlace {
  readonly kind: LayerKind;
  /** A part of the driver, or a word of the driver's own for a file that is no part. */
  readonly part: string;
  /** `folder`: there if it holds anything; its document is the list of names in it. */
  readonly format: 'toml' | 'json' | 'folder';
  /** Absolute, or relative to the working folder. */
  readonly folder: string;
  /** The names below `folder`. */
  readonly file: readonly string[];
  /** The folder that a project's file belongs to: trust is a matter of folders. */
  readonly project?: LayerFolder;
  /** The user named this very file: without it nothing can be said. */
  readonly isNamed?: true;
}

/** A file that is there, or the settings of a command line. `document` is `undefined` where the file could not be read. */
export interface LayerFile {
  readonly place: LayerPlace;
  readonly document: unknown;
}

/** A remark about one layer, whatever the others say. */
export interface LayerRemark {
  readonly layer: LayerFile;
  readonly remark: Remark;
}

/** What a client makes of its files. */
export interface MergedLayers {
  /** What counts in the end, one document a part. */
  readonly documents: readonly NativeDocument[];
  /** The layers that count, highest precedence first, each as the client takes it. */
  readonly active: readonly LayerFile[];
  /** The layers that the client skips. */
  readonly ignored: readonly { readonly layer: LayerFile; readonly why: string }[];
  readonly remarks: readonly LayerRemark[];
  /** Why the merge cannot be worked out here; nothing else of the answer counts then. */
  readonly undecided?: string;
}

/** How a client finds and merges its files. */
export interface Layers {
  /** Every file that could matter, highest precedence first. */
  places(context: LayerContext): readonly LayerPlace[];
  /** `files` in the order of `places`, absent ones left out. */
  merge(files: readonly LayerFile[], context: LayerContext): MergedLayers;
  /** What layers that count mean together, highest precedence first, one document a part. */
  combine(active: readonly LayerFile[]): readonly NativeDocument[];
  /** What the client also merges and no file on this machine shows. */
  unseen(context: LayerContext): string;
}
