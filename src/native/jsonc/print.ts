import { isList, isTable, type NativeContent } from '../value.js';

/** How a value is laid out: on one line, without any blank, or one member a line, deeper by `unit` from `indent` on. */
export type JsonLayout = { readonly kind: 'line' } | { readonly kind: 'minified' } | LinesLayout;

export interface LinesLayout {
  readonly kind: 'lines';
  readonly indent: string;
  readonly unit: string;
  readonly lineBreak: string;
}

/** A value as JSON. Lists of scalars stay on one line in every layout. */
export function printValue(value: NativeContent, layout: JsonLayout): string {
  if (isList(value)) return printList(value, layout);
  if (isTable(value)) {
    const inner = deeper(layout);
    return bracket('{', '}', Object.entries(value).map(([key, item]) => printMember(key, item, inner)), layout);
  }
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

export function printMember(key: string, value: NativeContent, layout: JsonLayout, colon = layout.kind === 'minified' ? ':' : ': '): string {
  return JSON.stringify(key) + colon + printValue(value, layout);
}

function printList(list: readonly NativeContent[], layout: JsonLayout): string {
  const isFlat = layout.kind !== 'minified' && list.every((item) => typeof item !== 'object');
  if (isFlat) return `[${list.map((item) => printValue(item, layout)).join(', ')}]`;
  const inner = deeper(layout);
  return bracket('[', ']', list.map((item) => printValue(item, inner)), layout);
}

function deeper(layout: JsonLayout): JsonLayout {
  return layout.kind === 'lines' ? { ...layout, indent: layout.indent + layout.unit } : layout;
}

function bracket(open: string, close: string, items: readonly string[], layout: JsonLayout): string {
  if (items.length === 0) return open + close;
  if (layout.kind === 'minified') return open + items.join(',') + close;
  if (layout.kind === 'line') return open === '[' ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  const lead = layout.lineBreak + layout.indent;
  return `${open}${items.map((item) => lead + layout.unit + item).join(',')}${lead}${close}`;
}

/** Why JSON cannot hold a value, or `undefined`. */
export function unprintable(value: NativeContent): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'a number that is not finite';
  if (value instanceof Date) return 'a date';
  const items = isList(value) ? value : isTable(value) ? Object.values(value) : [];
  return items.map(unprintable).find((reason) => reason !== undefined);
}
