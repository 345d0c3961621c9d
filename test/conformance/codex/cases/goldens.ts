import { expect, test } from 'vitest';
import { codexGoldens, renderedSpecs } from '../goldens.js';
import { loadStrictly } from '../strict.js';
import type { Suite } from '../suite.js';

/** Faults that only a strict reading finds, or that any reading finds; each with a word of Codex's complaint. */
const refusedConfigs: readonly { readonly what: string; readonly config: string; readonly complaint: string }[] = [
  { what: 'a misspelt key', config: '[mcp_servers.s]\ncommand = "x"\n[mcp_servers.s.tools.t]\naproval_mode = "approve"\n', complaint: 'unknown configuration field' },
  { what: 'a misspelt mode', config: '[mcp_servers.s]\ncommand = "x"\n[mcp_servers.s.tools.t]\napproval_mode = "aprove"\n', complaint: 'unknown variant' },
  { what: 'a policy without its transport', config: '[mcp_servers.s.tools.t]\napproval_mode = "approve"\n', complaint: 'invalid transport' },
];

/** Every config that the fixtures promise is one that Codex loads without a complaint. */
export function goldenCases(suite: Suite): void {
  test('strict mode, control: faulty configs are refused', async () => {
    for (const { what, config, complaint } of refusedConfigs) {
      const verdict = await loadStrictly(suite.client(), config);
      const message = verdict.ok ? 'loaded' : verdict.message;
      suite.record.cases.push({ case: `strict config: ${what}`, cell: 'control', expected: 'NO START', seen: message.includes(complaint) ? 'NO START' : message });
      expect(message).toContain(complaint);
    }
  });

  const acceptAll = async (what: string, configs: readonly { readonly name: string; readonly text: string }[]) => {
    const refused: string[] = [];
    for (const { name, text } of configs) {
      const verdict = await loadStrictly(suite.client(), text);
      if (!verdict.ok) refused.push(`${name}: ${verdict.message}`);
    }
    const [all, held] = [configs.length, configs.length - refused.length].map((count) => `${String(count)} LOADED`);
    suite.record.cases.push({ case: `strict config: ${what}`, cell: 'golden', expected: all!, seen: held! });
    expect(refused).toEqual([]);
    expect(configs.length, `no config to check among ${what}`).toBeGreaterThan(0);
  };

  test('strict mode accepts every golden', async () => {
    const goldens = codexGoldens();
    const complete = goldens.filter(({ skipped }) => skipped === undefined);
    await acceptAll(`goldens (${String(goldens.length - complete.length)} without a transport left out)`, complete);
  });

  test('strict mode accepts what is rendered in these cases', async () => {
    await acceptAll('specs of these cases', renderedSpecs());
  });
}
