import { resolve } from 'node:path';
import { discoverSpec, readSpec, readSpecStream } from '../files.js';
import type { Host } from '../host.js';
import { specFormats, type SourceText, type SpecFormat } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';

export interface SpecOptions {
  /** Files in the order given, `-` for standard input. Empty: the spec is looked for. */
  readonly spec: readonly string[];
  readonly specFormat?: string;
}

/** Reads every spec that a command line names, or the one that applies here. All unreadable ones are reported at once. */
export async function readSources(options: SpecOptions, host: Host): Promise<Outcome<readonly SourceText[]>> {
  const paths = options.spec.length > 0 ? success(options.spec) : await discovered(host.cwd);
  if (!paths.ok) return paths;
  const format = specFormats.find((known) => known === options.specFormat);
  if (options.specFormat !== undefined && format === undefined) return usageFault(`--spec-format ${JSON.stringify(options.specFormat)} is none of ${specFormats.join(', ')}`);
  const named = paths.value.map((path) => (path === '-' ? path : resolve(host.cwd, path)));
  if (new Set(named).size < named.length) return usageFault('one file is named twice with --spec');
  const reads = await Promise.all(paths.value.map((path) => (path === '-' ? readInput(host, format) : readSpec(path, host.cwd))));
  const faults = reads.flatMap((read) => (read.ok ? [] : read.faults));
  return faults.length > 0 ? failure(faults) : success(reads.flatMap((read) => (read.ok ? [read.value] : [])));
}

async function discovered(cwd: string): Promise<Outcome<readonly string[]>> {
  const found = await discoverSpec(cwd);
  return found.ok ? success([found.value]) : found;
}

async function readInput(host: Host, format: SpecFormat | undefined): Promise<Outcome<SourceText>> {
  if (format === undefined) return failure([{ code: 'MCP108', message: 'the format of standard input is not given', fix: 'Add --spec-format toml|yaml|json|jsonc.' }]);
  return readSpecStream(host.stdin, format);
}

function usageFault(message: string): Outcome<never> {
  return failure([{ code: 'MCP901', message }]);
}
