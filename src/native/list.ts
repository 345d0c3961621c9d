import { endOfTrivia, findComma, indentOf, isBlank, lineBreakAt, lineEnd, lineStart, startsLine } from './layout.js';
import type { Range } from './problem.js';
import type { Step } from './splice.js';

/** Items between brackets, separated by commas: a list or an object of JSON, an array or an inline table of TOML. */
export interface ListShape {
  /** Behind the opening bracket. */
  readonly open: number;
  /** Before the closing one. */
  readonly close: number;
  readonly items: readonly Range[];
}

/** What goes and what comes. `frame` is what stands before, between and behind items that fill an empty list. */
export interface ListEdit {
  readonly drops: ReadonlySet<number>;
  readonly additions: readonly string[];
  readonly frame: { readonly before: string; readonly between: string; readonly after: string };
}

/** Items keep their comments and their line; commas follow what the list does, a trailing one included. */
export function editList(text: string, shape: ListShape, edit: ListEdit): readonly Step[] {
  const lastKept = [...shape.items.keys()].findLast((index) => !edit.drops.has(index));
  const cuts = [...edit.drops].flatMap((index) => dropOne(text, shape, index));
  if (lastKept === undefined) return refill(text, shape, cuts, edit);
  const commas = edit.additions.length > 0 ? [] : looseComma(text, shape, lastKept);
  return [...toSteps([...cuts, ...commas]), ...append(text, shape, lastKept, edit)];
}

function toSteps(cuts: readonly Range[]): readonly Step[] {
  return cuts.map((range) => ({ kind: 'cut', range }));
}

/** Nothing old is left but comments. Without those, the list is written anew. */
function refill(text: string, { open, close }: ListShape, cuts: readonly Range[], { additions, frame }: ListEdit): readonly Step[] {
  const content = additions.join(frame.between);
  if (isEmptyAfter(text, [open, close], cuts)) return [{ kind: 'swap', range: [open, close], content: additions.length === 0 ? '' : frame.before + content + frame.after }];
  if (additions.length === 0) return toSteps(cuts);
  if (!startsLine(text, close)) return [...toSteps(cuts), { kind: 'add', offset: close, content: `${content} `, rank: 'key' }];
  const indent = indentOf(text, lastContent(text, open, close));
  const lineBreak = lineBreakAt(text, lineStart(text, close) - 1);
  const lines = additions.map((item, index) => indent + item + (index < additions.length - 1 ? ',' : '') + lineBreak);
  return [...toSteps(cuts), { kind: 'add', offset: lineStart(text, close), content: lines.join(''), rank: 'key' }];
}

/** Where the last comment or item of a list stands. */
function lastContent(text: string, open: number, close: number): number {
  return open + text.slice(open, close).trimEnd().length;
}

/** The comma behind what is now the last item, in a list that had none behind its last item. */
function looseComma(text: string, shape: ListShape, lastKept: number): readonly Range[] {
  const last = shape.items.length - 1;
  const comma = lastKept === last || commaAfter(text, shape, last) !== undefined ? undefined : commaAfter(text, shape, lastKept);
  return comma === undefined ? [] : [[comma, comma + 1]];
}

function append(text: string, shape: ListShape, lastKept: number, { additions, frame }: ListEdit): readonly Step[] {
  const item = shape.items[lastKept];
  if (item === undefined || additions.length === 0) return [];
  const comma = commaAfter(text, shape, lastKept);
  const isTrailing = commaAfter(text, shape, shape.items.length - 1) !== undefined;
  const place = comma === undefined ? item[1] : comma + 1;
  const end = startsLine(text, item[0]) ? endOfTrivia(text, place) : undefined;
  const isOwnLine = end !== undefined && end < shape.close;
  const separator = isOwnLine ? `,${lineBreakAt(text, item[1])}${indentOf(text, item[0])}` : separatorOf(text, shape, frame.between);
  const content = separator.slice(1) + additions.join(separator) + (isTrailing ? ',' : '');
  const lines: Step = { kind: 'add', offset: isOwnLine ? end : place, content, rank: 'key' };
  return comma === undefined ? [{ kind: 'add', offset: item[1], content: ',', rank: 'key' }, lines] : [lines];
}

/** What stands between the last two items, if that is a plain comma on one line. */
function separatorOf(text: string, { items }: ListShape, usual: string): string {
  const [before, last] = items.slice(-2);
  const separator = before === undefined || last === undefined ? '' : text.slice(before[1], last[0]);
  if (/^,[ \t]?$/.test(separator)) return separator;
  return usual.includes('\n') ? ', ' : usual;
}

function commaAfter(text: string, { items, close }: ListShape, index: number): number | undefined {
  const item = items[index];
  return item === undefined ? undefined : findComma(text, item[1], items[index + 1]?.[0] ?? close);
}

/** An item that has its lines to itself takes them along, with the comment on them; another one its comma and a blank. */
function dropOne(text: string, shape: ListShape, index: number): readonly Range[] {
  const item = shape.items[index];
  if (item === undefined) return [];
  const [start, end] = item;
  const comma = commaAfter(text, shape, index);
  const parts: readonly Range[] = comma === undefined ? [[start, end]] : comma === end ? [[start, end + 1]] : [[start, end], [comma, comma + 1]];
  const behind = comma === undefined ? end : comma + 1;
  const rest = startsLine(text, start) ? endOfTrivia(text, behind) : undefined;
  if (rest !== undefined && rest < shape.close) return [[lineStart(text, start), lineEnd(text, rest)]];
  return [...parts, blankBeside(text, shape, start, behind)];
}

function blankBeside(text: string, { open, close }: ListShape, start: number, behind: number): Range {
  let after = behind;
  while (after < close && isBlank(text[after])) after += 1;
  if (after < close && !/[\r\n]/.test(text[after] ?? '')) return [behind, after];
  let before = start;
  while (before > open && isBlank(text[before - 1])) before -= 1;
  return [before, start];
}

/** Whether nothing but blanks is left of a range after the cuts. */
function isEmptyAfter(text: string, [open, close]: Range, cuts: readonly Range[]): boolean {
  const sorted = [...cuts].sort(([a], [b]) => a - b);
  let end = open;
  for (const [from, to] of sorted) {
    if (text.slice(end, Math.max(end, from)).trim() !== '') return false;
    end = Math.max(end, to);
  }
  return text.slice(end, close).trim() === '';
}
