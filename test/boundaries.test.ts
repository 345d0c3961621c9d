import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { driverIds } from '../src/drivers/registry.js';
import { version } from '../src/version.js';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Source {
  /** Below `src`, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

const sources: readonly Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(root, 'src', name), 'utf8') }));

/** Parts of the pipeline that are functions of values: they open nothing, start nothing, and ask nobody. */
const pure = /^(?:spec|drivers|report|render|audit|import|diff|library|codes|formats|inspect(?!\/live))\/|^(?:compile|gate|model|driver|diagnostics|diagnostic-codes|index|outcome|quote|secrets|suggest)\.ts$/;
const impureModules = /^(?:node:)?(?:fs|fs\/promises|child_process|net|http|http2|https|tls|dgram|dns|worker_threads|process|os|readline)$/;

/** Imported specifiers of one file, static, dynamic and of types alike. */
function importsOf({ text }: Source): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** Every identifier of one file that is no property or key, with string literals apart. */
function wordsOf(file: Source): Words {
  const words = known.get(file) ?? findWords(file);
  known.set(file, words);
  return words;
}

interface Words {
  readonly globals: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
}
const known = new Map<Source, Words>();

function findWords({ name, text }: Source): Words {
  const globals = new Set<string>();
  const strings = new Set<string>();
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isPropertyName(node)) globals.add(node.text);
    if (ts.isStringLiteralLike(node) && !isSpecifier(node)) strings.add(node.text);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return { globals, strings };
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) && parent.name === node) || (ts.isPropertyAssignment(parent) && parent.name === node) || (ts.isPropertySignature(parent) && parent.name === node);
}

function isSpecifier(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent) || (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);
}

const processUsers = (files: readonly Source[]) => files.filter((file) => wordsOf(file).globals.has('process') || importsOf(file).some((name) => /^(?:node:)?process$/.test(name))).map(({ name }) => name);
const impure = (files: readonly Source[]) => files.filter(({ name }) => pure.test(name)).flatMap((file) => importsOf(file).filter((specifier) => impureModules.test(specifier)).map((specifier) => `${file.name}: ${specifier}`));
const namingDrivers = (files: readonly Source[]) =>
  files
    .filter(({ name }) => !name.startsWith('drivers/') && name !== 'command-line.ts')
    .flatMap((file) => driverIds.filter((id) => wordsOf(file).strings.has(id)).map((id) => `${file.name}: ${id}`));

describe('the source', () => {
  it('touches process in one file', () => {
    expect(processUsers(sources)).toEqual(['cli.ts']);
  });

  it('does no I/O in the pipeline', () => {
    expect(impure(sources)).toEqual([]);
  });

  it('starts and connects to servers in one folder, which one command uses and no other loads', () => {
    expect(sources.filter((file) => importsOf(file).some((name) => name.startsWith('@modelcontextprotocol/'))).filter(({ name }) => !name.startsWith('inspect/live/'))).toEqual([]);
    const importersOf = (part: RegExp) => sources.filter((file) => importsOf(file).some((name) => part.test(name)) && !part.test(`./${file.name}`)).map(({ name }) => name);
    expect(importersOf(/\/inspect\/live\/|^\.\/live\//)).toEqual(['commands/inspect.ts']);
    expect(importersOf(/\/commands\/inspect\.(?:js|ts)$/)).toEqual(['command-line.ts']);
    expect(sources.find(({ name }) => name === 'command-line.ts')?.text).not.toMatch(/^import (?!type).*commands\/inspect\.js/m);
  });

  it('asks nowhere outside the folder of a driver which driver it is', () => {
    expect(namingDrivers(sources)).toEqual([]);
    const strangers = sources.flatMap((file) => {
      const own = /^drivers\/([^/]+)\//.exec(file.name)?.[1];
      return own === undefined ? [] : driverIds.filter((id) => id !== own && wordsOf(file).strings.has(id) && !/^drivers\/shared\//.test(file.name)).map((id) => `${file.name}: ${id}`);
    });
    expect(strangers).toEqual([]);
  });

  it('imports nothing from tests, and every import of its own ends in .js', () => {
    const relative = sources.flatMap((file) => importsOf(file).filter((specifier) => specifier.startsWith('.')).map((specifier) => `${file.name}: ${specifier}`));
    expect(relative.filter((line) => !line.endsWith('.js') || line.includes('/test/'))).toEqual([]);
  });

  it('has the version of the package', () => {
    expect(version).toBe((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version);
  });
});

describe('the search for breaches', () => {
  const file = (text: string, name = 'spec/x.ts'): Source => ({ name, text });

  it('finds process as a global and as a module, and not as a word', () => {
    expect(processUsers([file('process.exit(1)'), file("import p from 'node:process';"), file("const { env } = globalThis.process ?? process;")])).toHaveLength(3);
    expect(processUsers([file('const a = { process: 1 }; a.process; // process\n"process";')])).toEqual([]);
  });

  it('finds every form of import', () => {
    const forms = ["import fs from 'node:fs';", "import 'fs/promises';", "export * from 'node:net';", "await import('node:child_process');", "import type { Stats } from 'node:fs';"];
    expect(impure(forms.map((text) => file(text)))).toHaveLength(forms.length);
    expect(impure([file("import { createHash } from 'node:crypto';"), file("import fs from 'node:fs';", 'files.ts')])).toEqual([]);
  });

  it('finds the id of a driver in any string, and not in an import', () => {
    expect(namingDrivers([file("if (id === 'codex') {}"), file('const a = `zed`;')])).toEqual(['spec/x.ts: codex', 'spec/x.ts: zed']);
    expect(namingDrivers([file("import { codex } from './codex';"), file('/** codex */ const codexes = "codexes";')])).toEqual([]);
  });
});
