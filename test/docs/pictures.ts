import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMain } from '../run-main.js';
import { picture } from './picture.js';

/** The pictures of the README: what a terminal shows, drawn from what the product prints. */
export const pictures: ReadonlyMap<string, (root: string) => Promise<string>> = new Map([
  ['docs/pictures/check.svg', checkPicture],
  ['docs/pictures/drivers.svg', driversPicture],
]);

/** The shipped example, in whose config somebody approved a tool by hand and turned a prompt around. */
async function checkPicture(root: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcpolicy-picture-'));
  try {
    await cp(join(root, 'fixtures/example'), folder, { recursive: true });
    const config = join(folder, '.codex/config.toml');
    const edited = (await readFile(config, 'utf8')).replace('ui_drop]\napproval_mode = "prompt"', 'ui_drop]\napproval_mode = "approve"');
    await writeFile(config, `${edited}\n[mcp_servers.docs.tools.publish]\napproval_mode = "approve"\n`);
    return picture('mcpolicy check finds two approvals that the policy does not have', await shown(folder, ['check']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The table of exact clients; the sentences about the others are wider than a page. */
async function driversPicture(root: string): Promise<string> {
  const [table = ''] = (await shown(root, ['drivers'])).split('\n\n');
  return picture('mcpolicy drivers shows what each client can say exactly', table);
}

async function shown(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runMain(args, { cwd, env: { FORCE_COLOR: '1' } });
  return `$ mcpolicy ${args.join(' ')}\n${stdout}${stderr}`;
}
