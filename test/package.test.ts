import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, packCopy, runNode, type Packed } from './package/packed.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-package-')));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>> & { readonly version: string };
let packed: Packed;

beforeAll(async () => {
  packed = await packCopy(root, scratch);
}, 180_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the package', () => {
  it('holds the command, the bundle with its types, and the documents of a package', () => {
    const expected = /^(?:bin\/mcpolicy\.js|bin\/package\.json|dist\/cli\.cjs|dist\/fronts\/\w+\.cjs|dist\/(?:chunks\/)?[\w-]+\.js|dist\/types\/.+\.d\.ts|dist\/THIRD-PARTY-LICENSES\.txt|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/;
    expect(packed.files.filter((file) => !expected.test(file))).toEqual([]);
    expect(packed.files).toEqual(expect.arrayContaining(['bin/mcpolicy.js', 'dist/cli.cjs', 'dist/index.js', 'dist/types/index.d.ts', 'dist/THIRD-PARTY-LICENSES.txt', 'LICENSE', 'README.md', 'CHANGELOG.md', 'package.json']));
  });

  it('needs no other package', () => {
    expect(Object.keys(manifest).filter((key) => /^(?:optional|peer|bundled?)?dependencies$/i.test(key))).toEqual([]);
  });

  it('names no folder of the machine that built it', async () => {
    const unpacked = join(packed.consumer, 'node_modules', 'mcpolicy');
    const leaks = (await filesBelow(unpacked)).filter((file) => [root, scratch].some((folder) => readFileSync(join(unpacked, file), 'utf8').includes(folder.replace(/[\\/]$/, ''))));
    expect(leaks).toEqual([]);
  });

  it('carries the licence of every package in the bundle', () => {
    const licences = readFileSync(join(packed.consumer, 'node_modules', 'mcpolicy', 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/sdk', 'chalk', 'commander', 'jsonc-parser', 'smol-toml', 'yaml']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('runs as a command, without the repository', async () => {
    const command = join('node_modules', 'mcpolicy', 'bin', 'mcpolicy.js');
    writeFileSync(join(packed.consumer, 'mcpolicy.toml'), readFileSync(join(root, 'fixtures', 'example', 'mcpolicy.toml')));
    expect(await runNode(packed.consumer, command, '--version')).toBe(`${manifest.version}\n`);
    expect(await runNode(packed.consumer, command, 'render', 'codex')).toBe(readFileSync(join(root, 'fixtures', 'example', '.codex', 'config.toml'), 'utf8'));
  });

  it('runs as a library', async () => {
    writeFileSync(join(packed.consumer, 'library.mjs'), `${library}console.log(text);\n`);
    expect(await runNode(packed.consumer, 'library.mjs')).toContain('[mcp_servers.ui.tools.open]\napproval_mode = "approve"');
  });

  it('has types that strict consumers can compile against', () => {
    expect(compile('sound.ts', `${library}export const rows: string = text;\n`)).toEqual([]);
  });

  it('has types that refuse a mode outside of the closed set', () => {
    expect(compile('unsound.ts', library.replace("'approve'", "'allow'"))).toEqual([expect.stringContaining('"allow"')]);
  });
});

const library = `import { admit, http, loadDriver, policyOf, render, withToolApproval } from 'mcpolicy';

const policy = policyOf([withToolApproval(http('ui', 'http://127.0.0.1:8931/mcp'), 'open', 'approve')]);
const driver = await loadDriver('codex');
if (!policy.ok || driver === undefined) throw new Error('no policy');
const admitted = admit(driver, policy.value, { policyOnly: false });
const rendered = admitted.ok ? render(admitted.value, policy.value, { policyOnly: false }) : admitted;
if (!rendered.ok) throw new Error(rendered.faults.map((fault) => fault.message).join());
const text = rendered.value.flatMap((part) => part.pieces).join('');
`;

/** Compiles one file of the consumer, declaration files included, and returns the errors. */
function compile(name: string, text: string): readonly string[] {
  const file = join(packed.consumer, name);
  writeFileSync(join(packed.consumer, 'package.json'), '{ "type": "module" }');
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}
