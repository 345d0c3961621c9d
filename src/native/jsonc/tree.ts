import { stripComments, visit } from 'jsonc-parser';
import type { Range } from '../problem.js';

/** Where a value of a sound document stands, and what stands in it. Values come from the reader, never from here. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'scalar';
  readonly start: number;
  end: number;
  readonly items: JsonItem[];
}

/** An element of a list, or a member of an object: then `key` and the end of its text are known. */
export interface JsonItem {
  readonly start: number;
  readonly key?: { readonly name: string; readonly end: number };
  readonly node: JsonNode;
}

export interface JsonTree {
  /** Missing where the text holds nothing but blanks and comments. */
  readonly root?: JsonNode;
  readonly comments: readonly Range[];
}

/** A text of blanks and whole comments says nothing yet: clients take it for an empty document. */
export function isWithoutValue(text: string): boolean {
  if (stripComments(text).trim() !== '') return false;
  let faults = 0;
  visit(text, { onError: () => void (faults += 1) }, { allowEmptyContent: true });
  return faults === 0;
}

export function readTree(text: string): JsonTree {
  const comments: Range[] = [];
  const outermost: JsonNode = { kind: 'array', start: 0, end: text.length, items: [] };
  const open: JsonNode[] = [outermost];
  let member: { readonly start: number; readonly key: NonNullable<JsonItem['key']> } | undefined;
  const put = (kind: JsonNode['kind'], start: number, end: number) => {
    const node: JsonNode = { kind, start, end, items: [] };
    open.at(-1)?.items.push({ ...(member ?? { start }), node });
    member = undefined;
    return node;
  };
  const close = (offset: number, length: number) => {
    const node = open.pop();
    if (node !== undefined) node.end = offset + length;
  };
  visit(
    text,
    {
      onObjectBegin: (offset) => { open.push(put('object', offset, offset)); },
      onArrayBegin: (offset) => { open.push(put('array', offset, offset)); },
      onObjectEnd: close,
      onArrayEnd: close,
      onLiteralValue: (_value, offset, length) => void put('scalar', offset, offset + length),
      onObjectProperty: (name, offset, length) => { member = { start: offset, key: { name, end: offset + length } }; },
      onComment: (offset, length) => comments.push([offset, offset + length]),
    },
    { allowTrailingComma: true, allowEmptyContent: true },
  );
  const root = outermost.items[0]?.node;
  return { comments, ...(root === undefined ? {} : { root }) };
}

/** From the key, or the value where there is none, to the end of the value. */
export function rangeOf(item: JsonItem): Range {
  return [item.start, item.node.end];
}
