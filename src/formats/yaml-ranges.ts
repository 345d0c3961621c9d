import { isAlias, isMap, isSeq, type Alias, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Locate } from './format.js';
import { spansOf } from './position.js';
import { documentProblems, keyText, spanOf, type Targets } from './yaml-problems.js';
import { parseDocuments } from './yaml.js';

/** Where one node of a document is written. */
interface Found {
  readonly key?: Node;
  readonly value?: Node;
}

/** Finds entries of a sound document. */
export function locateYaml(text: string): Locate {
  const [document] = parseDocuments(text) ?? [];
  const spanAt = spansOf(text);
  const targets: Targets = new Map();
  if (document !== undefined) documentProblems(document, targets, spanAt);
  const step = stepper(targets);
  const root: Found | undefined = document?.contents ? { value: document.contents } : undefined;
  return (path, part) => {
    const found = path.reduce(step, root);
    const node = part === 'key' ? (found?.key ?? found?.value) : (found?.value ?? found?.key);
    return node?.range ? spanOf(node, spanAt) : undefined;
  };
}

/** One step down a document. Remembers the keys of the maps that it went through. */
function stepper(targets: ReadonlyMap<Alias, Node>): (found: Found | undefined, key: string | number) => Found | undefined {
  const known = new Map<Node, ReadonlyMap<string, Pair>>();
  return (found, key) => {
    const node = isAlias(found?.value) ? targets.get(found.value) : found?.value;
    if (isSeq(node)) return { value: node.items[Number(key)] as Node };
    if (!isMap(node)) return undefined;
    const pairs = known.get(node) ?? pairsOf(node);
    known.set(node, pairs);
    const pair = pairs.get(String(key));
    return pair === undefined ? undefined : { key: pair.key as Node, ...(pair.value === null ? {} : { value: pair.value as Node }) };
  };
}

function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  return new Map(map.items.map((pair) => [keyText(pair) ?? '', pair]));
}
