import { quote } from '../quote.js';
import { hideSecrets } from '../report/hide.js';
import { markdownCode, markdownTable, markdownText } from '../report/markdown.js';
import { isLooser, verdicts, type Change } from './change.js';

/** What was compared, in the names that the user gave. */
export interface Compared {
  readonly before: string;
  readonly after: string;
}

/** The changes as a table for a terminal, worst first, and one line that sums them up. */
export function changesText(changes: readonly Change[], compared: Compared): string {
  const rows = changes.map((change) => [change.verdict, plain(change.server ?? ''), whatText(change), `${change.before} -> ${change.after}`]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`);
  return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${summary(changes)}: ${hideSecrets(compared.before)} -> ${hideSecrets(compared.after)}\n`;
}

/** The changes for a pull-request comment. */
export function changesMarkdown(changes: readonly Change[], compared: Compared): string {
  const rows = changes.map((change) => [isLooser(change) ? `**${change.verdict}**` : change.verdict, markdownCode(plain(change.server ?? '')), markdownText(whatText(change)), markdownText(change.before), markdownText(change.after)]);
  const table = rows.length === 0 ? '' : `\n${markdownTable(['', 'server', 'what', 'before', 'after'], rows)}`;
  return `### mcpolicy: ${summary(changes)}\n\n${markdownCode(hideSecrets(compared.before))} to ${markdownCode(hideSecrets(compared.after))}\n${table}`;
}

/** The changes for programs. */
export function changesData(changes: readonly Change[]): Readonly<Record<string, unknown>> {
  return { counts: Object.fromEntries(verdicts.map((verdict) => [verdict, changes.filter((change) => change.verdict === verdict).length])), changes };
}

/** `2 loosened, 1 added`, or that there is nothing. */
export function summary(changes: readonly Change[]): string {
  if (changes.length === 0) return 'no change of policy';
  const counts = verdicts.map((verdict) => [verdict, changes.filter((change) => change.verdict === verdict).length] as const);
  return counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${String(count)} ${verdict}`).join(', ');
}

function whatText({ thing, tool, driver }: Change): string {
  if (tool !== undefined) return `tool ${plain(tool)}`;
  return driver === undefined ? thing : `target ${plain(driver)}`;
}

/** A name without quotes where nobody can misread it. */
function plain(name: string): string {
  return name === '' || (/^[\w:@/.-]+$/.test(name) && !quote(name).includes('[hidden')) ? name : quote(name);
}
