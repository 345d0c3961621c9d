import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generators } from './generators.js';
import { partsOf } from './page.js';

/** Pages whose tables are what the policy core says of itself. */
const pages = ['drivers.md', 'spec.md', 'fingerprints.md'];

it.each(pages)('the tables of docs/%s are those of the product', async (page) => {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8').replaceAll('\r\n', '\n');
  const tables = partsOf(text).flatMap((part) => (part.kind === 'generated' ? [part] : []));
  expect(tables.length).toBeGreaterThan(0);
  for (const { name, body } of tables) expect(body).toBe(await generators.get(name)?.());
});
