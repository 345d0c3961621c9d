import { describe, expect, it } from 'vitest';
import { Random } from '../native/random.js';
import { tomlDocument } from '../native/toml-documents.js';
import { codexFile } from './codex-files.js';
import { comparable, foreignBytes, type Owned } from './foreign-bytes.js';
import { inWorkspace, type Workspace } from './workspace.js';

type Tools = Record<string, string>;
interface Spec {
  readonly mcpServers: Record<string, { tools?: Tools; enabled?: boolean; enabledTools?: string[]; disabledTools?: string[] }>;
}

/** What one policy does to the tools of one server. */
interface Change {
  readonly server: string;
  readonly added: string;
  readonly changed?: string;
  readonly removed?: string;
}

/** Adds, changes and removes one tool of a server that offers any; the spec is changed in place. */
function changeTools(spec: Spec, random: Random): Change | undefined {
  const servers = Object.keys(spec.mcpServers).filter((name) => spec.mcpServers[name]?.enabled !== false && spec.mcpServers[name]?.enabledTools === undefined && spec.mcpServers[name]?.disabledTools === undefined);
  if (servers.length === 0) return undefined;
  const server = random.pick(servers);
  const tools = new Map(Object.entries(spec.mcpServers[server]?.tools ?? {}));
  const [changed, removed] = random.shuffle([...tools.keys()]);
  if (changed !== undefined) tools.set(changed, tools.get(changed) === 'approve' ? 'prompt' : 'approve');
  if (removed !== undefined) tools.delete(removed);
  const added = random.pick(['brand.new', 'brand_new', 'brand new']);
  tools.set(added, random.pick(['approve', 'prompt']));
  Object.assign(spec.mcpServers[server] ?? {}, { tools: Object.fromEntries(tools) });
  return { server, added, ...(changed === undefined ? {} : { changed }), ...(removed === undefined ? {} : { removed }) };
}

function ownedBy({ server, added, changed, removed }: Change): Owned {
  const isOf = (tools: readonly (string | undefined)[]) => (path: readonly (string | number)[]) => path[0] === 'mcp_servers' && path[1] === server && path[2] === 'tools' && (path.length === 3 || tools.some((tool) => tool !== undefined && tool === path[3]));
  const removes = isOf([removed]);
  return { isOwned: isOf([added, changed, removed]), isRemoved: (path) => path.length > 3 && removes(path) };
}

type Outcome = 'nothing to change' | 'refused' | 'exact' | { readonly fault: string };

async function changeOne(workspace: Workspace, seed: number): Promise<Outcome> {
  const { run, write, read, identity } = workspace;
  const imported = await run('import', 'codex', 'config.toml', '--format', 'json');
  if (imported.stdout === '') return 'nothing to change';
  const spec = JSON.parse(imported.stdout) as Spec;
  const change = changeTools(spec, new Random(seed));
  if (change === undefined) return 'nothing to change';
  write('mcpolicy.json', JSON.stringify(spec));
  const before = read('config.toml');
  const untouched = identity('config.toml');
  const applied = await run('apply', 'codex', '--yes');
  if (applied.stdout === '') return identity('config.toml') === untouched && applied.exit > 1 ? 'refused' : { fault: `refused, and touched: ${applied.stderr}` };
  const after = read('config.toml');
  const [old, now] = comparable(foreignBytes(before, ownedBy(change)), foreignBytes(after, ownedBy(change)));
  if (JSON.stringify(old) !== JSON.stringify(now)) return { fault: `foreign bytes changed: ${JSON.stringify(change)}\n${applied.stdout}` };
  if (/MCP40[123]\]/.test(applied.stderr)) return { fault: `the policy is not there: ${applied.stderr}` };
  return isNoOp(workspace);
}

/** A second run finds nothing to do, and touches nothing. */
async function isNoOp({ run, identity }: Workspace): Promise<Outcome> {
  const before = identity('config.toml');
  const again = await run('apply', 'codex', '--yes');
  return identity('config.toml') === before && again.stdout === 'up to date  config.toml\n' ? 'exact' : { fault: `a second run changed something: ${again.stdout}` };
}

describe('a policy that adds, changes and removes one tool', () => {
  it.each([['documents of every shape', tomlDocument, 200], ['servers of every kind', codexFile, 150]] as const)('leaves every other byte of %s', { timeout: 120_000 }, async (_what, generate, count) => {
    const seen = { 'nothing to change': 0, refused: 0, exact: 0 };
    for (let seed = 1; seed <= count; seed += 1) {
      const text = generate(seed);
      const outcome = await inWorkspace({ 'config.toml': text }, (workspace) => changeOne(workspace, seed));
      if (typeof outcome === 'object') expect.fail(`seed ${String(seed)}: ${outcome.fault}\n--- before\n${text}`);
      seen[outcome] += 1;
    }
    // Many of the first kind hold values that Codex does not start with, and are refused before anything is changed.
    expect(seen.exact).toBeGreaterThan(50);
  });
});

describe('the comparison itself', () => {
  const before = '# top\n[mcp_servers.a]\ncommand = "x" # why\n\n[mcp_servers.a.tools.old]\napproval_mode = "approve"\n\n# end\n';
  const owned = ownedBy({ server: 'a', added: 'new', removed: 'old' });
  const isSame = (after: string) => {
    const [old, now] = comparable(foreignBytes(before, owned), foreignBytes(after, owned));
    return JSON.stringify(old) === JSON.stringify(now);
  };

  it('takes owned entries for none of its business', () => {
    expect(isSame(before.replace('old]', 'new]'))).toBe(true);
    expect(isSame('# top\n[mcp_servers.a]\ncommand = "x" # why\n\n# end\n')).toBe(true);
  });

  it.each([['a comment', '# why', '# whY'], ['a blank', 'a]\ncommand', 'a]\n\ncommand'], ['a spelling', '"x"', "'x'"], ['an order', '# top\n', ''], ['an entry', '.a.tools.old', '.a.tools.other'], ['the end', '# end\n', '# end']])('sees %s that changed', (_what, old, now) => {
    expect(isSame(before.replace(old, now))).toBe(false);
  });
});
