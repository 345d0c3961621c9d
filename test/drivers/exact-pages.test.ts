import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ExactDriver } from '../../src/driver.js';
import { loadAllDrivers } from '../../src/drivers/registry.js';

const headings = ['What is rendered', 'Where it goes', 'What voids it', 'What is refused', 'Sources'];

const exact = (await loadAllDrivers()).filter((driver): driver is ExactDriver => driver.verdict === 'exact');

describe.each(exact.map((driver) => ({ id: driver.id, driver })))('the page of $id', ({ id, driver }) => {
  const page = readFileSync(fileURLToPath(new URL(`../../docs/drivers/${id}.md`, import.meta.url)), 'utf8');

  it('has the common shape and an example that tests run', () => {
    expect(page.split('\n')[0]).toMatch(new RegExp(`^# .+ \\(\`${id}\`\\): `));
    expect(page.match(/^## .*$/gm)).toEqual(headings.map((heading) => `## ${heading}`));
    expect(page).toContain(`$ mcpolicy render ${id} `);
  });

  it('names every part, the manual, and each version that was checked', () => {
    for (const { id: part } of driver.parts) expect(page).toContain(`\`${part}\``);
    expect(page).toContain(driver.docs);
    const versions = driver.evidence.flatMap(({ client }) => /\b\d+(?:\.\w+)+\b|\b[0-9a-f]{9,40}\b/.exec(client)?.[0] ?? []);
    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !page.includes(version))).toEqual([]);
  });

  it('lists the fields of a spec that are refused', () => {
    const fields = { prompt: '`prompt`', enableOnly: '`enabledTools`', disable: '`disabledTools`', serverDefaultPrompt: '`requiresApproval', required: '`required`', oauth: '`oauth`', sse: 'sse' } as const;
    const refusals = page.slice(page.indexOf('## What is refused'), page.indexOf('## Sources'));
    const refused = Object.entries(fields).filter(([cell]) => driver.capabilities[cell as keyof typeof fields].verdict === 'none' && !(cell === 'sse' && driver.capabilities.streamableHttp.verdict === 'none'));
    expect(refused.filter(([, text]) => !refusals.includes(text)).map(([cell]) => cell)).toEqual([]);
  });
});
