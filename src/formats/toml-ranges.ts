import { parseTOML, type AST } from 'toml-eslint-parser';
import type { DocumentPath, Span } from '../model.js';
import { maximumDepth, type Locate } from './format.js';
import { spansOf } from './position.js';

type Range = readonly [start: number, end: number];
interface Ranges {
  readonly key: Range;
  readonly value: Range;
}

/**
 * Finds entries of a sound TOML document. Uses the syntax tree only; values come from `readToml`. Where the two readers
 * disagree on what is sound, or a text is so long that this one's stack ends on it, there is `undefined`: no place is better
 * than a wrong one.
 */
export function locateToml(text: string): Locate | undefined {
  const program = parseOrNothing(text);
  if (program === undefined) return undefined;
  const index = indexOf(program);
  const spanAt = spansOf(text);
  return (path, part) => {
    const found = index.get(JSON.stringify(path));
    return found === undefined ? undefined : spanAt(...found[part]);
  };
}

function indexOf(program: AST.TOMLProgram): ReadonlyMap<string, Ranges> {
  const index = new Map<string, Ranges>();
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') addKeyValue(index, node, []);
    else addTable(index, node);
  }
  return index;
}

/** Tables below the depth that is read have no places: a path as long as its file would be copied for every key. */
function addTable(index: Map<string, Ranges>, table: AST.TOMLTable): void {
  if (table.resolvedKey.length > maximumDepth) return;
  addKeys(index, table.key, [], table.range);
  if (table.kind === 'array') remember(index, table.resolvedKey, { key: table.key.range, value: table.range });
  for (const node of table.body) addKeyValue(index, node, table.resolvedKey);
}

function addKeyValue(index: Map<string, Ranges>, node: AST.TOMLKeyValue, base: DocumentPath): void {
  if (node.key.keys.length > maximumDepth) return;
  addKeys(index, node.key, base, node.value.range);
  addContent(index, node.value, [...base, ...node.key.keys.map(nameOf)]);
}

function addContent(index: Map<string, Ranges>, content: AST.TOMLContentNode, path: DocumentPath): void {
  if (content.type === 'TOMLInlineTable') {
    for (const node of content.body) addKeyValue(index, node, path);
  } else if (content.type === 'TOMLArray') {
    content.elements.forEach((element, position) => {
      remember(index, [...path, position], { key: element.range, value: element.range });
      addContent(index, element, [...path, position]);
    });
  }
}

/** Every prefix of a dotted key is an entry of its own; the first place that mentions it counts. */
function addKeys(index: Map<string, Ranges>, key: AST.TOMLKey, base: DocumentPath, value: Range): void {
  key.keys.forEach((part, position) => {
    const path = [...base, ...key.keys.slice(0, position + 1).map(nameOf)];
    const isLast = position === key.keys.length - 1;
    const old = index.get(JSON.stringify(path));
    if (old === undefined || (isLast && key.parent.type === 'TOMLTable')) index.set(JSON.stringify(path), { key: part.range, value: isLast ? value : part.range });
  });
}

function remember(index: Map<string, Ranges>, path: DocumentPath, ranges: Ranges): void {
  index.set(JSON.stringify(path), ranges);
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

/**
 * Both places of a key that is defined twice, when the statement at `offset` is the second one. What stands before it is
 * a sound document of its own, in which the first one is looked up.
 */
export function redefinition(text: string, offset: number): { readonly first?: Span; readonly second: Span } | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const line = /^[^\r\n]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const statement = parseStatement(line);
  const before = parseOrNothing(text.slice(0, lineStart));
  if (statement === undefined || before === undefined) return undefined;
  const table = before.body[0].body.at(-1);
  const base = statement.type === 'TOMLKeyValue' && table?.type === 'TOMLTable' ? table.resolvedKey : [];
  const path = [...base, ...statement.key.keys.map(nameOf)];
  if (path.length > maximumDepth) return undefined;
  const [start, end] = statement.key.range;
  const first = firstDefined(indexOf(before), path, base.length);
  const spanAt = spansOf(text);
  return { ...(first === undefined ? {} : { first: spanAt(...first) }), second: spanAt(lineStart + start, lineStart + end) };
}

/** The key itself, or the value that one of its prefixes was given. */
function firstDefined(index: ReadonlyMap<string, Ranges>, path: DocumentPath, base: number): Range | undefined {
  for (let length = path.length; length > base; length -= 1) {
    const found = index.get(JSON.stringify(path.slice(0, length)));
    if (found !== undefined) return found.key;
  }
  return undefined;
}

/** The key-value or header of one line; a value that goes on over several lines is left out. */
function parseStatement(line: string): AST.TOMLKeyValue | AST.TOMLTable | undefined {
  if (isDeep(line)) return parseOrNothing(`${line.slice(0, line.indexOf('='))}= 0`)?.body[0].body[0];
  const whole = parseOrNothing(line)?.body[0].body[0];
  if (whole !== undefined) return whole;
  for (let equals = line.indexOf('='); equals !== -1; equals = line.indexOf('=', equals + 1)) {
    const statement = parseOrNothing(`${line.slice(0, equals)}= 0`)?.body[0].body[0];
    if (statement !== undefined) return statement;
  }
  return undefined;
}

/** Whether a line may nest deeper than is read: this parser recurses, and its stack is not to be run out of. */
function isDeep(line: string): boolean {
  return (line.match(/[[{]/g) ?? []).length > maximumDepth;
}

/** `undefined` for text that does not parse. */
function parseOrNothing(text: string): AST.TOMLProgram | undefined {
  try {
    return parseTOML(text, { tomlVersion: '1.1.0' });
  } catch {
    return undefined;
  }
}
