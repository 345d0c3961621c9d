import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { LayerContext, LayerFile, LayerPlace, Layers, MergedLayers } from '../driver.js';
import { isAbsent, readText, shownPath } from '../files.js';
import type { Locate } from '../formats/format.js';
import type { SourceText } from '../model.js';
import { readJsonc, readToml } from '../native/read.js';
import { failure, success, type Outcome } from '../outcome.js';
import { nativeFault } from '../targets.js';
import { realOf } from './context.js';

/** A layer with what is needed to point at it. */
export interface ReadLayer {
  readonly file: LayerFile;
  /** Absolute; absent for settings that no file holds. */
  readonly path?: string;
  readonly shownAs: string;
  readonly text: string;
  readonly locate: () => Promise<Locate | undefined>;
  readonly faults: readonly Diagnostic[];
}

/** Every file that is there, in order, and what the client makes of them. */
export interface LayerStack {
  readonly read: readonly ReadLayer[];
  readonly merged: MergedLayers;
  /** Absolute paths of all files that could count here, absent ones included. */
  readonly places: readonly string[];
}

export interface ReadOptions {
  /** The folder that shown paths are relative to. */
  readonly shownFrom: string;
  /** The folder in which absolute places of the system are looked up: the root of the file system, but for tests. */
  readonly systemRoot?: string;
  /** Settings of the command line, above the project's files. */
  readonly session?: readonly ReadLayer[];
}

/**
 * Reads and merges the layers of a client. A layer that counts and cannot be read is a fault, and so is a merge that the
 * driver cannot work out: the answer is then "could not tell", never "holds".
 */
export async function readLayers(layers: Layers, context: LayerContext, options: ReadOptions): Promise<Outcome<LayerStack>> {
  const located = layers.places(context).map((place) => locatePlace(place, context, options));
  const present = await Promise.all(located.map((found) => readPlace(found, options)));
  const read = inOrder(await withoutTwins(present.flat()), options.session ?? []);
  const merged = layers.merge(read.map(({ file }) => file), context);
  const skipped = new Set(merged.ignored.map(({ layer }) => layer));
  const faults = read.filter(({ file }) => !skipped.has(file)).flatMap((layer) => layer.faults);
  if (faults.length > 0) return failure(faults);
  if (merged.undecided !== undefined) return failure([{ code: 'MCP442', message: merged.undecided }]);
  return success({ read, merged, places: located.map(({ path }) => path) });
}

interface Located {
  readonly place: LayerPlace;
  readonly path: string;
}

function locatePlace(place: LayerPlace, context: LayerContext, { systemRoot }: ReadOptions): Located {
  const cwd = context.folders[0]?.path ?? '';
  const isOfSystem = place.kind === 'system' || place.kind === 'managed';
  return { place, path: isOfSystem && systemRoot !== undefined ? join(systemRoot, place.folder, ...place.file) : resolve(cwd, place.folder, ...place.file) };
}

/** A project's file that is also the user's own counts once, as the user's. Links in its folder do not make it another one. */
async function withoutTwins(read: readonly ReadLayer[]): Promise<readonly ReadLayer[]> {
  if (!read.some(({ file }) => file.place.kind === 'project')) return read;
  const own = new Set(await Promise.all(read.filter(({ file }) => file.place.kind === 'user').map(identityOf)));
  const kept = await Promise.all(read.map(async (layer) => (layer.file.place.kind === 'project' && own.has(await identityOf(layer)) ? [] : [layer])));
  return kept.flat();
}

async function identityOf({ path = '' }: ReadLayer): Promise<string> {
  return join(await realOf(dirname(path)), basename(path));
}

async function readPlace({ place, path }: Located, { shownFrom }: ReadOptions): Promise<readonly ReadLayer[]> {
  const shownAs = shownPath(path, shownFrom);
  if ((await isAbsent(path)) || (await isBelowFile(path))) {
    return place.isNamed === undefined ? [] : [damaged(place, path, shownAs, [{ code: 'MCP102', message: 'cannot read: the file does not exist', at: { file: shownAs }, fix: 'Correct the name of the profile.' }])];
  }
  if (place.format === 'folder') return readFolder(place, path, shownAs);
  const content = await readText(path, shownAs);
  if (!content.ok) return [damaged(place, path, shownAs, content.faults)];
  const { text } = content.value;
  const read = place.format === 'toml' ? await readToml(text) : await readJsonc(text);
  if (!read.ok) return [damaged(place, path, shownAs, [nativeFault('MCP105', read.problem, shownAs)])];
  return [{ file: { place, document: read.document.value }, path, shownAs, text, locate: read.document.spans, faults: [] }];
}

/** A folder counts as soon as it holds something; what is in it is not opened. */
async function readFolder(place: LayerPlace, path: string, shownAs: string): Promise<readonly ReadLayer[]> {
  try {
    const names = readdirSync(path);
    return names.length === 0 ? [] : [{ file: { place, document: names.sort() }, path, shownAs, text: '', locate: () => Promise.resolve(undefined), faults: [] }];
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return [damaged(place, path, shownAs, [{ code: 'MCP102', message: `cannot read the folder: ${reason}`, at: { file: shownAs } }])];
  }
}

function damaged(place: LayerPlace, path: string, shownAs: string, faults: readonly Diagnostic[]): ReadLayer {
  return { file: { place, document: undefined }, path, shownAs, text: '', locate: () => Promise.resolve(undefined), faults };
}

/** Where a file stands in place of the folder, there is no such file for the client either. */
async function isBelowFile(path: string): Promise<boolean> {
  try {
    return !statSync(dirname(path)).isDirectory();
  } catch {
    return false;
  }
}

/** The command line stands under what administrators dictate and above everything else. */
function inOrder(read: readonly ReadLayer[], session: readonly ReadLayer[]): readonly ReadLayer[] {
  const first = read.findIndex(({ file }) => file.place.kind !== 'managed');
  const index = first === -1 ? read.length : first;
  return [...read.slice(0, index), ...session, ...read.slice(index)];
}

/** The text of a layer, for snippets. */
export function layerSource({ shownAs, text, file }: ReadLayer): SourceText {
  return { file: shownAs, format: file.place.format === 'toml' ? 'toml' : 'jsonc', text };
}
