import { isAlias, isMap, isPair, isScalar, isSeq, parseAllDocuments, visit, type Document, type Node, type Pair, type YAMLMap } from 'yaml';
import type { DocumentPath } from '../model.js';
import type { FormatProblem, Locate, Read } from './format.js';
import { spanAt } from './position.js';

/**
 * Reads one YAML 1.2 core document. Keys are text, so that `1` and `"1"` are one key and not two. Merge keys, tags and
 * further documents are refused: each lets one value quietly stand for another.
 */
export function readYaml(text: string): Read {
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof RangeError) return fail([{ kind: 'limit', message: 'nested too deep', span: spanAt(text, 0, 0) }]);
    throw error;
  }
}

function readDocument(text: string): Read {
  const documents = parseAllDocuments(text, { version: '1.2', schema: 'core', uniqueKeys: false, merge: false, prettyErrors: false, strict: true });
  if (!Array.isArray(documents) || documents.length === 0) return { ok: true, value: null };
  const [document, second] = documents as [Document.Parsed, Document.Parsed | undefined];
  if (second !== undefined) return fail([{ kind: 'unsupported', message: 'the file holds several documents', span: spanAt(text, second.range[0], second.range[0]) }]);
  const problems = [...syntaxProblems(document, text), ...nodeProblems(document, text)];
  if (problems.length > 0) return fail(problems);
  writeKeysAsText(document);
  try {
    return { ok: true, value: withTextKeys(document.toJS({ mapAsMap: true, maxAliasCount: 100 })) };
  } catch (error) {
    if (error instanceof ReferenceError) return fail([{ kind: 'limit', message: 'aliases expand to too much', span: spanAt(text, 0, 0) }]);
    throw error;
  }
}

function fail(problems: readonly FormatProblem[]): Read {
  return { ok: false, problems };
}

function syntaxProblems(document: Document.Parsed, text: string): readonly FormatProblem[] {
  return [...document.errors, ...document.warnings].slice(0, 1).map((error) => ({
    kind: error.code === 'TAG_RESOLVE_FAILED' ? 'unsupported' : 'syntax',
    message: error.code === 'TAG_RESOLVE_FAILED' ? 'tags are not read' : messages[error.code] ?? error.code.toLowerCase().replaceAll('_', ' '),
    span: spanAt(text, ...error.pos),
  }));
}

const messages: Readonly<Record<string, string>> = {
  BAD_INDENT: 'wrong indentation',
  TAB_AS_INDENT: 'a tab is used as indentation',
  MISSING_CHAR: 'a quote, bracket or colon is missing',
  UNEXPECTED_TOKEN: 'something that does not belong here',
  BAD_ALIAS: 'an alias without its anchor',
  MULTILINE_IMPLICIT_KEY: 'a key that goes on over several lines',
};

function nodeProblems(document: Document.Parsed, text: string): readonly FormatProblem[] {
  const problems: FormatProblem[] = [];
  visit(document, {
    Map: (_key, map) => void problems.push(...mapProblems(map, text)),
    Node: (_key, node) => {
      if (!isAlias(node) && node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:')) problems.push({ kind: 'unsupported', message: 'tags are not read', span: nodeSpan(node, text) });
    },
  });
  return problems;
}

function mapProblems(map: YAMLMap, text: string): readonly FormatProblem[] {
  const seen = new Map<string, Node>();
  return map.items.flatMap((pair): readonly FormatProblem[] => {
    const key = pair.key as Node;
    const name = keyText(pair);
    if (name === undefined) return [{ kind: 'unsupported', message: 'a key that is no plain text', span: nodeSpan(key, text) }];
    if (name === '<<') return [{ kind: 'unsupported', message: 'merge keys are not read', span: nodeSpan(key, text) }];
    const first = seen.get(name);
    if (first === undefined) seen.set(name, key);
    return first === undefined ? [] : [{ kind: 'duplicate-key', message: 'defined twice', span: nodeSpan(key, text), first: nodeSpan(first, text) }];
  });
}

/** The text of a scalar key. */
function keyText(pair: Pair): string | undefined {
  if (!isScalar(pair.key)) return undefined;
  return pair.key.source ?? String(pair.key.value);
}

/** `1`, `"1"`, `yes` and `1.0` stay what was written. */
function writeKeysAsText(document: Document.Parsed): void {
  visit(document, {
    Pair: (_key, pair) => {
      if (isScalar(pair.key)) pair.key.value = keyText(pair);
    },
  });
}

/** INVARIANT: keys were checked to be unique scalars, so nothing is lost when maps become tables. */
function withTextKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextKeys);
  if (!(value instanceof Map)) return value;
  const table: Record<string, unknown> = {};
  for (const [key, item] of value as ReadonlyMap<unknown, unknown>) {
    Object.defineProperty(table, String(key), { value: withTextKeys(item), enumerable: true, configurable: true, writable: true });
  }
  return table;
}

function nodeSpan(node: Node | null, text: string) {
  const [start, end] = node?.range ?? [0, 0];
  return spanAt(text, start, end);
}

/** Finds entries of a sound document. */
export function locateYaml(text: string): Locate {
  const [document] = parseAllDocuments(text, { version: '1.2', schema: 'core', uniqueKeys: false }) as Document.Parsed[];
  return (path, part) => {
    const found = document === undefined ? undefined : findNode(document, path);
    const node = part === 'key' ? found?.key ?? found?.value : found?.value ?? found?.key;
    return node?.range ? nodeSpan(node, text) : undefined;
  };
}

interface Found {
  readonly key?: Node;
  readonly value?: Node;
}

function findNode(document: Document.Parsed, path: DocumentPath): Found | undefined {
  return path.reduce<Found | undefined>((found, key) => (found === undefined ? undefined : step(resolve(found.value, document), key)), { ...(document.contents === null ? {} : { value: document.contents }) });
}

function resolve(node: Node | undefined, document: Document.Parsed): Node | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function step(node: Node | undefined, key: string | number): Found | undefined {
  if (isSeq(node)) return { value: node.items[Number(key)] as Node };
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isPair(item) && keyText(item) === String(key));
  return pair === undefined ? undefined : { key: pair.key as Node, ...(pair.value === null ? {} : { value: pair.value as Node }) };
}
