import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { specOf } from './inputs.mjs';
import { buildPrograms, writePeakReporter } from './programs.mjs';
import { writeClient, writeLaunched, writeProject, writeRepository } from './projects.mjs';
import { reportJson, reportText } from './report.mjs';
import { rowsOf } from './rows.mjs';

/**
 * Measures the built product against its targets: see docs/performance.md. Exits 1 when a target is missed, 2 when there
 * is nothing sound to measure.
 */

const usage = `usage: npm run bench -- [--json] [--node PATH] [--rounds N] [--only TEXT]
  --json        print figures as JSON
  --node PATH   the Node that runs what is measured (default: the one that runs this)
  --rounds N    pairs for short processes; long ones take half or a quarter of it (default 40)
  --only TEXT   only rows whose name holds TEXT
`;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} folder @returns {number} */
function newest(folder) {
  return Math.max(...readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

/** Why the build in `dist` is not what the sources say, if so. */
function staleBuild() {
  const built = statSync(join(root, 'dist/cli.cjs'), { throwIfNoEntry: false });
  if (built === undefined) return 'there is no build';
  const changed = Math.max(newest(join(root, 'src')), statSync(join(root, '.config/build.mjs')).mtimeMs);
  return built.mtimeMs < changed ? 'the build is older than the sources' : undefined;
}

/**
 * @param {string} folder
 * @param {number} rounds
 * @param {string} node
 * @returns {import('./rows.mjs').Setting}
 */
function prepare(folder, rounds, node) {
  /** @param {number} count */
  const write = (count) => {
    const spec = specOf(count);
    const files = { json: join(folder, `${String(count)}.json`), toml: join(folder, `${String(count)}.toml`) };
    writeFileSync(files.json, spec.json);
    writeFileSync(files.toml, spec.toml);
    return files;
  };
  const bin = join(root, 'bin/mcpolicy.js');
  /** @param {string} spec */
  const render = (spec) => execFileSync(node, [bin, 'render', 'codex', '--spec', spec], { encoding: 'utf8', maxBuffer: Infinity });
  mkdirSync(folder, { recursive: true });
  return {
    node,
    output: join(folder, 'output'),
    cwd: folder,
    rounds,
    bin,
    programs: buildPrograms(folder),
    reporter: writePeakReporter(folder),
    specs: { small: write(1), '1k': write(1_000), '10k': write(10_000) },
    projects: { small: writeProject(join(folder, 'small'), 1, render), '1k': writeProject(join(folder, '1k'), 1_000, render) },
    repository: writeRepository(join(folder, 'repository'), 500, render),
    client: writeClient(folder),
    launched: writeLaunched(folder),
  };
}

/** @param {string} node */
function machineOf(node) {
  const version = String(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout).trim();
  return { node: version, platform: `${platform()} ${process.arch}`, cpu: `${String(cpus().length)} x ${cpus()[0]?.model ?? 'unknown'}`, date: new Date().toISOString().slice(0, 10) };
}

function main() {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, node: { type: 'string', default: process.execPath }, rounds: { type: 'string', default: '40' }, only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } } });
  const rounds = Number(values.rounds);
  if (values.help || !(rounds >= 1)) return stop(usage, values.help ? 0 : 2);
  const stale = staleBuild();
  if (stale !== undefined) return stop(`${stale}: run \`npm run build\` first\n`, 2);
  const folder = mkdtempSync(join(tmpdir(), 'mcpolicy-bench-'));
  try {
    const rows = rowsOf(prepare(folder, rounds, values.node)).filter(({ name }) => name.includes(values.only));
    if (rows.length === 0) return stop(`no row holds ${JSON.stringify(values.only)}\n`, 2);
    const measured = rows.map(({ name, measure }) => {
      process.stderr.write(`${name} ...\n`);
      return measure();
    });
    process.stdout.write(values.json ? reportJson(machineOf(values.node), measured) : reportText(machineOf(values.node), measured));
    return measured.every(({ value, target }) => value <= target) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} message
 * @param {number} code
 */
function stop(message, code) {
  process.stderr.write(message);
  return code;
}

try {
  process.exitCode = main();
} catch (error) {
  process.exitCode = stop(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2);
}
