import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tomlDocument } from '../native/toml-documents.js';
import { codexFile } from './codex-files.js';
import { inWorkspace } from './workspace.js';

const fixtures = fileURLToPath(new URL('../../fixtures/codex-import', import.meta.url));
const cases = readdirSync(fixtures).map((name) => [name, readFileSync(join(fixtures, name, 'config.toml'))] as const);

/** Imports a file and applies what came out to the same file. `refused`: no spec came out. */
async function roundTrip(content: string | Uint8Array): Promise<'refused' | 'leaked' | 'same' | { readonly changed: string; readonly spec: string }> {
  return inWorkspace({ 'config.toml': content }, async ({ run, write, bytes, identity, read }) => {
    const imported = await run('import', 'codex', 'config.toml');
    if (imported.stdout === '') return 'refused';
    write('mcpolicy.toml', imported.stdout);
    if (imported.stderr.includes('[MCP411]')) return 'leaked';
    const [before, old] = [identity('config.toml'), bytes('config.toml')];
    const applied = await run('apply', 'codex', '--yes');
    const isSame = bytes('config.toml').equals(old) && identity('config.toml') === before && applied.stdout === 'up to date  config.toml\n';
    return isSame ? 'same' : { changed: `${applied.stdout}${applied.stderr}\n--- now\n${read('config.toml')}`, spec: imported.stdout };
  });
}

/** What the golden of the import says: no spec, a spec with secrets taken out, or the whole file. */
function expectedOf(name: string) {
  const files = readdirSync(join(fixtures, name));
  if (!files.includes('stdout')) return 'refused';
  const said = files.includes('stderr') ? readFileSync(join(fixtures, name, 'stderr'), 'utf8') : '';
  return said.includes('[MCP411]') ? 'leaked' : 'same';
}

describe('what was imported, applied to the same file, changes no byte', () => {
  it.each(cases)('%s', async (name, content) => {
    expect(await roundTrip(content)).toBe(expectedOf(name));
  });

  it.each([['documents of every shape', tomlDocument, 120], ['servers of every kind', codexFile, 200]] as const)('%s', { timeout: 120_000 }, async (_what, generate, count) => {
    const seen = { refused: 0, leaked: 0, same: 0 };
    for (let seed = 1; seed <= count; seed += 1) {
      const text = generate(seed);
      const outcome = await roundTrip(text);
      if (typeof outcome === 'object') expect.fail(`seed ${String(seed)}:\n${text}\n--- spec\n${outcome.spec}\n--- apply said\n${outcome.changed}`);
      seen[outcome] += 1;
    }
    expect(seen.leaked).toBe(0);
    expect(seen.same).toBeGreaterThan(count / 3);
  });
});
