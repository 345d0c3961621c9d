/** A tool of a server, by its raw names. */
export interface Pair {
  readonly server: string;
  readonly tool: string;
}

/**
 * How one client handles names, written down from its facts and independent of our driver: which calls the client takes a
 * rendered rule for. The conformance tests check these models against the real clients on a sample.
 */
export interface ClientModel {
  readonly id: string;
  /** The rule as the client's file or command line holds it, made from the raw pair without any check. */
  ruleFor(pair: Pair): string;
  /** Whether the client takes `rule`, whatever its decision, for a call of `pair`. */
  covers(rule: string, pair: Pair): boolean;
  /** Characters that names of this client are tried with. */
  readonly alphabet: string;
  /** Lengths of the joined names around which the client changes its mind. */
  readonly limits: readonly number[];
  /** What the joined name of a pair has beside the two names. */
  readonly overhead: number;
}
