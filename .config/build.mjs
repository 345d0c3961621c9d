import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/cli.ts', 'src/index.ts'],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // jsonc-parser's `main` is UMD, which no bundler can follow.
  mainFields: ['module', 'main'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [commanderWithoutPrograms],
  // Bundled CommonJS packages call `require` for Node's own modules.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
});

const folders = new Set(Object.keys(metafile.inputs).flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
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
