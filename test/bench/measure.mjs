import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * One command line, without the Node that runs it.
 * @typedef {readonly string[]} Arguments
 */

/**
 * Nothing of the caller's environment changes the figures: NODE_OPTIONS, certificates, colours.
 * @returns {Record<string, string>}
 */
function cleanEnvironment() {
  const kept = ['PATH', 'HOME', ...(process.platform === 'win32' ? ['SystemRoot', 'USERPROFILE'] : [])];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/**
 * Milliseconds from the start of a process to its end, its output read to the last byte.
 * @param {string} node
 * @param {Arguments} args
 */
function time(node, args) {
  const start = performance.now();
  run(node, args, ['ignore', 'pipe', 'pipe']);
  return performance.now() - start;
}

/**
 * @param {string} node
 * @param {Arguments} args
 * @param {readonly ('ignore' | 'pipe')[]} stdio
 */
function run(node, args, stdio) {
  const { status, error, stderr, output } = spawnSync(node, args, { env: cleanEnvironment(), stdio: [...stdio], maxBuffer: 1 << 30 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`exit code ${String(status)} of node ${args.join(' ')}\n${String(stderr)}`);
  return output;
}

/**
 * Times several processes in turns, so that whatever else the machine does falls on all of them alike. The first turn
 * warms the caches of the system and is not counted.
 * @param {string} node
 * @param {readonly Arguments[]} commands
 * @param {number} rounds
 * @returns {readonly (readonly number[])[]} One list of times a command, of equal length.
 */
export function timeInTurns(node, commands, rounds) {
  /** @type {number[][]} */
  const times = commands.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    commands.forEach((args, index) => {
      const taken = time(node, args);
      if (round > 0) times[index]?.push(taken);
    });
  }
  return times;
}

/**
 * The most memory that the process ever held, in megabytes: median of several runs.
 * @param {string} node
 * @param {Arguments} args
 * @param {string} reporter See `writePeakReporter`.
 * @param {number} rounds
 */
export function peakMegabytes(node, args, reporter, rounds) {
  const peaks = Array.from({ length: rounds }, () => run(node, ['--import', pathToFileURL(reporter).href, ...args], ['ignore', 'pipe', 'pipe', 'pipe'])[3]);
  return median(peaks.map((peak) => Number(String(peak)) / 1024));
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}
