import { dirname, resolve } from 'node:path';
import type { Finding } from './audit/audit.js';
import { placeFinding } from './audit/place.js';
import type { Diagnostic } from './diagnostics.js';
import type { ExactDriver, NativeDocument, Part } from './driver.js';
import { isAbsent, readText, shownPath, type TextFile } from './files.js';
import type { Locate } from './formats/format.js';
import type { SourceText, TargetSpec } from './model.js';
import type { NativeProblem } from './native/problem.js';
import { readJsonc, readToml } from './native/read.js';
import { rootIsNoTable } from './native/refusals.js';
import { failure, success, type Outcome } from './outcome.js';
import { isTable } from './reading.js';

/** One file of a client that a target names, as it is now. */
export interface NativeFile {
  readonly part: Part;
  /** Absolute. */
  readonly path: string;
  readonly shownAs: string;
  /** Absent: there is no such file yet. */
  readonly content?: TextFile;
  readonly document: NativeDocument;
}

/** Where a driver's parts live. */
export interface PartFile {
  readonly part: Part;
  readonly path: string;
}

/** The files of a target, relative to the folder of the spec that declares it. */
export function partFiles(driver: ExactDriver, target: TargetSpec, cwd: string): readonly PartFile[] {
  const folder = dirname(resolve(cwd, target.spec));
  return driver.parts.flatMap((part) => {
    const file = part.target === undefined ? undefined : target[part.target];
    return file === undefined ? [] : [{ part, path: resolve(folder, file) }];
  });
}

/** The files of a target as the spec writes them. */
export function namedFiles(target: TargetSpec): readonly string[] {
  return [target.file, target.serversFile].filter((file) => file !== undefined);
}

/** Keys of a target that name a file this client does not have: nothing would be compared there. */
export function strangeKeys(driver: ExactDriver, target: TargetSpec): readonly ('file' | 'serversFile')[] {
  return (['file', 'serversFile'] as const).filter((key) => target[key] !== undefined && !driver.parts.some((part) => part.target === key));
}

/** Reads and parses one file. A missing one is an empty document without content; a damaged one is a fault. */
export async function readNative({ part, path }: PartFile, cwd: string): Promise<Outcome<NativeFile>> {
  const shownAs = shownPath(path, cwd);
  const content = await readText(path, shownAs);
  if (!content.ok) return (await isAbsent(path)) ? success({ part, path, shownAs, document: { part: part.id, value: {} } }) : content;
  const read = part.format === 'toml' ? await readToml(content.value.text) : await readJsonc(content.value.text);
  if (!read.ok) return failure([nativeFault('MCP105', read.problem, shownAs)]);
  if (!isTable(read.document.value)) return failure([nativeFault('MCP105', rootIsNoTable(content.value.text), shownAs)]);
  return success({ part, path, shownAs, content: content.value, document: { part: part.id, value: read.document.value } });
}

/** A problem of a native file as a diagnostic. */
export function nativeFault(code: 'MCP105' | 'MCP420', { message, fix, span, related }: NativeProblem, file: string): Diagnostic {
  return {
    code,
    message,
    fix,
    at: { file, part: 'key', ...(span === undefined ? {} : { span }) },
    ...(related === undefined ? {} : { related: [{ message: related.message, at: { file, span: related.span, part: 'key' as const } }] }),
  };
}

/** Findings as diagnostics, file by file, each at its entry. */
export async function placeFindings(findings: readonly Finding[], files: readonly NativeFile[], driver: ExactDriver): Promise<readonly Diagnostic[]> {
  const placed = await Promise.all(
    files.map(async (file) => {
      const own = findings.filter((finding) => finding.part === file.part.id);
      const locate = own.length === 0 || file.content === undefined ? undefined : await nativeLocator(file);
      return own.map((finding) => placeFinding(finding, file.shownAs, driver.id, locate, file.document.value));
    }),
  );
  return placed.flat();
}

/** The text of a native file, for snippets. */
export function sourceOf(file: NativeFile): SourceText {
  return { file: file.shownAs, format: file.part.format === 'toml' ? 'toml' : 'jsonc', text: file.content?.text ?? '' };
}

/** Finds entries of a native file, for positions. */
async function nativeLocator(file: NativeFile): Promise<Locate | undefined> {
  const text = file.content?.text ?? '';
  return file.part.format === 'toml' ? (await import('./formats/toml-ranges.js')).locateToml(text) : (await import('./formats/jsonc.js')).locateJson(text);
}
