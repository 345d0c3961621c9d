import type { Diagnostic, DiagnosticCode, Subject } from '../diagnostics.js';
import type { DocumentPath } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { didYouMean } from '../suggest.js';

/** What one check of a spec makes of its node: the best value it can, and everything that is wrong with it. */
export interface Checked<T> {
  readonly value: T;
  readonly faults: readonly Diagnostic[];
}

export function sound<T>(value: T): Checked<T> {
  return { value, faults: noDiagnostics };
}

/** A node of a document and whom it is about: where faults point. It knows its parent, so that sound ones need no paths. */
export interface Node {
  readonly file: string;
  readonly subject: Subject;
  readonly parent: Node | undefined;
  /** In its parent. */
  readonly key: string | number;
}

export function rootOf(file: string): Node {
  return { file, subject: {}, parent: undefined, key: '' };
}

export function child(parent: Node, key: string | number): Node {
  return { file: parent.file, subject: parent.subject, parent, key };
}

/** The same node, about somebody in particular. */
export function nodeAbout({ file, parent, key }: Node, subject: Subject): Node {
  return { file, subject, parent, key };
}

function pathOf({ parent, key }: Node): DocumentPath {
  return parent === undefined ? [] : [...pathOf(parent), key];
}

/** A fault of `node`. `part` says whether its key or its value is wrong. */
export function fault(code: DiagnosticCode, node: Node, message: string, fix?: string, part: 'key' | 'value' = 'value'): Diagnostic {
  return {
    code,
    message: `${aboutText(node.subject)}${message}`,
    ...(fix === undefined ? {} : { fix }),
    subject: node.subject,
    at: { file: node.file, path: pathOf(node), part },
  };
}

function aboutText({ server, tool }: Subject): string {
  const names = [...(server === undefined ? [] : [`server ${quote(server)}`]), ...(tool === undefined ? [] : [`tool ${quote(tool)}`])];
  return names.length === 0 ? '' : `${names.join(', ')}: `;
}

/** What a value is called in faults: quoting a name looks for secrets in it, so that labels are made for faults only. */
export function labelOf(what: string, which?: string | number): string {
  if (which === undefined) return what;
  return `${what} ${typeof which === 'number' ? String(which) : quote(which)}`;
}

/** The faults of several checks, in this order. */
export function allFaults(...lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  // Stryker disable next-line all: the answer is the same without it, later
  if (lists.every((list) => list.length === 0)) return noDiagnostics;
  return lists.flat();
}

export type Table = Readonly<Record<string, unknown>>;

/** A map of the document, whatever its prototype; dates and lists are none. */
export function isTable(value: unknown): value is Table {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** The own value of a key: `undefined` for keys that only the prototype has. */
export function own(table: Table, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The kind of a value in words, without the value. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'a number';
  return isTable(value) ? 'a table' : 'a date';
}

export function wrongType(node: Node, label: string, wanted: string, value: unknown): Diagnostic {
  return fault('MCP203', node, `${label} must be ${wanted}, and is ${describe(value)}`, `Give it ${wanted}.`);
}

/** A fault for every key that `fields` does not have. */
export function unknownKeys(table: Table, fields: object, node: Node, place = ''): readonly Diagnostic[] {
  const strangers = Object.keys(table).filter((key) => !Object.hasOwn(fields, key));
  // Stryker disable next-line all: the answer is the same without it, later
  if (strangers.length === 0) return noDiagnostics;
  const known = Object.keys(fields);
  return strangers.map((key) => fault('MCP202', child(node, key), `unknown key ${quote(key)}${place}`, `Known keys: ${known.join(', ')}.${didYouMean(key, known)}`, 'key'));
}

/** An optional boolean. */
export function checkBoolean(table: Table, key: string, node: Node): Checked<boolean | undefined> {
  const value = own(table, key);
  if (value === undefined || typeof value === 'boolean') return sound(value);
  return { value: undefined, faults: [wrongType(child(node, key), key, 'true or false', value)] };
}

/** An optional text that is neither empty nor half a character. */
export function checkText(table: Table, key: string, node: Node): Checked<string | undefined> {
  const value = own(table, key);
  if (value === undefined) return sound(value);
  if (typeof value !== 'string') return { value: undefined, faults: [wrongType(child(node, key), key, 'a string', value)] };
  if (value.trim() === '') return { value: undefined, faults: [fault('MCP213', child(node, key), `${key} is empty`, 'Remove the key, or give it a value.')] };
  if (!value.isWellFormed()) return { value: undefined, faults: [fault('MCP213', child(node, key), `${key} holds half of a surrogate pair`, 'Write the value in valid Unicode.')] };
  return sound(value);
}
