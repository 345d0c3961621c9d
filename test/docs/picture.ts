import Anser from 'anser';

/** The palette of a dark terminal. */
const colours: Readonly<Record<string, string>> = {
  'ansi-red': '#ff7b72',
  'ansi-green': '#7ee787',
  'ansi-yellow': '#e3b341',
  'ansi-blue': '#79c0ff',
  'ansi-magenta': '#d2a8ff',
  'ansi-cyan': '#76e3ea',
  'ansi-bright-black': '#8b949e',
};
const plain = '#e6edf3';
const background = '#0d1117';

/** Sizes in pixels. The width of a letter is forced on each line, so that columns stand under each other in every font. */
const letter = 8.4;
const line = 20;
const margin = 16;

/** A picture of what a terminal shows: `text` with the escape sequences of colours, as SVG. */
export function picture(title: string, text: string): string {
  const lines = text.trimEnd().split('\n');
  const columns = Math.max(...lines.map((row) => Anser.ansiToText(row).length));
  const [width, height] = [Math.ceil(columns * letter) + 2 * margin, lines.length * line + 2 * margin];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}" role="img">`,
    `<title>${Anser.escapeForHtml(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${plain}" xml:space="preserve">`,
    ...lines.flatMap((row, index) => rowOf(row, margin + (index + 0.75) * line)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function rowOf(row: string, y: number): readonly string[] {
  const length = Anser.ansiToText(row).length;
  if (length === 0) return [];
  const spans = Anser.ansiToJson(row, { json: true, use_classes: true, remove_empty: true }).map(({ content, fg, decorations }) => span(content, fg, decorations));
  return [`<text x="${String(margin)}" y="${String(y)}" textLength="${String(Math.round(length * letter))}">${spans.join('')}</text>`];
}

function span(content: string, colour: string, decorations: readonly string[]): string {
  const fill = colours[colour];
  if (fill === undefined && colour !== '' && colour !== null) throw new Error(`no colour is known for ${colour}`);
  const attributes = [...(fill === undefined ? [] : [` fill="${fill}"`]), ...(decorations.includes('bold') ? [' font-weight="bold"'] : []), ...(decorations.includes('dim') ? [' opacity="0.7"'] : [])];
  const text = Anser.escapeForHtml(content);
  return attributes.length === 0 ? text : `<tspan${attributes.join('')}>${text}</tspan>`;
}
