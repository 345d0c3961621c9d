import type { RefusingDriver } from '../../driver.js';

/** Junie CLI: refused, because its rules match the beginning of a name. */
export const junie: RefusingDriver = {
  id: 'junie',
  title: 'JetBrains Junie CLI',
  docs: 'https://junie.jetbrains.com/docs/action-allowlist-junie-cli.html',
  verdict: 'refused',
  reason: "Junie's rules are prefixes or wildcards, so a rule for srv:t1 also covers srv:t10, and there is no deny.",
  nearest: 'rules.mcpTools.rules[] in ~/.junie/allowlist.json: prefix or pattern, with allow or ask.',
  change: 'An exact field, an action that denies, and documented matching of the whole name.',
  evidence: [
    { client: '@jetbrains/junie 3110.7.0', grade: 'docs', date: '2026-11-30', source: 'https://junie.jetbrains.com/docs/action-allowlist-junie-cli.html' },
  ],
};
