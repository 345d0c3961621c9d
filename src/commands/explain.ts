import { allCodes, factsOf, type DiagnosticCode, type Family } from '../diagnostics.js';
import { didYouMean } from '../suggest.js';
import { product, usage, type CommandResult } from './command.js';

const exitTexts: Readonly<Record<Family, string>> = {
  unreadable: 'could not tell (exit 2)',
  'invalid-spec': 'the spec is invalid (exit 3)',
  refused: 'the driver refuses (exit 4)',
  finding: 'the answer is no (exit 1)',
  note: 'a note (exit 0; a finding under --strict)',
};

/** Prints what a diagnostic code means and how to mend it. */
export function runExplain(word: string, format: string): CommandResult {
  const code = allCodes.find((known) => known === word.toUpperCase());
  if (code === undefined) return usage(`there is no code ${JSON.stringify(word)}`, `Codes run from ${allCodes[0] ?? ''} to ${allCodes.at(-1) ?? ''}.${didYouMean(word.toUpperCase(), allCodes)}`);
  return product([format === 'json' ? `${JSON.stringify({ code, ...factsOf(code) }, null, 2)}\n` : explainText(code)]);
}

function explainText(code: DiagnosticCode): string {
  const facts = factsOf(code);
  return `${code}: ${facts.title}\n\nMeaning: ${exitTexts[facts.family]}.\nWhy:     ${facts.reason}\nFix:     ${facts.fix}\n`;
}
