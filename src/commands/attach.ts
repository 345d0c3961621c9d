import { randomBytes } from 'node:crypto';
import { attach } from '../attach/attach.js';
import { readReceipts, type Receipt } from '../attach/receipt.js';
import { stateFolder } from '../attach/state-folder.js';
import { shownPath } from '../files.js';
import type { Host } from '../host.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { prepareChanges, type ChangeOptions } from './prepare-changes.js';

export interface AttachOptions extends ChangeOptions {
  readonly state?: string;
  readonly list?: boolean;
  readonly format: string;
}

/** Puts the policy into a client's file for the time of one run, with a receipt from which `detach` takes it out again. */
export async function runAttach(driverId: string | undefined, options: AttachOptions, host: Host): Promise<CommandResult> {
  const folder = stateFolder(options.state, host);
  if (folder === undefined) return usage('there is no folder for receipts', 'Set HOME or XDG_STATE_HOME, or say --state.');
  if (options.list ?? false) return list(folder, options.format, host.cwd);
  if (driverId === undefined) return usage('no driver is named', 'Say for example: mcpolicy attach codex --file FILE.');
  const ready = await prepareChanges(driverId, options, host);
  if (!ready.ok) return ready.result;
  const { driver, policy, changes, plan, notes, sources } = ready.prepared;
  const attached = await attach({ driver, policy, changes, plan, folder, id: randomBytes(6).toString('hex') });
  if (!attached.ok) return refused([...notes, ...attached.faults], sources);
  return product([options.format === 'json' ? `${JSON.stringify(summary(attached.value, host.cwd), null, 2)}\n` : `${attached.value.id}\n`], notes, sources);
}

async function list(folder: string, format: string, cwd: string): Promise<CommandResult> {
  const receipts = await readReceipts(folder);
  if (!receipts.ok) return refused(receipts.faults);
  const active = receipts.value.filter((receipt) => !receipt.isDetached).map((receipt) => summary(receipt, cwd));
  if (format === 'json') return product([`${JSON.stringify({ attachments: active }, null, 2)}\n`]);
  return product(active.map(({ id, driver, servers, files }) => `${id}  ${driver}  ${servers.join(', ')}  ${files.join(', ')}\n`));
}

function summary({ id, driver, servers, files }: Receipt, cwd: string) {
  return { id, driver, servers, files: files.map((file) => shownPath(file.path, cwd)) };
}
