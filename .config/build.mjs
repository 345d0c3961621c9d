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
 * Modules of Node that take milliseconds to load and that few runs use, with the functions that are taken from them: each
 * loads its module when it is called. The build fails where another function is imported.
 */
const seldom = new Map([
  ['node:crypto', ['createHash', 'randomBytes']],
  ['node:fs/promises', ['lstat', 'mkdir', 'mkdtemp', 'open', 'readdir', 'readFile', 'realpath', 'rename', 'rm', 'unlink', 'writeFile']],
]);

/** @type {import('esbuild').Plugin} */
const loadedWhenCalled = {
  name: 'loaded-when-called',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ kind, path }) => (kind === 'import-statement' && seldom.has(path) ? { path, namespace: 'seldom', sideEffects: false } : undefined));
    onLoad({ filter: /./, namespace: 'seldom' }, ({ path }) => ({ contents: (seldom.get(path) ?? []).map((name) => `export const ${name} = (...args) => require('${path}').${name}(...args);\n`).join('') }));
  },
};

/**
 * What people and hooks wait for, each with what it loads on demand in a common run. Every file costs time, and so does
 * every byte that is not needed: so each of these command lines is one file of its own, with its own copy of what it
 * shares with the others. They are CommonJS, because the loader of ES modules takes as long as a whole small parse.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const fronts = {
  render: ['commands/render', 'drivers/codex/index'],
  fingerprint: ['commands/fingerprint'],
  apply: ['commands/apply-targets', 'drivers/codex/index', 'tell', 'report/text', 'report/colour'],
  check: ['commands/check', 'commands/check-all', 'audit/repository', 'drivers/codex/index', 'tell', 'report/text', 'report/colour'],
  launch: ['commands/launch', 'launch/start', 'drivers/codex/index'],
};

/** The file of every other command line. */
const otherFront = 'other';

/**
 * Everything else that is loaded on demand is bundled apart. What passes between the two is data and functions, never a
 * class to compare with.
 * @param {readonly string[]} hot Modules that stay in the bundle although they are loaded on demand.
 * @param {Map<string, string>} cold Filled with the modules that are to be bundled apart, and their names.
 * @returns {import('esbuild').Plugin}
 */
function loadedApart(hot, cold) {
  return {
    name: 'loaded-apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        const module = relative(join(root, 'src'), join(resolveDir, path)).replaceAll('\\', '/').replace(/\.js$/, '');
        if (kind !== 'dynamic-import' || hot.includes(module)) return undefined;
        const name = `chunks/${module.replaceAll('/', '-')}`;
        cold.set(`src/${module}.ts`, name);
        return { path: `../${name}.js`, external: true };
      });
    },
  };
}

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // jsonc-parser's `main` is UMD, which no bundler can follow.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // Comments and blanks would be read in every run. Names stay, so that a stack trace says where a bug is.
  minifyWhitespace: true,
  logLevel: 'warning',
  metafile: true,
};

/**
 * @param {string} name
 * @param {readonly string[]} hot
 * @param {Map<string, string>} cold
 */
function buildFront(name, hot, cold) {
  return build({ ...common, format: 'cjs', entryPoints: ['src/cli.ts'], outfile: `dist/fronts/${name}.cjs`, plugins: [commanderWithoutPrograms, loadedWhenCalled, loadedApart(hot, cold)] });
}

/** @param {Map<string, string>} cold */
function buildRest(cold) {
  const entryPoints = [{ in: 'src/index.ts', out: 'index' }, ...[...cold].map(([file, name]) => ({ in: file, out: name }))];
  // Bundled CommonJS packages call `require` for Node's own modules, and for nothing else.
  return build({ ...common, format: 'esm', splitting: true, outdir: 'dist', entryPoints, chunkNames: 'chunks/[name]-[hash]', banner: { js: 'const require=process.getBuiltinModule;' } });
}

const cold = new Map();
const built = await Promise.all(Object.entries({ ...fronts, [otherFront]: [] }).map(([name, hot]) => buildFront(name, hot, cold)));
const inputs = [...built, await buildRest(cold)].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(root, 'dist', 'cli.cjs'), `module.exports=require(${JSON.stringify(Object.keys(fronts))}.includes(process.argv[2])?\`./fronts/\${process.argv[2]}.cjs\`:'./fronts/${otherFront}.cjs');\n`);

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
