import { unlink } from 'node:fs/promises';
import type { Diagnostic } from '../diagnostics.js';
import type { Remark } from '../driver.js';
import { isAbsent, readText, shownPath, type TextFile } from '../files.js';
import { replaceFile } from '../native/file/replace.js';
import { readJsonc, readToml } from '../native/read.js';
import { encodeText } from '../native/text.js';
import { failure, success, type Outcome } from '../outcome.js';
import { nativeFault } from '../targets.js';
import { leftBehind } from './left-behind.js';
import type { AttachedFile, OwnedEntry, Receipt } from './receipt.js';
import { writeReceipt } from './receipt.js';
import { digest } from './record.js';
import { restore } from './restore.js';

/** What has to be written to take one file back. `bytes` is null where the file goes. */
interface Restoration {
  readonly path: string;
  readonly shownAs: string;
  readonly old: Uint8Array;
  readonly bytes: Uint8Array | null;
}

/** What is to be done about one file, and what is to be said about it. */
interface PlannedFile {
  readonly restoration?: Restoration;
  readonly notes: readonly Diagnostic[];
}

/**
 * Restores what was there before, file by file, and marks the receipt. All files are looked at before the first is
 * written. Killed in between, detaching again goes on where it stopped. Returns what is to be said about it.
 */
export async function detach(receipt: Receipt, folder: string, cwd: string): Promise<Outcome<readonly Diagnostic[]>> {
  const planned = receipt.isDetached ? [] : await Promise.all(receipt.files.map((file) => planFile(file, receipt, cwd)));
  const faults = planned.flatMap((one) => (one.ok ? [] : one.faults));
  if (faults.length > 0) return failure(faults);
  const files = planned.flatMap((one) => (one.ok ? [one.value] : []));
  for (const { restoration } of files) {
    const fault = restoration === undefined ? undefined : await carryOut(restoration);
    if (fault !== undefined) return failure([fault]);
  }
  if (receipt.isDetached && receipt.files.length === 0) return success([]);
  // Nothing of the client's file outlives the attachment: what was replaced may have been a secret.
  const marked = await writeReceipt(folder, { ...receipt, servers: [], files: [], isDetached: true }, receipt);
  return marked.ok ? success(files.flatMap(({ notes }) => notes)) : marked;
}

async function planFile(file: AttachedFile, receipt: Receipt, cwd: string): Promise<Outcome<PlannedFile>> {
  if (file.owned.length === 0) return success({ notes: [] });
  const shownAs = shownPath(file.path, cwd);
  if (await isAbsent(file.path)) {
    const planned = await planText(file, receipt, shownAs, { bytes: new Uint8Array(), text: '', bom: false });
    return planned.ok ? success({ notes: planned.value.notes }) : planned;
  }
  const content = await readText(file.path, shownAs);
  return content.ok ? planText(file, receipt, shownAs, content.value) : content;
}

async function planText(file: AttachedFile, receipt: Receipt, shownAs: string, { bytes, text, bom }: TextFile): Promise<Outcome<PlannedFile>> {
  const value = await valueOf(file, text, shownAs);
  if (!value.ok) return value;
  const isUntouched = digest(bytes) === file.after;
  const restored = await restore(file, text, value.value, isUntouched);
  if (!restored.ok) return failure(restored.problem === undefined ? restored.changed.map((entry) => changedEntry(entry, receipt, shownAs)) : [nativeFault('MCP420', restored.problem, shownAs)]);
  const left = isUntouched ? success([]) : await orphansOf(file, receipt, value.value, restored.text, shownAs);
  if (!left.ok) return left;
  const notes = restored.gone.map((entry) => goneEntry(entry, receipt, shownAs));
  const isGone = !file.existed && restored.text.trim() === '';
  if (restored.text === text && !isGone) return success({ notes });
  return success({ notes, restoration: { path: file.path, shownAs, old: bytes, bytes: isGone ? null : encodeText(restored.text, bom) } });
}

async function orphansOf(file: AttachedFile, receipt: Receipt, now: unknown, restored: string, shownAs: string): Promise<Outcome<readonly never[]>> {
  const value = await valueOf(file, restored, shownAs);
  if (!value.ok) return value;
  const left = await leftBehind(file, receipt.driver, now, value.value);
  return left.length === 0 ? success([]) : failure(left.map((remark) => orphanedEntry(remark, receipt, shownAs)));
}

/** What a text says. One that was emptied says nothing, in any format. */
async function valueOf({ format }: AttachedFile, text: string, shownAs: string): Promise<Outcome<unknown>> {
  if (text.trim() === '') return success(undefined);
  const read = format === 'toml' ? await readToml(text) : await readJsonc(text);
  return read.ok ? success(read.document.value) : failure([nativeFault('MCP105', read.problem, shownAs)]);
}

async function carryOut({ path, shownAs, old, bytes }: Restoration): Promise<Diagnostic | undefined> {
  const written = await replaceFile(path, old, bytes ?? new Uint8Array());
  if (!written.ok) return { code: 'MCP421', message: written.problem.message, fix: written.problem.fix, at: { file: shownAs } };
  if (bytes === null) await unlink(path);
  return undefined;
}

function changedEntry(entry: OwnedEntry, receipt: Receipt, file: string): Diagnostic {
  return { code: 'MCP541', message: `attachment ${receipt.id}: the entry ${nameOf(entry)} was changed since`, ...placeOf(entry, receipt, file) };
}

function goneEntry(entry: OwnedEntry, receipt: Receipt, file: string): Diagnostic {
  return { code: 'MCP544', message: `attachment ${receipt.id}: the entry ${nameOf(entry)} was removed since, and what was there before it is not put back`, ...placeOf(entry, receipt, file) };
}

function orphanedEntry(remark: Remark, receipt: Receipt, file: string): Diagnostic {
  return { code: 'MCP541', message: `attachment ${receipt.id}: the entry ${nameOf(remark)} was added since, and the client does not start on it without the server`, fix: 'Remove the entry by hand, then detach again.', ...placeOf(remark, receipt, file) };
}

type Place = Pick<OwnedEntry, 'path' | 'element'>;

function nameOf({ path, element }: Place): string {
  return element === undefined ? path.join('.') : `${path.join('.')} (${JSON.stringify(element)})`;
}

function placeOf({ path }: Place, receipt: Receipt, file: string): Pick<Diagnostic, 'subject' | 'at'> {
  const server = receipt.servers.find((name) => path.includes(name));
  return { subject: { driver: receipt.driver, ...(server === undefined ? {} : { server }) }, at: { file } };
}
