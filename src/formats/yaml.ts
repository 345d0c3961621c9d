import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Alias, type Document, type Node, type YAMLMap } from 'yaml';
import type { FormatProblem, Read } from './format.js';
import { spansOf } from './position.js';
import { documentProblems, keyText, type Targets } from './yaml-problems.js';

/**
 * Reads one YAML 1.2 core document. Keys are text, so that `1` and `"1"` are one key and not two. Merge keys, tags and
 * further documents are refused: each lets one value quietly stand for another.
 */
export function readYaml(text: string): Read {
  const spanAt = spansOf(text);
  const limit = (message: string): Read => fail([{ kind: 'limit', message, span: spanAt(0, 0) }]);
  const documents = parseDocuments(text);
  if (documents === undefined) return limit('nested too deep');
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

/** `undefined` for a text that is nested deeper than the parser's stack. */
export function parseDocuments(text: string): readonly Document.Parsed[] | undefined {
  try {
    const documents = parseAllDocuments(text, { version: '1.2', schema: 'core', uniqueKeys: false, merge: false, prettyErrors: false, strict: true });
    return Array.isArray(documents) ? (documents as readonly Document.Parsed[]) : [];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
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
