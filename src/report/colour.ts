
export interface ColourFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/** The styles that reports use. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>>;

const asItIs = (text: string) => text;
const plain: Paint = { bold: asItIs, dim: asItIs, red: asItIs, green: asItIs, yellow: asItIs, cyan: asItIs };

/**
 * Colour for one stream: NO_COLOR beats FORCE_COLOR, which beats `TERM=dumb` and the question whether it is a terminal.
 * What colours is loaded only where something is coloured.
 */
export async function colourFor({ env, isTerminal }: ColourFacts): Promise<Paint> {
  return wantsColour(env, isTerminal) ? (await import('./colours.js')).colours : plain;
}

function wantsColour(env: ColourFacts['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
