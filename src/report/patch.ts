import { formatPatch, structuredPatch } from 'diff';
import type { Part } from '../driver.js';
import type { Paint } from './colour.js';
import { maskedLines } from './mask.js';

/** A file before and after a change. */
export interface PatchedFile {
  readonly shownAs: string;
  readonly format: Part['format'];
  readonly before: string;
  readonly after: string;
}

/**
 * A unified diff for people: coloured when `paint` colours. What changes is found in the texts as they are, what is shown
 * are their masked lines, so that a secret that changes is a line that changes and is not seen. Empty when nothing changes.
 */
export async function patchText({ shownAs, format, before, after }: PatchedFile, paint: Paint): Promise<string> {
  if (before === after) return '';
  const patch = structuredPatch(`a/${shownAs}`, `b/${shownAs}`, before, after, '', '', { context: 3 });
  const [old, next] = await Promise.all([maskedLines(before, format), maskedLines(after, format)]);
  const hunks = patch.hunks.map((hunk) => ({ ...hunk, lines: shownLines(hunk, old, next) }));
  return formatPatch({ ...patch, hunks })
    .split('\n')
    .slice(1)
    .map((line) => colour(line, paint))
    .join('\n');
}

type Hunk = ReturnType<typeof structuredPatch>['hunks'][number];

function shownLines({ oldStart, newStart, lines }: Hunk, old: readonly string[], next: readonly string[]): string[] {
  let [oldLine, newLine] = [oldStart - 1, newStart - 1];
  return lines.map((line) => {
    const sign = line[0] ?? '';
    if (sign === '\\') return line;
    const shown = sign === '-' ? old[oldLine] : next[newLine];
    if (sign !== '+') oldLine += 1;
    if (sign !== '-') newLine += 1;
    return sign + (shown ?? '');
  });
}

function colour(line: string, paint: Paint): string {
  if (line.startsWith('+++') || line.startsWith('---')) return paint.bold(line);
  if (line.startsWith('@@')) return paint.cyan(line);
  if (line.startsWith('+')) return paint.green(line);
  return line.startsWith('-') ? paint.red(line) : line;
}
