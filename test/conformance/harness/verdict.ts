/**
 * What happened to one call of a tool.
 *
 * `RUN` reached the server and nobody was asked; `ASK` was asked, refused and did not reach it; `ASKED-RUN` was asked,
 * accepted and reached it (a control); `DENY` was refused by the client alone; `ABSENT` was never offered to the model.
 * `NO START` is a client that refused its config. Everything else is `UNCLEAR`, which no test expects.
 */
export type Verdict = 'RUN' | 'ASK' | 'ASKED-RUN' | 'DENY' | 'ABSENT' | 'NO START' | 'UNCLEAR';

/** Evidence on one call, taken from three witnesses: the model, the client's requests, and the server's log. */
export interface Evidence {
  readonly offered: boolean;
  /** The result the model was told; undefined when none came back. */
  readonly output: string | undefined;
  /** Requests for approval of this very tool on this very server. */
  readonly asked: number;
  /** Calls in the log of this very server with this very raw name. */
  readonly logged: number;
}

/** Texts with which a client refuses on its own, and with which it says that there is no such tool. */
export interface Refusals {
  readonly denied: RegExp;
  readonly unsupported: RegExp;
}

/** Judges by the calls that arrived, never by what a client says about success. */
export function judge({ offered, output, asked, logged }: Evidence, refusals: Refusals): Verdict {
  if (!offered) return asked === 0 && logged === 0 ? 'ABSENT' : 'UNCLEAR';
  if (output === undefined || asked > 1 || logged > 1) return 'UNCLEAR';
  if (logged === 1) return asked === 1 ? 'ASKED-RUN' : 'RUN';
  if (asked === 1) return 'ASK';
  if (refusals.denied.test(output)) return 'DENY';
  return refusals.unsupported.test(output) ? 'ABSENT' : 'UNCLEAR';
}
