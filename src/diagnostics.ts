import { codes } from './diagnostic-codes.js';
import type { DocumentPath, Span } from './model.js';

export type DiagnosticCode = keyof typeof codes;

/** What a code means for the exit code: see `exitCode`. */
export type Family = 'unreadable' | 'invalid-spec' | 'refused' | 'finding' | 'note';

/** The fixed half of a diagnostic, printed by `mcpolicy explain <CODE>`. */
export interface CodeFacts {
  readonly family: Family;
  readonly title: string;
  /** Why this is reported, for somebody who meets it for the first time. */
  readonly reason: string;
  readonly fix: string;
  /** A value that is reported under this code is shown in the snippet. Off wherever it could be a secret. */
  readonly showsValue?: true;
}

/** Where something is: a file, perhaps a node of it, and once `locate` ran, its span. */
export interface Place {
  readonly file: string;
  readonly path?: DocumentPath;
  /** Which half of the entry at `path` is meant. */
  readonly part?: 'key' | 'value';
  readonly span?: Span;
}

/** Who a diagnostic is about. */
export interface Subject {
  readonly driver?: string;
  readonly server?: string;
  readonly tool?: string;
}

/** One thing to tell the user. Never holds a secret: values are described, not quoted. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** How to mend this very case; the code's general fix where absent. */
  readonly fix?: string;
  readonly subject?: Subject;
  readonly at?: Place;
  readonly related?: readonly { readonly message: string; readonly at: Place }[];
}

export function factsOf(code: DiagnosticCode): CodeFacts {
  return codes[code];
}

/** Every code, in order. */
export const allCodes = Object.keys(codes) as readonly DiagnosticCode[];

export function isNote(diagnostic: Pick<Diagnostic, 'code'>): boolean {
  return factsOf(diagnostic.code).family === 'note';
}

const exitCodes: Readonly<Record<Exclude<Family, 'note'>, number>> = { finding: 1, unreadable: 2, 'invalid-spec': 3, refused: 4 };
const precedence = [2, 3, 4, 1] as const;

/** The exit code of a run that reported these: the first of 2, 3, 4, 1 that applies, else 0. Notes count only when `strict`. */
export function exitCode(diagnostics: readonly Diagnostic[], strict = false): number {
  const seen = new Set(diagnostics.map((diagnostic) => codeOf(factsOf(diagnostic.code).family, strict)));
  return precedence.find((code) => seen.has(code)) ?? 0;
}

function codeOf(family: Family, strict: boolean): number {
  if (family === 'note') return strict ? exitCodes.finding : 0;
  return exitCodes[family];
}
