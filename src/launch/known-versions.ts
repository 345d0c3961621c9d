import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { programName } from './program-words.js';

/**
 * Versions of clients that were asked before, one small file for each program. A version is remembered only for a file that
 * is the client itself, and only as long as that file is the very same: place, size, times and number on the disk.
 */
export async function knownVersion(folder: string, file: string): Promise<string | undefined> {
  const state = await stateOf(file);
  if (state === undefined) return undefined;
  try {
    const record = JSON.parse(readFileSync(recordFile(folder, file), 'utf8')) as { readonly state?: unknown; readonly version?: unknown };
    return record.state === state && typeof record.version === 'string' ? record.version : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a version. A cache that cannot be written costs time, never the answer. */
export async function rememberVersion(folder: string, file: string, version: string): Promise<void> {
  const state = await stateOf(file);
  if (state === undefined) return;
  try {
    mkdirSync(dirname(recordFile(folder, file)), { recursive: true, mode: 0o700 });
    writeFileSync(recordFile(folder, file), JSON.stringify({ state, version }), { mode: 0o600 });
  } catch {
    return;
  }
}

function recordFile(folder: string, file: string): string {
  return join(folder, 'versions', `${createHash('sha256').update(file).digest('hex').slice(0, 32)}.json`);
}

/** The file by everything that changes when another release is installed in its place. */
async function stateOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
    return JSON.stringify([file, dev, ino, size, mtimeMs, ctimeMs]);
  } catch {
    return undefined;
  }
}

/**
 * Whether a file is a client and not a switch in front of several: version managers put programs and shell scripts of the same
 * name into the path, which start another release without changing themselves.
 */
export async function isClientItself(file: string, programs: readonly string[]): Promise<boolean> {
  if (!programs.includes(programName(basename(file)))) return false;
  const start = await startOf(file);
  return isNativeProgram(start) || /^#!\s*\S*\benv\s+(?:-S\s+)?node\b|^#!\s*\S*\/node\b/.test(start.toString('latin1'));
}

async function startOf(file: string): Promise<Buffer> {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(128);
      return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** ELF, Mach-O (both orders, and universal), PE. */
const magics: ReadonlySet<string> = new Set(['7f454c46', 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', 'cafebabe']);

function isNativeProgram(start: Buffer): boolean {
  return magics.has(start.subarray(0, 4).toString('hex')) || start.subarray(0, 2).toString('latin1') === 'MZ';
}
