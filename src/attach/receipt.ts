import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { NativeValue } from '../driver.js';
import { isAbsent, readText } from '../files.js';
import { codeOf } from '../native/file/problem.js';
import { replaceFile } from '../native/file/replace.js';
import type { TextSplice } from '../native/splice.js';
import { failure, success, type Outcome } from '../outcome.js';

/** One entry that an attachment wrote, with what was there before. `value` is absent where there was no entry. */
export interface OwnedEntry {
  readonly path: readonly string[];
  /** In a list at `path`: the element, present before or after. */
  readonly element?: NativeValue;
  /** How many keys of `path` lead to what was not there before: nothing wider is ever removed. */
  readonly created: number;
  readonly before: { readonly value?: NativeValue };
  readonly after: { readonly value?: NativeValue };
}

/** One file of an attachment. Holds no more of its text than the attachment changed and the lines around it. */
export interface AttachedFile {
  readonly part: string;
  readonly format: 'toml' | 'json';
  /** Absolute. */
  readonly path: string;
  readonly existed: boolean;
  /** `sha256:` of the bytes before and after: equal bytes are restored exactly. */
  readonly before: string;
  readonly after: string;
  /** Turn the text after into the text before. */
  readonly inverse: readonly TextSplice[];
  /** The same as patches, from much context to none, for a file that others changed meanwhile. */
  readonly patches: readonly string[];
  readonly owned: readonly OwnedEntry[];
}

/** What `attach` did, written before it does it. */
export interface Receipt {
  readonly version: 1;
  readonly id: string;
  readonly driver: string;
  readonly servers: readonly string[];
  readonly files: readonly AttachedFile[];
  /** Set by `detach`, so that detaching twice is told from a wrong id. Servers and files are left out then. */
  readonly isDetached?: true;
}

const suffix = '.receipt.json';

/** All receipts of a state folder, in the order of their ids. A damaged one is a fault, never skipped. */
export async function readReceipts(folder: string): Promise<Outcome<readonly Receipt[]>> {
  if (await isAbsent(folder)) return success([]);
  const names = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort();
  const read = await Promise.all(names.map((name) => readReceipt(folder, name.slice(0, -suffix.length))));
  const faults = read.flatMap((one) => (one.ok ? [] : one.faults));
  return faults.length > 0 ? failure(faults) : success(read.flatMap((one) => (one.ok && one.value !== undefined ? [one.value] : [])));
}

/** The receipt of this id, or `undefined` where there is none. */
export async function readReceipt(folder: string, id: string): Promise<Outcome<Receipt | undefined>> {
  const path = receiptPath(folder, id);
  if (await isAbsent(path)) return success(undefined);
  const text = await readText(path, `receipt ${id}`);
  if (!text.ok) return text;
  const receipt = parse(text.value.text);
  return receipt?.id === id ? success(receipt) : failure([damaged(id)]);
}

function parse(text: string): Receipt | undefined {
  try {
    const value = JSON.parse(text) as Partial<Receipt> | null;
    return value?.version === 1 && Array.isArray(value.files) && Array.isArray(value.servers) && typeof value.id === 'string' && typeof value.driver === 'string' ? (value as Receipt) : undefined;
  } catch {
    return undefined;
  }
}

function damaged(id: string): Diagnostic {
  return { code: 'MCP543', message: `the receipt of attachment ${id} is damaged` };
}

/** Writes a new receipt, or replaces `old`. On the disk when this returns. */
export async function writeReceipt(folder: string, receipt: Receipt, old?: Receipt): Promise<Outcome<undefined>> {
  const bytes = bytesOf(receipt);
  const written = await replaceFile(receiptPath(folder, receipt.id), old === undefined ? null : bytesOf(old), bytes);
  return written.ok ? success(undefined) : failure([{ code: 'MCP421', message: `the receipt: ${written.problem.message}`, fix: written.problem.fix }]);
}

/** Forgets an attachment that wrote nothing. A receipt that cannot be removed stays, and `detach` finds its work done. */
export async function removeReceipt(folder: string, id: string): Promise<void> {
  try {
    await unlink(receiptPath(folder, id));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

function receiptPath(folder: string, id: string): string {
  return join(folder, `${id}${suffix}`);
}

function bytesOf(receipt: Receipt): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(receipt, null, 1)}\n`);
}
