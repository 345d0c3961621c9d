import type { InstalledClient } from '../harness/clients.js';
import { runExec } from '../harness/exec.js';
import { makeScratch } from '../harness/scratch.js';
import { writeCodexHome } from './home.js';

/** Whether Codex takes a config in strict mode, where unknown keys are errors too; `message` is its own. */
export type StrictVerdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

/**
 * Loads `config`, alone and byte for byte, as the user's config file with `codex app-server --strict-config
 * --print-startup-config`, which starts no server. A version without the second flag loads the file as it starts, and ends
 * when it finds its input closed.
 */
export async function loadStrictly(client: InstalledClient, config: string): Promise<StrictVerdict> {
  const scratch = makeScratch();
  try {
    const env = writeCodexHome(scratch, config);
    const run = (flags: readonly string[]) => runExec(process.execPath, [client.script, 'app-server', '--strict-config', ...flags], { cwd: scratch.project, env });
    const printed = await run(['--print-startup-config']);
    const lacksFlag = printed.exitCode === 2 && printed.stderr.includes("unexpected argument '--print-startup-config'");
    const { exitCode, stdout, stderr } = lacksFlag ? await run([]) : printed;
    return exitCode === 0 ? { ok: true } : { ok: false, message: `exit ${String(exitCode)}: ${stdout}${stderr}` };
  } finally {
    scratch.remove();
  }
}
