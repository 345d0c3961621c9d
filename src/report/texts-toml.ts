import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import type { Range } from '../native/problem.js';
import { looksSecret } from '../secrets.js';
import { isSecretText } from './secret-text.js';
import type { Texts } from './texts-jsonc.js';

/** The texts of a TOML document that must not be shown, and its comments. `undefined`: it cannot be told. */
export function textsOfToml(text: string): Texts | undefined {
  const program = parseOrFault(text);
  if (program === undefined) return undefined;
  const secrets = program.body[0].body.flatMap((node) => (node.type === 'TOMLTable' ? [...secretNames(node.key), ...node.body.flatMap((pair) => secretsOfPair(pair, keysOf(node.key)))] : secretsOfPair(node, [])));
  return { secrets, comments: program.comments.map((comment) => comment.range) };
}

/** The parser refuses a few sound texts, and the stack ends on a very long string. */
function parseOrFault(text: string): AST.TOMLProgram | undefined {
  try {
    return parseTOML(text, { tomlVersion: '1.1.0' });
  } catch (error) {
    if (error instanceof ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function keysOf(key: AST.TOMLKey): readonly string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

/** Somebody may have put a credential where a name belongs. */
function secretNames({ keys }: AST.TOMLKey): readonly Range[] {
  return keys.filter((key) => looksSecret(key.type === 'TOMLBare' ? key.name : key.value)).map(({ range }) => range);
}

function secretsOfPair(pair: AST.TOMLKeyValue, base: readonly string[]): readonly Range[] {
  return [...secretNames(pair.key), ...secretsOf(pair.value, [...base, ...keysOf(pair.key)], '')];
}

function secretsOf(node: AST.TOMLContentNode, keys: readonly string[], previous: string): readonly Range[] {
  if (node.type === 'TOMLInlineTable') return node.body.flatMap((pair) => secretsOfPair(pair, keys));
  if (node.type === 'TOMLArray') return node.elements.flatMap((element, index) => secretsOf(element, keys, textOf(node.elements[index - 1])));
  return node.kind === 'string' && isSecretText({ keys, text: node.value, previous }) ? [node.range] : [];
}

function textOf(node: AST.TOMLContentNode | undefined): string {
  return node?.type === 'TOMLValue' && node.kind === 'string' ? node.value : '';
}
