import { posix } from 'node:path';
import { isNote, type Diagnostic } from '../diagnostics.js';

/** What a reporting command found, in the form that every report is made of. */
export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** What was looked at and holds: without it, "no finding" and "nothing checked" would look the same. */
  readonly holding: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** Notes count as findings. */
  readonly strict: boolean;
  readonly exitCode: number;
  /** The working folder, from the root of the repository: `""` or `packages/a`. */
  readonly fromRoot: string;
}

/** How a diagnostic counts in this run. */
export function isFailure(diagnostic: Diagnostic, { strict }: Report): boolean {
  return strict || !isNote(diagnostic);
}

/**
 * A file as hosts of repositories name it: relative to the root, with forward slashes. `undefined` for everything that is
 * no file of the repository: a file of the user's home, standard input, an old revision.
 */
export function repositoryPath(file: string, { fromRoot }: Report): string | undefined {
  if (/^(?:<|git:|\/|[A-Za-z]:)/.test(file)) return undefined;
  const path = posix.join(fromRoot, file);
  return path === '.' || path.startsWith('../') ? undefined : path;
}

/** A text for formats that have no place for the fix of their own. */
export function withFix(message: string, fix: string): string {
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} Fix: ${fix}`;
}
