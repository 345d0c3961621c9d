import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Diagnostic } from './diagnostics.js';
import type { SourceText, SpecFormat } from './model.js';
import { decodeText, type Decoded } from './native/text.js';
import { failure, success, type Outcome } from './outcome.js';

/** Far above any spec that people write. */
export const maximumSpecBytes = 64 * 1024 * 1024;

const formats = new Map<string, SpecFormat>([
  ['.toml', 'toml'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.json', 'json'],
  ['.jsonc', 'jsonc'],
]);

/** The names under which a spec is found without being named. */
export const specNames: readonly string[] = [...formats.keys()].map((extension) => `mcpolicy${extension}`);

/** Reads one spec file. `shownAs` is relative to `cwd`, with forward slashes, so that output is the same everywhere. */
export async function readSpec(path: string, cwd: string): Promise<Outcome<SourceText>> {
  const shownAs = shownPath(path, cwd);
  const format = specFormatOf(path, shownAs);
  if (!format.ok) return format;
  const bytes = await readBytes(resolve(cwd, path), shownAs);
  return bytes.ok ? specOfBytes(bytes.value, format.value, shownAs) : bytes;
}

/** The format that a file name stands for. */
export function specFormatOf(path: string, shownAs: string): Outcome<SpecFormat> {
  const format = formats.get(extname(path).toLowerCase());
  return format === undefined ? failure([{ code: 'MCP108', message: 'the file name ends in none of .toml, .yaml, .yml, .json, .jsonc', at: { file: shownAs } }]) : success(format);
}

/** A spec whose bytes were read already, from a file or from a revision of git. */
export function specOfBytes(bytes: Uint8Array, format: SpecFormat, shownAs: string): Outcome<SourceText> {
  const text = decode(bytes, shownAs);
  return text.ok ? success({ file: shownAs, format, text: text.value.text }) : text;
}

/** The bytes of a file and the text they stand for. A byte order mark at the start is no part of the text. */
export interface TextFile {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly bom: boolean;
}

/** Reads a whole text file. Damaged ones are refused, never taken for empty. */
export async function readText(path: string, shownAs: string): Promise<Outcome<TextFile>> {
  const bytes = await readBytes(path, shownAs);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, shownAs);
  return text.ok ? success({ bytes: bytes.value, text: text.value.text, bom: text.value.bom }) : text;
}

/** Reads a spec from a stream, standard input as a rule. */
export async function readSpecStream(stream: Readable, format: SpecFormat): Promise<Outcome<SourceText>> {
  const bytes = await collect(stream);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, '<stdin>');
  return text.ok ? success({ file: '<stdin>', format, text: text.value.text }) : text;
}

async function collect(stream: Readable): Promise<Outcome<Buffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk as Uint8Array | string);
      length += bytes.length;
      if (length > maximumSpecBytes) return failure([tooLarge('<stdin>')]);
      chunks.push(bytes);
    }
    return success(Buffer.concat(chunks));
  } catch (error) {
    return failure([unreadable(error, '<stdin>')]);
  }
}

/** A path as diagnostics show it. */
export function shownPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path);
  // Most files are below the working folder, and of those what is behind it is the answer.
  const shown = absolute.startsWith(cwd + sep) ? absolute.slice(cwd.length + 1) : relative(cwd, absolute) || '.';
  return shown.replaceAll('\\', '/');
}

/** Whether there is nothing at this path, as opposed to something that cannot be read. */
export async function isAbsent(path: string): Promise<boolean> {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/** Whether there is a folder at this path. */
export async function isFolder(path: string): Promise<boolean> {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Devices and pipes may never end, so they are not begun. Files are read synchronously: there is nothing else to do in the
 * meantime, and loading the asynchronous file system costs a tenth of a small run.
 */
async function readBytes(path: string, shownAs: string): Promise<Outcome<Buffer>> {
  try {
    const file = statSync(path);
    if (!file.isFile() && !file.isDirectory()) return failure([{ code: 'MCP102', message: 'cannot read: this is no regular file', at: { file: shownAs } }]);
    if (file.size > maximumSpecBytes) return failure([tooLarge(shownAs)]);
    return success(readFileSync(path));
  } catch (error) {
    return failure([unreadable(error, shownAs)]);
  }
}

function decode(bytes: Uint8Array, file: string): Outcome<Extract<Decoded, { readonly ok: true }>> {
  const decoded = decodeText(bytes);
  if (decoded.ok) return success(decoded);
  const { message, fix, span } = decoded.problem;
  return failure([{ code: 'MCP104', message, fix, at: { file, ...(span === undefined ? {} : { span }) } }]);
}

function tooLarge(file: string): Diagnostic {
  return { code: 'MCP107', message: `the file is larger than ${String(maximumSpecBytes / 1024 / 1024)} MiB`, at: { file } };
}

const reasons = new Map<unknown, string>([
  ['ENOENT', 'the file does not exist'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'this is a folder'],
  ['ELOOP', 'too many symbolic links'],
]);

function unreadable(error: unknown, file: string): Diagnostic {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return { code: 'MCP102', message: `cannot read: ${reasons.get(code) ?? String(code ?? 'unknown error')}`, at: { file } };
}

/**
 * The spec that applies in `cwd`: the nearest `mcpolicy.*` from there up to the root of the repository. Outside a
 * repository only `cwd` itself is looked at, so that no stranger's file is picked up.
 */
export async function discoverSpec(cwd: string): Promise<Outcome<string>> {
  const folders = await foldersUpToRoot(cwd);
  for (const folder of folders) {
    const names = await namesIn(folder, cwd);
    if (!names.ok) return names;
    const found = specNames.filter((name) => names.value.includes(name));
    if (found.length > 1) return failure([{ code: 'MCP103', message: `found ${found.join(' and ')}`, at: { file: shownPath(folder, cwd) } }]);
    if (found[0] !== undefined) return success(join(folder, found[0]));
  }
  const range = folders.length > 1 ? `from here up to ${basename(folders.at(-1) ?? cwd)}` : 'in this folder';
  return failure([{ code: 'MCP101', message: `no ${specNames.join(', ')} ${range}` }]);
}

/** A folder, from the root of the repository that it lies in: `""` at the root, and where there is no repository. */
export async function pathFromRoot(cwd: string): Promise<string> {
  const folders = await foldersUpToRoot(cwd);
  return relative(folders.at(-1) ?? cwd, resolve(cwd)).replaceAll('\\', '/');
}

async function foldersUpToRoot(cwd: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(folder);
    if (await isRepository(folder)) return folders;
    if (dirname(folder) === folder) return folders.slice(0, 1);
  }
}

/** `.git` is a file in linked worktrees, else a folder that holds `HEAD`. An empty one, as some programs leave it, is none. */
async function isRepository(folder: string): Promise<boolean> {
  const git = join(folder, '.git');
  try {
    return statSync(git).isFile() || !(await isAbsent(join(git, 'HEAD')));
  } catch {
    return false;
  }
}

/** A folder that cannot be listed may hold the spec that counts. */
async function namesIn(folder: string, cwd: string): Promise<Outcome<readonly string[]>> {
  try {
    return success(readdirSync(folder));
  } catch (error) {
    return failure([unreadable(error, shownPath(folder, cwd))]);
  }
}
