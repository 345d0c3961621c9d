import { detach } from '../attach/detach.js';
import { readReceipt, readReceipts, type Receipt } from '../attach/receipt.js';
import { stateFolder } from '../attach/state-folder.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Host } from '../host.js';
import { success, type Outcome } from '../outcome.js';
import { product, refused, usage, type CommandResult } from './command.js';

export interface DetachOptions {
  readonly state?: string;
  readonly all?: boolean;
}

/** Takes attachments out again. What cannot be restored is named, and the others are detached all the same. */
export async function runDetach(ids: readonly string[], options: DetachOptions, host: Host): Promise<CommandResult> {
  const folder = stateFolder(options.state, host);
  if (folder === undefined) return usage('there is no folder for receipts', 'Set HOME or XDG_STATE_HOME, or say --state.');
  const isAll = options.all ?? false;
  if (isAll === ids.length > 0) return usage('name attachments, or say --all', 'See `mcpolicy attach --list`.');
  const chosen = isAll ? await allActive(folder) : await named(ids, folder);
  const lines: string[] = [];
  const said: Diagnostic[] = chosen.flatMap((one) => (one.ok ? [] : one.faults));
  for (const one of chosen) {
    if (!one.ok) continue;
    const detached = await detach(one.value, folder, host.cwd);
    if (detached.ok) lines.push(`${one.value.isDetached ? 'was detached' : 'detached    '} ${one.value.id}\n`);
    said.push(...(detached.ok ? detached.value : detached.faults));
  }
  return lines.length === 0 && said.length > 0 ? refused(said) : product(lines, said);
}

async function allActive(folder: string): Promise<readonly Outcome<Receipt>[]> {
  const receipts = await readReceipts(folder);
  return receipts.ok ? receipts.value.filter((receipt) => !receipt.isDetached).map((receipt) => success(receipt)) : [receipts];
}

async function named(ids: readonly string[], folder: string): Promise<readonly Outcome<Receipt>[]> {
  return Promise.all(ids.map((id) => byId(id, folder)));
}

async function byId(id: string, folder: string): Promise<Outcome<Receipt>> {
  if (!/^[A-Za-z0-9_-]+$/.test(id)) return { ok: false, faults: [unknown(id)] };
  const receipt = await readReceipt(folder, id);
  if (!receipt.ok) return receipt;
  return receipt.value === undefined ? { ok: false, faults: [unknown(id)] } : success(receipt.value);
}

function unknown(id: string): Diagnostic {
  return { code: 'MCP542', message: `there is no attachment ${JSON.stringify(id)}` };
}
