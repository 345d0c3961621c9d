import { ParseError } from 'toml-eslint-parser';
import { locateToml } from '../../formats/toml-ranges.js';
import { spanAt } from '../../formats/position.js';
import type { Span } from '../../model.js';
import type { Range } from '../problem.js';
import { readTree, type TomlNode } from './tree.js';

const key = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+/y;
const placeholder = 'mcpolicy-second-of-two-equal-keys';

/**
 * Both places of a key that comes twice, also inside an inline table: the second one is renamed, and what is a sound
 * document then shows where the first one stands. Without `first` where the document has further faults.
 */
export function findDuplicate(text: string): { readonly first?: Span; readonly second: Span } | undefined {
  const range = secondKey(text);
  if (range === undefined) return undefined;
  const first = firstKey(text, range);
  return { second: spanAt(text, ...range), ...(first === undefined ? {} : { first }) };
}

function firstKey(text: string, second: Range): Span | undefined {
  const mended = text.slice(0, second[0]) + placeholder + text.slice(second[1]);
  try {
    const path = pathTo(readTree(mended).root, []);
    const name = readName(text.slice(...second));
    return path === undefined || name === undefined ? undefined : locateToml(mended)?.([...path, name], 'key');
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

function secondKey(text: string): Range | undefined {
  try {
    readTree(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    key.lastIndex = error.index;
    const match = key.exec(text);
    return match === null ? undefined : [error.index, error.index + match[0].length];
  }
}

function readName(source: string): string | undefined {
  return [...readTree(`${source} = 0`).root.children.keys()][0];
}

/** The path of the table that holds the placeholder; elements of arrays count by number. */
function pathTo(node: TomlNode, path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  if (node.kind === 'leaf') return undefined;
  const children = node.kind === 'table' ? [...node.children] : [...node.elements.entries()];
  for (const [name, child] of children) {
    const found = name === placeholder ? path : pathTo(child, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
