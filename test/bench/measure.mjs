import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * One command line, without the Node that runs it.
 * @typedef {readonly string[]} Arguments
 */

/**
 * The Node that runs what is measured, the file that takes what it prints, and the folder it runs in, which is also the
 * home folder of the user: nobody's own settings are read.
 * @typedef {{ readonly node: string, readonly output: string, readonly cwd: string }} Runner
 */

/**
 * Nothing of the caller's environment changes the figures: NODE_OPTIONS, certificates, colours.
 * @param {string} home
 * @returns {Record<string, string>}
 */
function cleanEnvironment(home) {
  const kept = ['PATH', ...(process.platform === 'win32' ? ['SystemRoot'] : [])];
  return { ...Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))), HOME: home, USERPROFILE: home };
}

/**
 * Milliseconds from the start of a process to its end.
 * @param {Runner} runner
 * @param {Arguments} args
 */
function time(runner, args) {
  const start = performance.now();
  run(runner, args, []);
  return performance.now() - start;
}

/**
 * Standard output goes to a file, as in `mcpolicy render codex > config.toml`: reading a pipe would cost this process and
 * not the one that is measured.
 * @param {Runner} runner
 * @param {Arguments} args
 * @param {readonly 'pipe'[]} more Descriptors beyond the standard ones.
 */
function run({ node, output, cwd }, args, more) {
  const descriptor = openSync(output, 'w');
  try {
    const { status, error, stderr, output: outputs } = spawnSync(node, args, { cwd, env: cleanEnvironment(cwd), stdio: ['ignore', descriptor, 'pipe', ...more] });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`exit code ${String(status)} of node ${args.join(' ')}\n${String(stderr)}`);
    return outputs;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Times several processes in turns, so that whatever else the machine does falls on all of them alike. The first turn
 * warms the caches of the system and is not counted.
 * @param {Runner} runner
 * @param {readonly Arguments[]} commands
 * @param {number} rounds
 * @returns {readonly (readonly number[])[]} One list of times a command, of equal length.
 */
export function timeInTurns(runner, commands, rounds) {
  /** @type {number[][]} */
  const times = commands.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    commands.forEach((args, index) => {
      const taken = time(runner, args);
      if (round > 0) times[index]?.push(taken);
    });
  }
  return times;
}

/**
 * The most memory that the process ever held, in megabytes: median of several runs.
 * @param {Runner} runner
 * @param {Arguments} args
 * @param {string} reporter See `writePeakReporter`.
 * @param {number} rounds
 */
export function peakMegabytes(runner, args, reporter, rounds) {
  const peaks = Array.from({ length: rounds }, () => run(runner, ['--import', pathToFileURL(reporter).href, ...args], ['pipe'])[3]);
  return median(peaks.map((peak) => Number(String(peak)) / 1024));
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}
