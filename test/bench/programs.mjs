import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * What mcpolicy is compared with: programs that read the same files, parse them and do nothing else, or start the same
 * program. That of a repository finds and reads as the product does, which refuses what is no file, too large or no text. They are bundled with the options of the product's own build, so that both pay the same price for being loaded.
 */
const sources = {
  json: "import { readFileSync } from 'node:fs';\nJSON.parse(readFileSync(process.argv[2], 'utf8'));\n",
  toml: "import { readFileSync } from 'node:fs';\nimport { parse } from 'smol-toml';\nparse(readFileSync(process.argv[2], 'utf8'), { integersAsBigInt: 'asNeeded' });\n",
  spawn: "import { spawn } from 'node:child_process';\nspawn(process.argv[2], process.argv.slice(3), { stdio: 'inherit' });\n",
  repository: `import { readSpec, readText } from './src/files.ts';
import { trackedFiles } from './src/git.ts';
import { readToml } from './src/native/read.ts';
import { parse } from './src/spec/parse.ts';
const here = { cwd: process.cwd(), env: process.env };
async function main() {
  for (const file of await trackedFiles(here)) {
    if (file.endsWith('mcpolicy.toml')) await parse((await readSpec(file, here.cwd)).value);
    else await readToml((await readText(file, file)).value.text);
  }
}
main();
`,
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the programs into `folder` and returns their paths.
 * @param {string} folder
 * @returns {Readonly<Record<keyof typeof sources, string>>}
 */
export function buildPrograms(folder) {
  mkdirSync(folder, { recursive: true });
  return { json: build(folder, 'json'), toml: build(folder, 'toml'), spawn: build(folder, 'spawn'), repository: build(folder, 'repository') };
}

/**
 * @param {string} folder
 * @param {keyof typeof sources} name
 */
function build(folder, name) {
  const outfile = join(folder, `${name}.cjs`);
  buildSync({
    stdin: { contents: sources[name], resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    outfile,
  });
  return outfile;
}

/**
 * A module for `--import` that tells the peak memory of the process it is loaded into: kilobytes, on descriptor 3.
 * @param {string} folder
 */
export function writePeakReporter(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'peak.mjs');
  writeFileSync(file, "import { writeSync } from 'node:fs';\nprocess.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));\n");
  return file;
}
