import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import { discoverSpec, readSpec, shownPath, specFormatOf, specNames, specOfBytes } from '../files.js';
import { gitTroubles, readBlob, type Blob, type GitHost } from '../git.js';
import type { SourceText } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';

/** Both sides of a comparison, each one policy that may be spread over several files. */
export interface Sides {
  readonly before: readonly SourceText[];
  readonly after: readonly SourceText[];
  readonly notes: readonly Diagnostic[];
}

/** `diff OLD NEW`: each a file, or `git:REVISION:PATH`. */
export async function readPair(before: string, after: string, host: GitHost): Promise<Outcome<Sides>> {
  const [old, now] = await Promise.all([readSide(before, host), readSide(after, host)]);
  if (!old.ok || !now.ok) return failure([old, now].flatMap((side) => (side.ok ? [] : side.faults)));
  return success({ before: [old.value], after: [now.value], notes: [] });
}

/** `diff --base REVISION`: the specs here against the same ones in the revision. */
export async function readAgainst(revision: string, paths: readonly string[], host: GitHost): Promise<Outcome<Sides>> {
  const found = paths.length > 0 ? success(paths) : await discovered(host.cwd);
  if (!found.ok) return found;
  const now = await Promise.all(found.value.map((path) => readSpec(path, host.cwd)));
  const old = await Promise.all(found.value.map((path) => readOld(revision, path, host)));
  const faults = [...now, ...old].flatMap((side) => (side.ok ? [] : side.faults));
  if (faults.length > 0) return failure(faults);
  return success({
    before: old.flatMap((side) => (side.ok && side.value !== undefined ? [side.value] : [])),
    after: now.flatMap((side) => (side.ok ? [side.value] : [])),
    notes: old.flatMap((side) => (side.ok ? side.notes : [])),
  });
}

async function discovered(cwd: string): Promise<Outcome<readonly string[]>> {
  const found = await discoverSpec(cwd);
  return found.ok ? success([found.value]) : found;
}

async function readSide(name: string, host: GitHost): Promise<Outcome<SourceText>> {
  if (!name.startsWith('git:')) return readSpec(name, host.cwd);
  const colon = name.indexOf(':', 'git:'.length);
  if (colon === -1 || colon === name.length - 1) return failure([{ code: 'MCP901', message: `${quote(name)} names no file of a revision`, fix: 'Write git:REVISION:PATH, for example git:HEAD:mcpolicy.toml. Without a revision (git::PATH) it is the index.' }]);
  const [revision, path] = [name.slice('git:'.length, colon), name.slice(colon + 1)];
  const blob = await readBlob(revision, path, host);
  return blob.ok ? specOf(blob.bytes, path, name) : failure([unreadable(blob.why, revision, name)]);
}

/** The old state of a spec: under its name, else under another name of a spec in the same folder, else none. */
async function readOld(revision: string, path: string, host: GitHost): Promise<Outcome<SourceText | undefined>> {
  for (const name of [path, ...specNames.map((sibling) => resolve(host.cwd, dirname(resolve(host.cwd, path)), sibling))]) {
    const shown = shownPath(name, host.cwd);
    const blob = await readBlob(revision, shown.startsWith('../') ? shown : `./${shown}`, host);
    if (blob.ok) return specOf(blob.bytes, name, `git:${revision}:${shown}`);
    if (blob.why !== 'no-path') return failure([unreadable(blob.why, revision, shown)]);
  }
  return success(undefined, [{ code: 'MCP435', message: `the revision ${quote(revision)} has no such spec`, at: { file: shownPath(path, host.cwd) } }]);
}

function specOf(bytes: Uint8Array, path: string, shownAs: string): Outcome<SourceText> {
  const format = specFormatOf(path, shownAs);
  return format.ok ? specOfBytes(bytes, format.value, shownAs) : format;
}

type Why = Extract<Blob, { readonly ok: false }>['why'];

function unreadable(why: Why, revision: string, file: string): Diagnostic {
  const texts: Readonly<Record<Why, readonly [message: string, fix: string]>> = {
    ...gitTroubles,
    'no-revision': [`git knows no revision ${quote(revision)} here`, 'Check its name. Checkouts in CI are often shallow: fetch the revision first (actions/checkout: fetch-depth: 0).'],
    'no-path': [`the revision ${quote(revision)} has no such file`, 'Paths start at the root of the repository; write ./ in front of one that starts here.'],
    unreadable: ['git has the name of the file, and not its content', 'Fetch the revision completely.'],
  };
  const [message, fix] = texts[why];
  return { code: 'MCP102', message: `cannot read: ${message}`, fix, at: { file } };
}
