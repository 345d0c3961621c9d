import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser, type Alias, type CST, type Document, type Node, type YAMLMap } from 'yaml';
import { maximumDepth, type FormatProblem, type Read } from './format.js';
import { spansOf } from './position.js';
import { documentProblems, keyText, tooDeep, type Targets } from './yaml-problems.js';

/**
 * Reads one YAML 1.2 core document. Keys are text, so that `1` and `"1"` are one key and not two. Merge keys, tags and
 * further documents are refused: each lets one value quietly stand for another.
 */
export function readYaml(text: string): Read {
  const spanAt = spansOf(text);
  if (text.startsWith('\ufeff')) return fail([{ kind: 'syntax', message: 'a second byte order mark', span: spanAt(0, 1) }]);
  const documents = parseDocuments(text);
  if (documents === undefined) return fail([tooDeep(spanAt)]);
  const [document, second] = documents;
  if (document === undefined) return { ok: true, value: null };
  if (second !== undefined) return fail([{ kind: 'unsupported', message: 'the file holds several documents', span: spanAt(second.range[0], second.range[0]) }]);
  const targets: Targets = new Map();
  const problems = documentProblems(document, targets, spanAt);
  return problems.length > 0 ? fail(problems) : { ok: true, value: new Values(targets).of(document.contents) };
}

function fail(problems: readonly FormatProblem[]): Read {
  return { ok: false, problems };
}

/**
 * `undefined` for a text that is nested too deep. That is seen while it is cut into tokens, because what composes them
 * recurses, and running out of stack in there can end the process instead of throwing.
 */
export function parseDocuments(text: string): readonly Document.Parsed[] | undefined {
  const tokens = tokensOf(text);
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, merge: false, prettyErrors: false, strict: true });
  return tokens === undefined ? undefined : [...composer.compose(tokens)];
}

/** The parser keeps the document, its open collections and one scalar on its stack; the exact limit is measured later. */
const deepestStack = maximumDepth + 8;

function tokensOf(text: string): readonly CST.Token[] | undefined {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > deepestStack) return undefined;
  }
  return [...tokens, ...parser.end()];
}

/**
 * Nodes as plain values; what an alias stands for is made once and shared.
 * INVARIANT: the document has no problems, so keys are unique scalars and aliases end.
 */
class Values {
  private readonly made = new Map<Node, unknown>();
  private readonly targets: Targets;

  constructor(targets: Targets) {
    this.targets = targets;
  }

  of(node: unknown): unknown {
    if (isScalar(node)) return node.value;
    if (isAlias(node)) return this.ofTarget(node);
    if (isSeq(node)) return node.items.map((item) => this.of(item));
    return isMap(node) ? this.table(node) : null;
  }

  private ofTarget(alias: Alias): unknown {
    const target = this.targets.get(alias);
    if (target === undefined) return null;
    if (!this.made.has(target)) this.made.set(target, this.of(target));
    return this.made.get(target);
  }

  private table(map: YAMLMap): Record<string, unknown> {
    const table: Record<string, unknown> = {};
    for (const pair of map.items) {
      Object.defineProperty(table, keyText(pair) ?? '', { value: this.of(pair.value), enumerable: true, configurable: true, writable: true });
    }
    return table;
  }
}
