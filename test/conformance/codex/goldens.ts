import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { renderedConfig } from '../harness/render.js';
import { makeScratch } from '../harness/scratch.js';

const specs = fileURLToPath(new URL('specs', import.meta.url));
const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

/** A config that a fixture promises for Codex. */
export interface Golden {
  /** Path below `fixtures/`, with forward slashes. */
  readonly name: string;
  readonly text: string;
  /** Why Codex cannot load it alone; absent when it can. */
  readonly skipped?: string;
}

/** The specs of the cases beside this file, rendered; the places that a run would fill get values that nobody uses. */
export function renderedSpecs(): { readonly name: string; readonly text: string }[] {
  const scratch = makeScratch();
  try {
    return readdirSync(specs).sort().map((name) => {
      const filled = path.join(scratch.root, name);
      const spec = readFileSync(path.join(specs, name), 'utf8').replace(/\{\{url:[^}]*\}\}/g, 'http://127.0.0.1:9/mcp').replace(/\{\{[^}]*\}\}/g, 'unused');
      writeFileSync(filled, spec);
      return { name, text: renderedConfig('codex', filled) };
    });
  } finally {
    scratch.remove();
  }
}

/**
 * Every golden of a case that runs `render codex`: its `stdout`, and files named `expected*.toml`; and the config of the
 * shipped example. Refusals, whose stdout is empty, promise no config and are left out.
 */
export function codexGoldens(): Golden[] {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).sort();
  const example = golden(path.join(fixtures, 'example', '.codex', 'config.toml'), []);
  return [example, ...files.filter((file) => path.basename(file) === 'case.toml').flatMap((file) => {
    const folder = path.dirname(path.join(fixtures, file));
    const args = argumentsOf(path.join(folder, 'case.toml'));
    if (!args.includes('render') || !args.includes('codex')) return [];
    const names = readdirSync(folder).filter((name) => name === 'stdout' || /^expected.*\.toml$/.test(name)).sort();
    return names.map((name) => golden(path.join(folder, name), args)).filter(({ text }) => text !== '');
  })];
}

function golden(file: string, args: readonly string[]): Golden {
  const found = { name: path.relative(fixtures, file).replaceAll(path.sep, '/'), text: readFileSync(file, 'utf8') };
  return args.includes('--policy-only') ? { ...found, skipped: 'a policy without its transport' } : found;
}

function argumentsOf(caseFile: string): readonly string[] {
  const args = parse(readFileSync(caseFile, 'utf8'))['args'];
  return Array.isArray(args) ? args.map(String) : [];
}
