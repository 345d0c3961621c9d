import { isNote, type Diagnostic } from '../diagnostics.js';
import type { Paint } from '../report/colour.js';
import { hideSecrets } from '../report/hide.js';

/** One thing that was judged, and what came of it. `unknown`: it could not be read, or the driver refuses. */
export interface Looked {
  readonly verdict: 'holds' | 'differs' | 'unknown';
  readonly what: string;
}

/** What a person reads first: a line for each thing, and one that counts. `onlyOpen` leaves out what holds. */
export function lookedText(looked: readonly Looked[], diagnostics: readonly Diagnostic[], paint: Paint, onlyOpen = false): string {
  const colours = { holds: paint.green, differs: paint.red, unknown: paint.yellow };
  const shown = onlyOpen ? looked.filter(({ verdict }) => verdict !== 'holds') : looked;
  const lines = shown.map(({ verdict, what }) => `${colours[verdict](verdict.padEnd('differs'.length))} ${hideSecrets(what)}\n`);
  return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${countsText(looked, diagnostics)}\n`;
}

/** `looked at 3: 2 hold, 1 differs (4 errors, 1 note)` */
function countsText(looked: readonly Looked[], diagnostics: readonly Diagnostic[]): string {
  const count = (verdict: Looked['verdict']) => looked.filter((one) => one.verdict === verdict).length;
  const [holds, differs, unknown] = [count('holds'), count('differs'), count('unknown')];
  const verdicts = [
    ...(holds === 0 ? [] : [`${String(holds)} ${holds === 1 ? 'holds' : 'hold'}`]),
    ...(differs === 0 ? [] : [`${String(differs)} ${differs === 1 ? 'differs' : 'differ'}`]),
    ...(unknown === 0 ? [] : [`${String(unknown)} unknown`]),
  ];
  const notes = diagnostics.filter(isNote).length;
  const errors = diagnostics.length - notes;
  const said = [...(errors === 0 ? [] : [plural(errors, 'error')]), ...(notes === 0 ? [] : [plural(notes, 'note')])];
  return `looked at ${String(looked.length)}: ${verdicts.join(', ') || 'nothing'}${said.length === 0 ? '' : ` (${said.join(', ')})`}`;
}

function plural(count: number, word: string): string {
  return `${String(count)} ${word}${count === 1 ? '' : 's'}`;
}
