import { compilePolicy } from '../compile.js';
import { isNote, type Diagnostic } from '../diagnostics.js';
import { compare } from '../diff/compare.js';
import { isLooser, type Change } from '../diff/change.js';
import { placeChanges } from '../diff/place.js';
import { changesData, changesMarkdown, changesText, summary, type Compared } from '../diff/print.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy, SourceText } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { refused, usage, type CommandResult } from './command.js';
import { readAgainst, readPair, type Sides } from './diff-sources.js';

export interface DiffOptions {
  readonly base?: string;
  readonly failOn: string;
  readonly format: string;
  readonly strict?: boolean;
}

/** Compares two policies by what they let happen, and says no when the new one is looser. */
export async function runDiff(paths: readonly string[], options: DiffOptions, host: Host): Promise<CommandResult> {
  const sides = await readSides(paths, options, host);
  if ('diagnostics' in sides) return sides;
  const { before, after, notes } = sides;
  const policies = await compileSides(before, after);
  if (!policies.ok) return refused([...notes, ...policies.faults], [...before, ...after]);
  const changes = compare(policies.value.before, policies.value.after);
  const compared = { before: before.map((source) => source.file).join(', ') || 'nothing', after: after.map((source) => source.file).join(', ') };
  const found = await placeChanges(changes, after);
  const diagnostics = [...notes, ...policies.notes, ...chosen(found, options), ...refusal(changes, compared, options.failOn)];
  return { pieces: [printed(changes, compared, options.format)], diagnostics, sources: after, holding: changes.some(isLooser) ? [] : [compared.after], data: { before: compared.before, after: compared.after, ...changesData(changes) } };
}

async function readSides(paths: readonly string[], { base }: DiffOptions, host: Host): Promise<Sides | CommandResult> {
  if (base?.trim() === '') return usage('--base names no revision', 'Is the variable empty? Write a revision, such as origin/main.');
  const [before, after, ...more] = paths;
  if (base === undefined && (before === undefined || after === undefined || more.length > 0)) return usage(`diff compares two specs, and ${String(paths.length)} are named`, 'Write mcpolicy diff OLD NEW, each a file or git:REVISION:PATH, or mcpolicy diff --base REVISION.');
  const sides = base === undefined ? await readPair(before ?? '', after ?? '', host) : await readAgainst(base, paths, host);
  return sides.ok ? sides.value : refused(sides.faults);
}

async function compileSides(before: readonly SourceText[], after: readonly SourceText[]): Promise<Outcome<{ readonly before: NormalizedPolicy; readonly after: NormalizedPolicy }>> {
  const [old, now] = await Promise.all([before, after].map(compilePolicy));
  if (!old?.ok || !now?.ok) return failure([old, now].flatMap((policy) => (policy === undefined || policy.ok ? [] : policy.faults)));
  return success({ before: old.value, after: now.value }, now.notes);
}

/** A table tells everything, so that only what counts is repeated below it; formats without one take every change. */
function chosen(found: readonly Diagnostic[], { format, strict }: DiffOptions): readonly Diagnostic[] {
  const hasTable = format === 'text' || format === 'markdown' || format === 'json';
  return hasTable && !(strict ?? false) ? found.filter((diagnostic) => !isNote(diagnostic)) : found;
}

/** With `--fail-on any` a change that is no looser still ends with "no". */
function refusal(changes: readonly Change[], compared: Compared, failOn: string): readonly Diagnostic[] {
  if (failOn !== 'any' || changes.length === 0 || changes.some(isLooser)) return [];
  return [{ code: 'MCP434', message: `${summary(changes)}, and --fail-on any accepts none`, at: { file: compared.after } }];
}

function printed(changes: readonly Change[], compared: Compared, format: string): string {
  return format === 'markdown' ? changesMarkdown(changes, compared) : changesText(changes, compared);
}
