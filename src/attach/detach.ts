import { unlink } from 'node:fs/promises';
import type { Diagnostic } from '../diagnostics.js';
import { isAbsent, readText, shownPath } from '../files.js';
import { replaceFile } from '../native/file/replace.js';
import { readJsonc, readToml } from '../native/read.js';
import { encodeText } from '../native/text.js';
import { failure, success, type Outcome } from '../outcome.js';
import { nativeFault } from '../targets.js';
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

/**
 * Restores what was there before, file by file, and marks the receipt. All files are looked at before the first is
 * written. Killed in between, detaching again goes on where it stopped.
 */
export async function detach(receipt: Receipt, folder: string, cwd: string): Promise<Outcome<Receipt>> {
  if (receipt.isDetached) return success(receipt);
  const planned = await Promise.all(receipt.files.map((file) => planRestoration(file, receipt, cwd)));
  const faults = planned.flatMap((one) => (one.ok ? [] : one.faults));
  if (faults.length > 0) return failure(faults);
  for (const one of planned) {
    const fault = one.ok && one.value !== undefined ? await carryOut(one.value) : undefined;
    if (fault !== undefined) return failure([fault]);
  }
  const done: Receipt = { ...receipt, isDetached: true };
  const marked = await writeReceipt(folder, done, receipt);
  return marked.ok ? success(done) : marked;
}

async function planRestoration(file: AttachedFile, receipt: Receipt, cwd: string): Promise<Outcome<Restoration | undefined>> {
  const shownAs = shownPath(file.path, cwd);
  if (file.owned.length === 0 || (await isAbsent(file.path))) return success(undefined);
  const content = await readText(file.path, shownAs);
  if (!content.ok) return content;
  const { bytes, text, bom } = content.value;
  const read = file.format === 'toml' ? await readToml(text) : await readJsonc(text);
  if (!read.ok) return failure([nativeFault('MCP105', read.problem, shownAs)]);
  const restored = await restore(file, text, read.document.value, digest(bytes) === file.after);
  if (!restored.ok) return failure(restored.problem === undefined ? restored.changed.map((entry) => changedEntry(entry, receipt, shownAs)) : [nativeFault('MCP420', restored.problem, shownAs)]);
  const isGone = !file.existed && restored.text.trim() === '';
  if (restored.text === text && !isGone) return success(undefined);
  return success({ path: file.path, shownAs, old: bytes, bytes: isGone ? null : encodeText(restored.text, bom) });
}

async function carryOut({ path, shownAs, old, bytes }: Restoration): Promise<Diagnostic | undefined> {
  const written = await replaceFile(path, old, bytes ?? new Uint8Array());
  if (!written.ok) return { code: 'MCP421', message: written.problem.message, fix: written.problem.fix, at: { file: shownAs } };
  if (bytes === null) await unlink(path);
  return undefined;
}

function changedEntry({ path, element }: OwnedEntry, receipt: Receipt, file: string): Diagnostic {
  const server = receipt.servers.find((name) => path.includes(name));
  const entry = element === undefined ? path.join('.') : `${path.join('.')} (${JSON.stringify(element)})`;
  return { code: 'MCP541', message: `attachment ${receipt.id}: the entry ${entry} was changed since`, subject: { driver: receipt.driver, ...(server === undefined ? {} : { server }) }, at: { file } };
}
