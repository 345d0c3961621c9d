import type { Diagnostic } from '../diagnostics.js';
import type { SourceText } from '../model.js';

/** What a command hands to the reporter: its product, what it has to say, and the texts that snippets are cut from. */
export interface CommandResult {
  readonly pieces: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** Commands with exit codes of their own; absent: what the diagnostics amount to. */
  readonly exitCode?: number;
  /** Commands whose product is a report: what was looked at and holds, so that a report also shows it. */
  readonly holding?: readonly string[];
  /** The same commands: facts beside the diagnostics, for `--format json`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export function product(pieces: readonly string[], diagnostics: readonly Diagnostic[] = [], sources: readonly SourceText[] = []): CommandResult {
  return { pieces, diagnostics, sources };
}

/** Diagnostics and no product: nothing partial is ever printed. */
export function refused(diagnostics: readonly Diagnostic[], sources: readonly SourceText[] = []): CommandResult {
  return { pieces: [], diagnostics, sources };
}

export function usage(message: string, fix?: string): CommandResult {
  return refused([{ code: 'MCP901', message, ...(fix === undefined ? {} : { fix }) }]);
}
