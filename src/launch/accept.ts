import { factsOf, type Diagnostic } from '../diagnostics.js';
import { hideSecrets } from '../report/hide.js';

/** A finding that somebody may accept for one run, under a name that no other finding has. */
export interface Stop {
  readonly diagnostic: Diagnostic;
  /** Absent: nobody can accept it. */
  readonly exception?: string;
}

/** What stops the run, and what was accepted. */
export interface Accepted {
  readonly open: readonly Diagnostic[];
  readonly notes: readonly Diagnostic[];
}

/**
 * Takes the findings that are accepted by name out of those that stop the run. Every name that was needed becomes a note, and
 * so does every name that was not: an exception must not outlive its reason.
 */
export function acceptExceptions(stops: readonly Stop[], accepted: readonly string[]): Accepted {
  const names = new Set(accepted);
  const open = stops.filter(({ exception }) => exception === undefined || !names.has(exception));
  const used = stops.filter((stop) => !open.includes(stop));
  const needed = new Set(used.map(({ exception }) => exception));
  return {
    open: open.map(withHint),
    notes: [
      ...used.map(({ diagnostic, exception }): Diagnostic => ({ code: 'MCP520', message: `accepted (${hideSecrets(exception ?? '')}): ${diagnostic.message}`, ...(diagnostic.subject === undefined ? {} : { subject: diagnostic.subject }), ...(diagnostic.at === undefined ? {} : { at: diagnostic.at }) })),
      ...accepted.filter((name) => !needed.has(name)).map((name): Diagnostic => ({ code: 'MCP521', message: `nothing was found that --accept ${hideSecrets(JSON.stringify(name))} names` })),
    ],
  };
}

function withHint({ diagnostic, exception }: Stop): Diagnostic {
  if (exception === undefined) return diagnostic;
  return { ...diagnostic, fix: `${diagnostic.fix ?? factsOf(diagnostic.code).fix} Or accept it for this run: --accept ${hideSecrets(JSON.stringify(exception))}` };
}
