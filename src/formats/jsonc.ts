import { createScanner, parseTree, visit, type Node, type ParseErrorCode } from 'jsonc-parser';
import { maximumDepth, type FormatProblem, type Locate, type Read } from './format.js';
import { spansOf } from './position.js';

interface Options {
  /** No comments and no trailing commas. */
  readonly strict: boolean;
}

/** A container that is being filled. `keys` remembers where each key of an object was first written. */
interface Frame {
  readonly container: unknown[] | Record<string, unknown>;
  readonly keys: Map<string, readonly [offset: number, length: number]>;
  key: string;
}

/** Reads JSON with positions: every key that comes twice is reported with both, and no key is special. */
export function readJsonc(text: string, { strict }: Options): Read {
  const spanAt = spansOf(text);
  if (isTooDeep(text)) return { ok: false, problems: [{ kind: 'limit', message: `nested deeper than ${String(maximumDepth)} levels`, span: spanAt(0, 0) }] };
  const problems: FormatProblem[] = [];
  const root: Frame = { container: [], keys: new Map(), key: '' };
  const stack: Frame[] = [root];
  const top = () => stack[stack.length - 1] ?? root;
  const open = (container: Frame['container']) => {
    put(top(), container);
    stack.push({ container, keys: new Map(), key: '' });
  };
  visit(
    text,
    {
      onObjectBegin: () => { open({}); },
      onArrayBegin: () => { open([]); },
      onObjectEnd: () => void stack.pop(),
      onArrayEnd: () => void stack.pop(),
      onLiteralValue: (value: unknown) => { put(top(), value); },
      onObjectProperty: (property, offset, length) => {
        const first = top().keys.get(property);
        if (first !== undefined) problems.push({ kind: 'duplicate-key', message: 'defined twice', span: spanAt(offset, offset + length), first: spanAt(first[0], first[0] + first[1]) });
        else top().keys.set(property, [offset, length]);
        top().key = property;
      },
      onError: (code, offset, length) => { problems.push({ kind: 'syntax', message: errorText(code), span: spanAt(offset, offset + length) }); },
    },
    { disallowComments: strict, allowTrailingComma: !strict, allowEmptyContent: false },
  );
  if (problems.length > 0) return { ok: false, problems: firstSyntaxError(problems) };
  return { ok: true, value: (root.container as unknown[])[0] };
}

/** After one syntax error the next ones are mostly its echo. */
function firstSyntaxError(problems: readonly FormatProblem[]): readonly FormatProblem[] {
  const syntax = problems.filter((problem) => problem.kind === 'syntax');
  return syntax.length > 0 ? syntax.slice(0, 1) : problems;
}

function put(frame: Frame, value: unknown): void {
  if (Array.isArray(frame.container)) frame.container.push(value);
  else Object.defineProperty(frame.container, frame.key, { value, enumerable: true, configurable: true, writable: true });
}

/** Tokens of jsonc-parser's scanner; its `const enum` has no values at run time. */
const token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;
const openers: ReadonlyMap<number, number> = new Map([[token.closeBrace, token.openBrace], [token.closeBracket, token.openBracket]]);

/**
 * Counted by the scanner, which knows strings and comments and does not recurse, before anything that does. A bracket
 * that closes nothing is passed over, so that a malformed text never looks shallower than its reader would go.
 */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  const open: number[] = [];
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) open.push(kind);
    else if (open.length > 0 && openers.get(kind) === open.at(-1)) open.pop();
    if (open.length > maximumDepth) return true;
  }
  return false;
}

const errorTexts: readonly string[] = [
  'not valid JSON',
  'a word that is no JSON value',
  'a malformed number',
  'a key in double quotes is missing here',
  'a value is missing here',
  'a colon is missing here',
  'a comma is missing here',
  'a closing brace is missing here',
  'a closing bracket is missing here',
  'more text after the end of the document',
  'comments are not allowed in JSON',
  'a comment that does not end',
  'a string that does not end',
  'a number that does not end',
  'a malformed \\u escape',
  'an unknown escape',
  'a character that is not allowed in a string',
];

function errorText(code: ParseErrorCode): string {
  return errorTexts[code] ?? 'not valid JSON';
}

/** Finds entries of a sound document. */
export function locateJson(text: string): Locate {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const step = stepper();
  const spanAt = spansOf(text);
  return (path, part) => {
    const node = path.reduce(step, root);
    const found = part === 'key' && node?.parent?.type === 'property' ? node.parent.children?.[0] : node;
    return found === undefined ? undefined : spanAt(found.offset, found.offset + found.length);
  };
}

/** One step down a document. Remembers the keys of the objects that it went through. */
function stepper(): (node: Node | undefined, key: string | number) => Node | undefined {
  const known = new Map<Node, ReadonlyMap<unknown, Node>>();
  return (node, key) => {
    if (node?.type === 'array') return node.children?.[Number(key)];
    if (node?.type !== 'object') return undefined;
    const members = known.get(node) ?? membersOf(node);
    known.set(node, members);
    return members.get(key);
  };
}

function membersOf({ children = [] }: Node): ReadonlyMap<unknown, Node> {
  return new Map(children.flatMap(({ children: [key, value] = [] }) => (key === undefined || value === undefined ? [] : [[key.value, value] as const])));
}
