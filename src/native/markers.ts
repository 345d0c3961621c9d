import type { Range } from './problem.js';
import { lineEnd, lineStart, startsLine } from './layout.js';

/**
 * Blocks that another tool maintains between marker comments: `# BEGIN x` and `# END x`, `# x start` and `# x end`,
 * `# >>> x >>>` and `# <<< x <<<`. Whatever is written into one is lost the next time that tool runs.
 */
export interface Markers {
  /** Whole lines, both markers included, outermost blocks only. */
  readonly blocks: readonly Range[];
  /** Comments that plainly are markers and have no partner. */
  readonly lonely: readonly Range[];
}

interface Marker {
  readonly comment: Range;
  readonly opens: boolean;
  readonly label: string;
  /** Cannot be a chance wording, so it needs its partner. */
  readonly isPlain: boolean;
}

export function findMarkers(text: string, comments: readonly Range[]): Markers {
  const blocks: Range[] = [];
  const lonely: Marker[] = [];
  let open: readonly Marker[] = [];
  for (const marker of comments.flatMap((comment) => markerOf(text, comment))) {
    const partner = marker.opens ? -1 : open.findLastIndex((begin) => areAlike(begin.label, marker.label));
    const begin = open[partner];
    if (marker.opens) open = [...open, marker];
    else if (begin === undefined) lonely.push(marker);
    else {
      blocks.push([lineStart(text, begin.comment[0]), lineEnd(text, marker.comment[1])]);
      lonely.push(...open.slice(partner + 1));
      open = open.slice(0, partner);
    }
  }
  return { blocks: outermost(blocks), lonely: [...lonely, ...open].filter((marker) => marker.isPlain).map((marker) => marker.comment) };
}

const arrows = /^(>>>|<<<)(.*)\1$/;
const wordFirst = /^\W*(begin|start|end|stop)\b(.*)$/i;
const wordLast = /(?<=[^\W_])[\s:_-]+(begin|start|end|stop)\W*$/i;
const maintained = /\b(?:managed|generated|auto-?generated|do not edit)\b/i;

function markerOf(text: string, comment: Range): readonly Marker[] {
  if (!startsLine(text, comment[0])) return [];
  const body = text.slice(...comment).replace(/^(?:#|\/\/|\/\*)+|\*\/$/g, '').trim();
  const arrow = arrows.exec(body);
  if (arrow !== null) return [{ comment, opens: arrow[1] === '>>>', label: labelOf(arrow[2] ?? ''), isPlain: true }];
  const [word, label] = wordAndLabel(body);
  if (word === '') return [];
  const isShouted = /^(?:BEGIN|END)$/.test(word) && !/^\W*of\b/i.test(label);
  return [{ comment, opens: /^(?:begin|start)$/i.test(word), label: labelOf(label), isPlain: isShouted || maintained.test(body) }];
}

function wordAndLabel(body: string): readonly [word: string, label: string] {
  const first = wordFirst.exec(body);
  if (first !== null) return [first[1] ?? '', first[2] ?? ''];
  const last = wordLast.exec(body);
  return last === null ? ['', ''] : [last[1] ?? '', body.slice(0, last.index)];
}

function labelOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The closing marker often leaves out what the opening one explains. */
function areAlike(begin: string, end: string): boolean {
  return begin.startsWith(end) || (begin !== '' && end.startsWith(begin));
}

function outermost(blocks: readonly Range[]): readonly Range[] {
  const sorted = [...blocks].sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd);
  const result: Range[] = [];
  for (const block of sorted) {
    const last = result.at(-1);
    if (last === undefined || block[0] >= last[1]) result.push(block);
  }
  return result;
}

/** The block that an offset is strictly inside of: its own edges are outside. */
export function blockAround({ blocks }: Markers, offset: number): Range | undefined {
  return blocks.find(([start, end]) => start < offset && offset < end);
}

/** The block that a piece of text has a part in. */
export function blockTouching(markers: Markers, [start, end]: Range): Range | undefined {
  return start === end ? blockAround(markers, start) : markers.blocks.find((block) => start < block[1] && block[0] < end);
}
