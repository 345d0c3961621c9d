import { realpath } from 'node:fs/promises';
import type { FileChange } from '../apply/file-change.js';
import type { EditPlan } from '../apply/plan.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import { isAbsent, readText } from '../files.js';
import type { NormalizedPolicy } from '../model.js';
import { replaceFile } from '../native/file/replace.js';
import { readJsonc, readToml } from '../native/read.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import type { Receipt } from './receipt.js';
import { readReceipts, removeReceipt, writeReceipt } from './receipt.js';
import { recordChange } from './record.js';

export interface Attachment {
  readonly driver: ExactDriver;
  readonly policy: NormalizedPolicy;
  readonly changes: readonly FileChange[];
  readonly plan: EditPlan;
  readonly id: string;
  readonly folder: string;
}

/**
 * Writes the receipt, then the files. Killed in between, the receipt tells `detach` what to look for: entries that were
 * not written yet count as restored already.
 */
export async function attach(attachment: Attachment): Promise<Outcome<Receipt>> {
  const { driver, policy, changes, plan, id, folder } = attachment;
  const resolved = await Promise.all(changes.map(resolvedChange));
  const known = await readReceipts(folder);
  if (!known.ok) return known;
  const overlaps = known.value.flatMap((receipt) => overlap(receipt, policy, resolved));
  if (overlaps.length > 0) return failure(overlaps);
  const files = await Promise.all(resolved.map(async (change) => recordChange(change, plan.get(change.file.part.id) ?? [], await valueAfter(change))));
  const receipt: Receipt = { version: 1, id, driver: driver.id, servers: policy.servers.map((server) => server.name), files };
  const noted = await writeReceipt(folder, receipt);
  if (!noted.ok) return noted;
  const written = await writeChanges(resolved);
  if (written.faults.length === 0) return success(receipt);
  // A receipt of nothing would stand in the way of the next attempt. In doubt it stays.
  if (!written.touched) await removeReceipt(folder, id);
  return failure(written.faults);
}

/** The file itself, where the path is a link: two names of one file are one file. */
async function resolvedChange(change: FileChange): Promise<FileChange> {
  if (await isAbsent(change.file.path)) return change;
  return { ...change, file: { ...change.file, path: await realpath(change.file.path) } };
}

function overlap(receipt: Receipt, policy: NormalizedPolicy, changes: readonly FileChange[]): readonly Diagnostic[] {
  const isSameFile = receipt.files.some((file) => changes.some((change) => change.file.path === file.path));
  if (receipt.isDetached || !isSameFile) return [];
  return policy.servers
    .filter((server) => receipt.servers.includes(server.name))
    .map((server) => ({ code: 'MCP540', message: `server ${quote(server.name)} is attached by ${receipt.id} already`, subject: { driver: receipt.driver, server: server.name } }));
}

async function valueAfter({ file, after }: FileChange): Promise<unknown> {
  const read = file.part.format === 'toml' ? await readToml(after) : await readJsonc(after);
  return read.ok ? read.document.value : undefined;
}

interface Written {
  readonly faults: readonly Diagnostic[];
  /** False only where it is certain that no file was written. */
  readonly touched: boolean;
}

async function writeChanges(changes: readonly FileChange[]): Promise<Written> {
  const faults: Diagnostic[] = [];
  let touched = false;
  for (const { file, bytes, before, after } of changes) {
    if (before === after) continue;
    const written = await replaceFile(file.path, file.content?.bytes ?? null, bytes);
    touched ||= written.ok || (written.problem.kind === 'io' && (await mayHold(file.path, bytes)));
    if (!written.ok) faults.push({ code: 'MCP421', message: written.problem.message, fix: written.problem.fix, at: { file: file.shownAs } });
  }
  return { faults, touched };
}

/** After an error of the system: whether the file may hold the new bytes all the same. */
async function mayHold(path: string, bytes: Uint8Array): Promise<boolean> {
  if (await isAbsent(path)) return false;
  const content = await readText(path, path);
  return !content.ok || Buffer.compare(content.value.bytes, bytes) === 0;
}
