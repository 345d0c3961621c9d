import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadStrictly } from '../codex/strict.js';
import { installClient, pins, type InstalledClient } from '../harness/clients.js';

const root = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const textOf = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8');

/** Cases of apply that changed one file, with the file before and after. */
const changed = readdirSync(path.join(root, 'codex-apply')).flatMap((name) => {
  const files = readdirSync(path.join(root, 'codex-apply', name));
  return files.includes('after') && files.includes('config.toml') ? [[name, textOf('codex-apply', name, 'config.toml'), textOf('codex-apply', name, 'after', 'config.toml')] as const] : [];
});

/** Cases of check in which Codex is said to refuse the file, and those in which the policy holds in it. */
const checked = readdirSync(path.join(root, 'codex-check')).flatMap((name) => {
  const folder = path.join(root, 'codex-check', name);
  const files = readdirSync(folder);
  if (!files.includes('config.toml') || !files.includes('stderr')) return [];
  const said = textOf('codex-check', name, 'stderr');
  const config = textOf('codex-check', name, 'config.toml');
  const isRefused = said.includes('Codex refuses this config') || said.includes('[MCP405]') || /^config\.toml:.*MCP10[45]/m.test(said);
  const verdict = isRefused ? 'refused' : said.includes('error[') ? 'unknown' : 'taken';
  // Bytes that are no UTF-8 do not survive being read as text, so such a file cannot be handed on as it is.
  return verdict === 'unknown' || config.includes('\ufffd') ? [] : [[name, verdict, config] as const];
});

describe('the real Codex, strict about keys', () => {
  let client: InstalledClient;
  beforeAll(() => { client = installClient(pins.codex[0]); });

  it.each(changed)('takes what apply made of %s, where it took the file before', async (_name, before, after) => {
    const [old, now] = [await loadStrictly(client, before), await loadStrictly(client, after)];
    if (old.ok) expect(now).toEqual({ ok: true });
  });

  it('took most of those files before, so that the comparison says something', async () => {
    const verdicts = [];
    for (const [, before] of changed) verdicts.push((await loadStrictly(client, before)).ok);
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(changed.length / 2);
  });

  it.each(checked)('%s: the file is %s', async (name, verdict, config) => {
    const loaded = await loadStrictly(client, config);
    // Strict means strict about unknown keys too, which Codex ignores otherwise, and which stay in a user's file.
    if (verdict === 'taken' && !loaded.ok && /unknown (?:configuration )?field/.test(loaded.message)) return;
    expect([name, loaded.ok ? 'taken' : `refused: ${loaded.message}`]).toEqual([name, verdict === 'taken' ? 'taken' : expect.stringContaining('refused: ')]);
  });
});
