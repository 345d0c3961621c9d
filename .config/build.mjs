import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the command line and the library into `dist/`, with the licences of everything that went into the bundle. */
const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * commander can run subcommands that are programs of their own, and loads what starts programs at once. mcpolicy has no
 * such subcommand, and loading that module is an eighth of a small run.
 * @type {import('esbuild').Plugin}
 */
const commanderWithoutPrograms = {
  name: 'commander-without-programs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) => (/node_modules[\\/]commander[\\/]/.test(importer) ? { path: 'no-programs', namespace: 'empty' } : undefined));
    onLoad({ filter: /^no-programs$/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Importing `node:fs` as a module evaluates everything that it offers, streams and promises included: a tenth of a small
 * run. So only the functions listed here are taken from it; the build fails where another one is imported.
 * @type {import('esbuild').Plugin}
 */
const leanFileSystem = {
  name: 'lean-file-system',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:fs$/ }, ({ kind }) => (kind === 'import-statement' ? { path: 'file-system', namespace: 'lean' } : undefined));
    onLoad({ filter: /^file-system$/, namespace: 'lean' }, () => ({ contents: "export const { readdirSync, readFileSync, statSync } = process.getBuiltinModule('node:fs');" }));
  },
};

/** What a small run loads on demand all the same. It is bundled with the command line, in as few files as possible. */
const hot = ['src/commands/render.ts', 'src/commands/fingerprint.ts', 'src/drivers/codex/index.ts'].map((file) => join(root, file));

/**
 * Every module that two bundles share becomes a file of its own, and a small run is as slow as it has files to load. So
 * everything else that is loaded on demand is bundled apart, with its own copy of what it shares with the command line.
 * What passes between the two is data and functions, never a class to compare with.
 * @param {Map<string, string>} cold Filled with the modules that are to be bundled apart, and their names.
 * @returns {import('esbuild').Plugin}
 */
function loadedApart(cold) {
  return {
    name: 'loaded-apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        const file = join(resolveDir, path).replace(/\.js$/, '.ts');
        if (kind !== 'dynamic-import' || hot.includes(file)) return undefined;
        const name = relative(join(root, 'src'), file).replace(/\.ts$/, '').replace(/[\\/]/g, '-');
        cold.set(file, `chunks/${name}`);
        return { path: `./chunks/${name}.js`, external: true };
      });
    },
  };
}

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const common = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // jsonc-parser's `main` is UMD, which no bundler can follow.
  mainFields: ['module', 'main'],
  outdir: 'dist',
  legalComments: 'none',
  // Comments and blanks would be read in every run. Names stay, so that a stack trace says where a bug is.
  minifyWhitespace: true,
  logLevel: 'warning',
  metafile: true,
  // Bundled CommonJS packages call `require` for Node's own modules, and for nothing else.
  banner: { js: 'const require=process.getBuiltinModule;' },
};

const cold = new Map();
const front = await build({ ...common, entryPoints: ['src/cli.ts'], chunkNames: '[name]-[hash]', plugins: [commanderWithoutPrograms, leanFileSystem, loadedApart(cold)] });
const entryPoints = [{ in: 'src/index.ts', out: 'index' }, ...[...cold].map(([file, name]) => ({ in: file, out: name }))];
const rest = await build({ ...common, entryPoints, chunkNames: 'chunks/[name]-[hash]' });
const inputs = [front, rest].flatMap(({ metafile }) => Object.keys(metafile.inputs));

const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
writeFileSync(join(root, 'dist', 'THIRD-PARTY-LICENSES.txt'), [...folders].sort().map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`));

/**
 * A package's name, version and licence text. A package without one must not be bundled.
 * @param {string} folder
 */
function licenceOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} has no licence file`);
  return `${name} ${version}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
}
