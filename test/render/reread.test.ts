import iarna from '@iarna/toml';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { admit } from '../../src/compile.js';
import type { Entry, ExactDriver } from '../../src/driver.js';
import { loadDriver } from '../../src/drivers/registry.js';
import type { NormalizedPolicy } from '../../src/model.js';
import { render } from '../../src/render/render.js';
import { TomlPrinter } from '../../src/render/toml.js';
import { sameValue, valueOf } from '../../src/render/value-of.js';
import { policyOf, sourceOf, specModel } from '../spec/arbitrary.js';

const codex = (await loadDriver('codex')) as ExactDriver;

function rendered(policy: NormalizedPolicy, policyOnly: boolean): string {
  const admitted = admit(codex, policy, { policyOnly });
  if (!admitted.ok) throw new Error(admitted.faults.map((fault) => fault.message).join('\n'));
  const parts = render(admitted.value, policy, { policyOnly });
  if (!parts.ok) throw new Error(parts.faults.map((fault) => fault.message).join('\n'));
  return parts.value.flatMap((part) => part.pieces).join('');
}

/** What the policy should say: the projection itself. */
function meaning(policy: NormalizedPolicy, policyOnly: boolean): unknown {
  return valueOf(policy.servers.flatMap((server) => codex.project(server)).filter((entry) => !policyOnly || entry.tool !== undefined));
}

/** Both readers find exactly this. The second one takes names of its own objects' prototype for keys that are there. */
function expectBothSay(text: string, value: unknown): void {
  expect(sameValue(parse(text), value), text).toBe(true);
  if (!/__proto__|constructor|toString|hasOwnProperty|valueOf/.test(text)) expect(sameValue(iarna.parse(text), value), text).toBe(true);
}

describe('everything that is rendered', () => {
  it('reads back as the projection, with two readers', async () => {
    await fc.assert(
      fc.asyncProperty(specModel, fc.boolean(), async (model, policyOnly) => {
        const policy = await policyOf(sourceOf(model, 'json'));
        expectBothSay(rendered(policy, policyOnly), meaning(policy, policyOnly));
      }),
      { numRuns: 200 },
    );
  });

  it('reads back as the projection where it is too large to be read back whole before it is printed', async () => {
    const models = fc.sample(specModel, 40).flatMap((model) => [...model.mcpServers.values()]);
    const filler = { command: 'x'.repeat(2000), tools: new Map([['fill', 'approve']]) };
    const mcpServers = new Map([...models, ...Array.from({ length: 600 }, () => filler)].map((server, index) => [`server-${String(index)}`, server]));
    const policy = await policyOf(sourceOf({ version: 1, mcpServers }, 'json'));
    const text = rendered(policy, false);
    expect(text.length).toBeGreaterThan(1_000_000);
    expectBothSay(text, meaning(policy, false));
  });
});

describe('the printer', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 10 }), fc.string({ unit: 'grapheme', maxLength: 10 }), fc.constantFrom('', '\u007f', '\u0085', '\r', '\n', '"', "'''", '\\u0041', '\u0000', '\u001f')).filter((value) => value.isWellFormed());
  const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'a.b', 'a', 'A-_1'));
  const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.array(text, { maxLength: 3 }));

  it('prints any key and any value so that they read back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(key, key, value), { minLength: 1, maxLength: 6, selector: ([table, name]) => JSON.stringify([table, name]) }), (triples) => {
        const sorted = triples.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
        const entries = sorted.map(([table, name, item]): Entry => ({ part: 'config', op: 'set', path: ['root', table, name], value: item }));
        const printed = new TomlPrinter().print(entries);
        expect(printed.ok).toBe(true);
        if (printed.ok) expectBothSay(printed.text, valueOf(entries));
      }),
      { numRuns: 500 },
    );
  });
});
