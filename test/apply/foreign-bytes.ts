import { parseTOML, type AST } from 'toml-eslint-parser';

/** One piece of a TOML text that cannot be divided: a header, a key with its value, or a comment. */
export interface Piece {
  readonly path: readonly (string | number)[];
  readonly range: readonly [start: number, end: number];
  readonly kind: 'header' | 'pair' | 'comment';
}

/** All pieces of a text, in order. Pairs inside inline tables are pieces of their own. */
function piecesOf(text: string): readonly Piece[] {
  const program = parseTOML(text, { tomlVersion: '1.1.0' });
  const named = program.body[0].body.flatMap((node) => (node.type === 'TOMLTable' ? tablePieces(node) : pairPieces(node, [])));
  const isInside = ([start]: readonly [number, number]) => named.some(({ range }) => range[0] <= start && start < range[1]);
  const comments = program.comments.filter(({ range }) => !isInside(range)).map(({ range }): Piece => ({ path: [], range, kind: 'comment' }));
  return [...named, ...comments].sort((a, b) => a.range[0] - b.range[0]);
}

function tablePieces(table: AST.TOMLTable): readonly Piece[] {
  const first = table.body[0];
  const end = first === undefined ? table.range[1] : table.key.range[1] + (table.kind === 'array' ? 2 : 1);
  return [{ path: table.resolvedKey, range: [table.range[0], end], kind: 'header' }, ...table.body.flatMap((pair) => pairPieces(pair, table.resolvedKey))];
}

function pairPieces(pair: AST.TOMLKeyValue, base: Piece['path']): readonly Piece[] {
  const path = [...base, ...pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))];
  if (pair.value.type === 'TOMLInlineTable' && pair.value.body.length > 0) return pair.value.body.flatMap((inner) => pairPieces(inner, path));
  return [{ path, range: pair.range, kind: 'pair' }];
}

/** Tools whose entries an edit may touch; comments on the lines of removed ones go with them. */
export interface Owned {
  readonly isOwned: (path: Piece['path']) => boolean;
  readonly isRemoved: (path: Piece['path']) => boolean;
}

/**
 * The text without the owned entries: pieces that are somebody else's, as they are written, each with the bytes between
 * it and the piece before it, where no owned entry stood between the two. Equal lists: no foreign byte changed.
 */
export function foreignBytes(whole: string, owned: Owned): readonly (readonly [piece: string, gap: string | undefined])[] {
  const text = whole.replace(/^\ufeff/, '');
  const pieces = piecesOf(text);
  const kept: [string, string | undefined][] = [[text === whole ? '' : '\ufeff', '']];
  let previous = 0;
  let isBroken = false;
  for (const piece of pieces) {
    if ((piece.kind === 'comment' && isTailOfRemoved(text, piece, pieces, owned)) || (piece.kind !== 'comment' && owned.isOwned(piece.path))) {
      isBroken = true;
      continue;
    }
    kept.push([text.slice(...piece.range), isBroken ? undefined : text.slice(previous, piece.range[0])]);
    previous = piece.range[1];
    isBroken = false;
  }
  return [...kept, ['', isBroken ? undefined : text.slice(previous)]];
}

/** Whether a comment stands behind removed entries, and behind nothing else on its line. */
function isTailOfRemoved(text: string, { range: [start] }: Piece, pieces: readonly Piece[], { isRemoved }: Owned): boolean {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const neighbours = pieces.filter(({ range }) => range[1] > line && range[1] <= start);
  return neighbours.length > 0 && neighbours.every(({ path }) => isRemoved(path));
}

/** The same lists, gaps compared only where both texts have them: an entry may come or go in any gap. */
export function comparable(before: ReturnType<typeof foreignBytes>, after: ReturnType<typeof foreignBytes>) {
  const withGaps = (list: typeof before, other: typeof before) => list.map(([piece, gap], index) => [piece, other[index]?.[1] === undefined ? undefined : gap]);
  return [withGaps(before, after), withGaps(after, before)] as const;
}
