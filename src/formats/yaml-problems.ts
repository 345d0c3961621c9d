import { isAlias, isMap, isPair, isScalar, isSeq, visit, type Alias, type Document, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Span } from '../model.js';
import { maximumDepth, type FormatProblem } from './format.js';

/** What each alias stands for: the last node before it that carries its anchor. */
export type Targets = Map<Alias, Node>;

type SpanAt = (start: number, end: number) => Span;

/** More copies than any spec needs, and few enough to be read quickly. */
const maximumCopies = 1_000_000;

/** Everything in a document that is not read, or that is no YAML. Fills in `targets`. */
export function documentProblems(document: Document.Parsed, targets: Targets, spanAt: SpanAt): readonly FormatProblem[] {
  const syntax = [...document.errors, ...document.warnings].slice(0, 1).map((error): FormatProblem => ({ ...syntaxProblem(error.code), span: spanAt(...error.pos) }));
  if (syntax.length > 0) return syntax;
  const problems = nodeProblems(document, targets, spanAt);
  return problems.length > 0 ? problems : expansionProblems(document, targets, spanAt);
}

function syntaxProblem(code: string): Pick<FormatProblem, 'kind' | 'message'> {
  if (code === 'TAG_RESOLVE_FAILED') return { kind: 'unsupported', message: 'tags are not read' };
  return { kind: 'syntax', message: messages[code] ?? code.toLowerCase().replaceAll('_', ' ') };
}

const messages: Readonly<Record<string, string>> = {
  BAD_INDENT: 'wrong indentation',
  TAB_AS_INDENT: 'a tab is used as indentation',
  MISSING_CHAR: 'a quote, bracket or colon is missing',
  UNEXPECTED_TOKEN: 'something that does not belong here',
  BAD_ALIAS: 'an alias without its anchor',
  MULTILINE_IMPLICIT_KEY: 'a key that goes on over several lines',
};

function nodeProblems(document: Document.Parsed, targets: Targets, spanAt: SpanAt): readonly FormatProblem[] {
  const problems: FormatProblem[] = [];
  const anchors = new Map<string, Node>();
  visit(document, {
    Alias: (_key, alias) => {
      const target = anchors.get(alias.source);
      if (target === undefined) problems.push({ kind: 'syntax', message: messages['BAD_ALIAS'] ?? '', span: spanOf(alias, spanAt) });
      else targets.set(alias, target);
    },
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (node.tag !== undefined) problems.push({ kind: 'unsupported', message: 'tags are not read', span: spanOf(node, spanAt) });
      if (isMap(node)) for (const problem of mapProblems(node, spanAt)) problems.push(problem);
    },
  });
  return problems;
}

function mapProblems(map: YAMLMap, spanAt: SpanAt): readonly FormatProblem[] {
  const seen = new Map<string, Node>();
  return map.items.flatMap((pair): readonly FormatProblem[] => {
    const key = pair.key as Node;
    const span = spanOf(key, spanAt);
    const name = keyText(pair);
    if (name === undefined) return [{ kind: 'unsupported', message: 'a key that is no plain text', span }];
    if (name === '<<') return [{ kind: 'unsupported', message: 'merge keys are not read', span }];
    const first = seen.get(name);
    if (first === undefined) seen.set(name, key);
    return first === undefined ? [] : [{ kind: 'duplicate-key', message: 'defined twice', span, first: spanOf(first, spanAt) }];
  });
}

/** The text of a scalar key: `1`, `"1"`, `yes` and `1.0` stay what was written. */
export function keyText({ key }: Pair): string | undefined {
  return isScalar(key) ? (key.source ?? String(key.value)) : undefined;
}

export function spanOf(node: Node | null | undefined, spanAt: SpanAt): Span {
  const [start, end] = node?.range ?? [0, 0];
  return spanAt(start, end);
}

export function tooDeep(spanAt: SpanAt): FormatProblem {
  return { kind: 'limit', message: `nested deeper than ${String(maximumDepth)} levels`, span: spanAt(0, 0) };
}

/** How much a node is once every alias is written out. */
interface Extent {
  readonly depth: number;
  /** Nodes that aliases repeat. */
  readonly copies: number;
  readonly nodes: number;
}

const endless: Extent = { depth: Infinity, copies: Infinity, nodes: Infinity };

/** Documents that nest too deep or repeat too much once aliases are written out; an alias inside its own anchor never ends. */
function expansionProblems(document: Document.Parsed, targets: Targets, spanAt: SpanAt): readonly FormatProblem[] {
  const { depth, copies } = extentOf(document.contents, targets, new Map());
  if (depth > maximumDepth) return [tooDeep(spanAt)];
  return copies > maximumCopies ? [{ kind: 'limit', message: 'aliases expand to too much', span: spanAt(0, 0) }] : [];
}

/** `known` holds `endless` for every node that is being measured, which is what an alias to it amounts to. */
function extentOf(node: unknown, targets: Targets, known: Map<Node, Extent>): Extent {
  if (isAlias(node)) return extentOfAlias(node, targets, known);
  if (!isMap(node) && !isSeq(node)) return { depth: 0, copies: 0, nodes: 1 };
  const found = known.get(node);
  if (found !== undefined) return found;
  known.set(node, endless);
  const inner = node.items.map((item) => extentOf(isPair(item) ? item.value : item, targets, known));
  const extent = inner.reduce<Extent>((sum, one) => ({ depth: Math.max(sum.depth, one.depth + 1), copies: sum.copies + one.copies, nodes: sum.nodes + one.nodes }), { depth: 1, copies: 0, nodes: 1 });
  known.set(node, extent);
  return extent;
}

function extentOfAlias(alias: Alias, targets: Targets, known: Map<Node, Extent>): Extent {
  const { depth, nodes } = extentOf(targets.get(alias), targets, known);
  return { depth, nodes, copies: nodes };
}
