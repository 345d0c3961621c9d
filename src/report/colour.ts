import { Chalk, type ChalkInstance } from 'chalk';

export interface ColourFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/** Colour for one stream: NO_COLOR beats FORCE_COLOR, which beats `TERM=dumb` and the question whether it is a terminal. */
export function colourFor({ env, isTerminal }: ColourFacts): ChalkInstance {
  return new Chalk({ level: wantsColour(env, isTerminal) ? 1 : 0 });
}

function wantsColour(env: ColourFacts['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
