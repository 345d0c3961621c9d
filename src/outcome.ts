import type { Diagnostic } from './diagnostics.js';

/**
 * What every stage returns: a value, perhaps with notes, or the faults that stopped it.
 * Expected failures are values; only bugs throw.
 */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly Diagnostic[] }
  | { readonly ok: false; readonly faults: readonly Diagnostic[] };

/** The shared empty list, so that a hundred thousand sound tools allocate nothing. */
export const noDiagnostics: readonly Diagnostic[] = [];

export function success<T>(value: T, notes: readonly Diagnostic[] = noDiagnostics): Outcome<T> {
  return { ok: true, value, notes };
}

export function failure(faults: readonly Diagnostic[]): Outcome<never> {
  return { ok: false, faults };
}
