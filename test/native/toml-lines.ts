import { parseTOML, type AST } from 'toml-eslint-parser';

/** One `key = value` of a document with all of its lines, comment included, by the path of what it defines. */
export interface PairLines {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** What a reader of the file sees, without any help of the code under test. */
export function linesOf(source: string): { readonly pairs: readonly PairLines[]; readonly comments: readonly string[] } {
  const text = source.replace(/^\ufeff/, '');
  const program = parseTOML(text, { tomlVersion: '1.1.0' });
  const pairs = program.body[0].body.flatMap((node) => (node.type === 'TOMLKeyValue' ? [pairLines(text, node, [])] : node.body.map((pair) => pairLines(text, pair, node.resolvedKey))));
  const values = program.body[0].body.flatMap((node) => (node.type === 'TOMLKeyValue' ? [node.range] : node.body.map((pair) => pair.range)));
  const own = program.comments.filter(({ range }) => isOwnLine(text, range[0]) && !values.some(([start, end]) => start < range[0] && range[0] < end));
  return { pairs, comments: own.map(({ value }) => value) };
}

function pairLines(text: string, pair: AST.TOMLKeyValue, base: readonly (string | number)[]): PairLines {
  const start = text.lastIndexOf('\n', pair.range[0]) + 1;
  const next = text.indexOf('\n', pair.range[1]);
  const names = pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
  return { path: [...base, ...names], text: text.slice(start, next === -1 ? text.length : next).replace(/\r$/, '') };
}

function isOwnLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}
