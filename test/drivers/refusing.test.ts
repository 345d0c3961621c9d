import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { RefusingDriver } from '../../src/driver.js';
import { driverIds, loadAllDrivers, loadDriver } from '../../src/drivers/registry.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const driversFolder = join(root, 'src', 'drivers');
const pagesFolder = join(root, 'docs', 'drivers');

/** npm packages that a driver may import: next to none, because a driver is data and pure functions over the contract. */
const allowedPackages: ReadonlySet<string> = new Set(['fastest-levenshtein']);

const folders = readdirSync(driversFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const refusing = (await loadAllDrivers()).filter((driver): driver is RefusingDriver => driver.verdict === 'refused');
const versionOf = (client: string): string | undefined => /\b\d+(?:\.\w+)+\b|\b[0-9a-f]{9,40}\b/.exec(client)?.[0];

/** What is wrong between the lines of the registry and the folders beside it. */
function registryFaults(text: string, present: readonly string[]): string[] {
  const body = /new Map[^\n]*\(\[\n(.*?)\n\]\)/s.exec(text)?.[1] ?? '';
  const lines = body.split('\n').map((line) => ({ line, match: /^ {2}\['([^']+)', async \(\) => \(await import\('\.\/([^']+)\/index\.js'\)\)\.\w+\],$/.exec(line) }));
  const ids = lines.flatMap(({ match }) => match?.[1] ?? []);
  return [
    ...lines.filter(({ match }) => match === null).map(({ line }) => `not a registry line: ${line}`),
    ...lines.filter(({ match }) => match !== null && match[1] !== match[2]).map(({ line }) => `key and folder differ: ${line}`),
    ...ids.filter((id, index) => index > 0 && id <= ids[index - 1]!).map((id) => `out of order, or twice: ${id}`),
    ...ids.filter((id) => !present.includes(id)).map((id) => `no folder: ${id}`),
    ...present.filter((folder) => !ids.includes(folder)).map((folder) => `no line: ${folder}`),
  ];
}

/** The import specifiers of one file of a driver that lead to anything but the contract, the model, the readers of native values, the quoting of names and the driver's own folder. */
function foreignImports(folder: string, file: string, text: string): string[] {
  const permitted = new Set(['driver.js', 'driver-launch.js', 'driver-layers.js', 'model.js', 'quote.js', 'reading.js'].map((name) => join(root, 'src', name)));
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName).filter((specifier) => {
    if (!specifier.startsWith('.')) return !allowedPackages.has(specifier);
    const target = resolve(file, '..', specifier);
    return !permitted.has(target) && !target.startsWith(join(driversFolder, folder) + sep);
  });
}

function isOneSentence(text: string): boolean {
  return /^\S.*[^\s.!?]\.$/.test(text) && !/[.!?]\s/.test(text);
}

describe('registry', () => {
  it('lists every driver folder once, in order, under its own name', () => {
    expect(registryFaults(readFileSync(join(driversFolder, 'registry.ts'), 'utf8'), folders)).toEqual([]);
  });

  it('loads under each id the driver of that id', async () => {
    for (const id of driverIds) expect((await loadDriver(id))?.id).toBe(id);
    expect(driverIds).toEqual([...new Set(folders)].sort());
  });

  it('notices a missing folder, a missing line, a wrong key, disorder, a duplicate and an unknown form', () => {
    const line = (key: string, folder = key) => `  ['${key}', async () => (await import('./${folder}/index.js')).x],`;
    const faults = (...lines: string[]) => registryFaults(`const loaders = new Map([\n${lines.join('\n')}\n]);`, ['a', 'b']);
    expect(faults(line('a'), line('b'))).toEqual([]);
    expect(faults(line('a'), line('b'), line('c'))).toEqual(['no folder: c']);
    expect(faults(line('a'))).toEqual(['no line: b']);
    expect(faults(line('a'), line('b', 'a'))).toEqual([`key and folder differ: ${line('b', 'a')}`]);
    expect(faults(line('b'), line('a'))).toEqual(['out of order, or twice: a']);
    expect(faults(line('a'), line('a'), line('b'))).toEqual(['out of order, or twice: a']);
    expect(faults(line('a'), line('b'), '  ...others,')).toEqual(['not a registry line:   ...others,']);
  });
});

describe('imports of a driver', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(driversFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[cm]?[jt]s$/.test(name))
      .map((name) => ({ folder, name: `${folder}/${name}`, file: join(driversFolder, folder, name) })),
  );

  it.each(files)('$name reaches the contract, the model and its own folder only', ({ folder, file }) => {
    expect(foreignImports(folder, file, readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('notices every other form and place of an import', () => {
    const foreign = [
      `import { x } from '../codex/index.js';`,
      `import type { X } from '../../compile.js';`,
      `export * from '../registry.js';`,
      `const x = await import('node:fs');`,
      `import 'some-package';`,
      `type X = import('../ampersand/index.js').X;`,
    ];
    const own = `import type { A } from '../../driver.js';\nimport type { B } from '../../model.js';\nimport { c } from './names.js';`;
    const check = (text: string) => foreignImports('amp', join(driversFolder, 'amp', 'index.ts'), text);
    expect(foreign.map((text) => check(text).length)).toEqual(foreign.map(() => 1));
    expect(check(own)).toEqual([]);
  });
});

describe.each(refusing)('refusal of $id', (driver) => {
  it('gives its reason in one sentence of at most 200 characters', () => {
    expect(driver.reason).toSatisfy(isOneSentence);
    expect(driver.reason.length).toBeLessThanOrEqual(200);
  });

  it('names the nearest thing, what would change it, and a page', () => {
    expect(driver.nearest.trim()).not.toBe('');
    expect(driver.change.trim()).not.toBe('');
    expect(new URL(driver.docs).protocol).toBe('https:');
  });

  it('has evidence with a real date, a source, and a version or the reason why there is none', () => {
    expect(driver.evidence).not.toEqual([]);
    for (const { client, date, source } of driver.evidence) {
      expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      expect(versionOf(client) ?? /\(no version: .+\)$/.exec(client)?.[0], client).toBeDefined();
      expect(source.trim()).not.toBe('');
    }
  });

  it('has a page of the common shape that says the same', () => {
    const page = readFileSync(join(pagesFolder, `${driver.id}.md`), 'utf8');
    const headings = ['What is refused', 'The nearest thing it has', 'Example', 'What would change this', 'Sources'];
    expect(page.match(/^#+ .*$/gm)).toEqual([`# ${driver.title} (\`${driver.id}\`): refused`, ...headings.map((heading) => `## ${heading}`)]);
    for (const text of [driver.reason, driver.change, driver.docs]) expect(page).toContain(text);
    const versions = driver.evidence.flatMap(({ client }) => versionOf(client) ?? []);
    expect(versions.filter((version) => !page.includes(version))).toEqual([]);
    expect(page.split('\n').length).toSatisfy((lines: number) => lines >= 15 && lines <= 41);
  });
});

it('tells one sentence from none and from two', () => {
  expect(['One reason.', 'Names like .a/b.json are fine.'].every(isOneSentence)).toBe(true);
  expect(['', 'No stop', 'Two. Sentences.', 'A line\nbreak.', 'Trailing..', 'Really?'].some(isOneSentence)).toBe(false);
});

it('has no page about a driver that does not exist', () => {
  expect(readdirSync(pagesFolder).filter((name) => !driverIds.includes(name.replace(/\.md$/, '')))).toEqual([]);
});
