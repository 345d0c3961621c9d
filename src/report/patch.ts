import type { ChalkInstance } from 'chalk';
import { createTwoFilesPatch } from 'diff';
import { maskLine } from './mask.js';

/** A unified diff for people: coloured when `paint` colours, secrets hidden in every line. Empty when nothing changes. */
export function patchText(file: string, before: string, after: string, paint: ChalkInstance): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, '', '', { context: 3 });
  return patch
    .split('\n')
    .slice(1)
    .map((line) => colour(maskLine(line), paint))
    .join('\n');
}

function colour(line: string, paint: ChalkInstance): string {
  if (line.startsWith('+++') || line.startsWith('---')) return paint.bold(line);
  if (line.startsWith('@@')) return paint.cyan(line);
  if (line.startsWith('+')) return paint.green(line);
  return line.startsWith('-') ? paint.red(line) : line;
}
