import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * What mcpolicy is compared with: programs that read the same file, parse it and do nothing else. They are bundled with
 * the options of the product's own build, so that both pay the same price for being loaded.
 */
const sources = {
  json: "import { readFileSync } from 'node:fs';\nJSON.parse(readFileSync(process.argv[2], 'utf8'));\n",
  toml: "import { readFileSync } from 'node:fs';\nimport { parse } from 'smol-toml';\nparse(readFileSync(process.argv[2], 'utf8'), { integersAsBigInt: 'asNeeded' });\n",
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the programs into `folder` and returns their paths.
 * @param {string} folder
 * @returns {{ readonly json: string, readonly toml: string }}
 */
export function buildParsers(folder) {
  mkdirSync(folder, { recursive: true });
  return { json: build(folder, 'json'), toml: build(folder, 'toml') };
}

/**
 * @param {string} folder
 * @param {keyof typeof sources} format
 */
function build(folder, format) {
  const outfile = join(folder, `parse-${format}.mjs`);
  buildSync({
    stdin: { contents: sources[format], resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
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
