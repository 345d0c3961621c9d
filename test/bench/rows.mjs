import { median, peakMegabytes, timeInTurns } from './measure.mjs';

/**
 * What is measured, and what counts as reached.
 * @typedef {object} Row
 * @property {string} what
 * @property {string} against
 * @property {number} value
 * @property {'x' | 'MB'} unit
 * @property {number} target The most that `value` may be.
 * @property {number} [subject] Milliseconds, median.
 * @property {number} [baseline] Milliseconds, median.
 */

/**
 * @typedef {object} Setting
 * @property {string} node
 * @property {string} output The file that takes what is printed.
 * @property {string} cwd
 * @property {string} bin
 * @property {string} reporter
 * @property {Readonly<Record<'json' | 'toml' | 'spawn' | 'repository', string>>} programs
 * @property {Readonly<Record<'small' | '1k' | '10k', Readonly<Record<'json' | 'toml', string>>>>} specs
 * @property {Readonly<Record<'small' | '1k', import('./projects.mjs').Project>>} projects
 * @property {string} repository A folder with 500 projects.
 * @property {string} launched A spec that needs no variables.
 * @property {string} client A program that does nothing.
 * @property {number} rounds How often short processes are timed; long ones less often.
 */

const parseTargets = { json: 5, toml: 1.6 };
const sizes = /** @type {const} */ (['1k', '10k']);
const formats = /** @type {const} */ (['json', 'toml']);
const commands = /** @type {const} */ (['render', 'fingerprint']);

/**
 * All rows, each measured when it is asked for.
 * @param {Setting} setting
 * @returns {readonly { readonly name: string, readonly measure: () => Row }[]}
 */
export function rowsOf(setting) {
  const large = sizes.flatMap((size) => formats.flatMap((format) => commands.map((command) => parseRow(setting, size, format, command))));
  const growth = formats.map((format) => growthRow(setting, format));
  const peaks = formats.flatMap((format) => [peakRow(setting, '1k', format, 100), peakRow(setting, '10k', format, 220)]);
  return [
    startRow(setting, 'mcpolicy --version', [setting.bin, '--version'], 1.6),
    startRow(setting, 'render codex, small TOML', commandLine(setting, 'render', setting.specs.small.toml), 2),
    startRow(setting, 'render codex, small JSON', commandLine(setting, 'render', setting.specs.small.json), 2),
    startRow(setting, 'apply codex, nothing to do', [setting.bin, 'apply', 'codex', '--spec', setting.projects.small.spec], 2.5),
    launchRow(setting),
    ...large,
    checkRow(setting),
    repositoryRow(setting),
    ...growth,
    ...peaks,
  ];
}

/**
 * @param {Setting} setting
 * @param {'render' | 'fingerprint'} command
 * @param {string} spec
 */
function commandLine(setting, command, spec) {
  return [setting.bin, ...(command === 'render' ? ['render', 'codex'] : ['fingerprint']), '--spec', spec];
}

/**
 * @param {Setting} setting
 * @param {string} name
 * @param {readonly string[]} args
 * @param {number} target
 */
function startRow(setting, name, args, target) {
  return { name, measure: () => ({ what: name, against: 'node -e 0', unit: /** @type {const} */ ('x'), target, ...ratio(setting, args, ['-e', '0'], setting.rounds) }) };
}

/**
 * @param {Setting} setting
 * @param {'1k' | '10k'} size
 * @param {'json' | 'toml'} format
 * @param {'render' | 'fingerprint'} command
 */
function parseRow(setting, size, format, command) {
  const name = `${command === 'render' ? 'render codex' : 'fingerprint'}, ${size} x 20 ${format.toUpperCase()}`;
  const spec = setting.specs[size][format];
  const against = format === 'json' ? 'JSON.parse alone' : 'smol-toml alone';
  const rounds = roundsOf(setting, size);
  return { name, measure: () => ({ what: name, against, unit: /** @type {const} */ ('x'), target: parseTargets[format], ...ratio(setting, commandLine(setting, command, spec), [setting.programs[format], spec], rounds) }) };
}

/**
 * What `launch` takes beyond a program that starts the same child, in starts of a bare Node.
 * @param {Setting} setting
 */
function launchRow(setting) {
  const name = 'launch codex, what it adds';
  const child = [setting.client, 'app-server'];
  const launch = [setting.bin, 'launch', 'codex', '--spec', setting.launched, '--client-version', '0.171.0', '--', ...child];
  const measure = () => {
    const [bare = [], starts = [], launches = []] = timeInTurns(setting, [['-e', '0'], [setting.programs.spawn, ...child], launch], setting.rounds);
    const added = launches.map((taken, index) => taken - (starts[index] ?? NaN));
    return { what: name, against: 'node -e 0', unit: /** @type {const} */ ('x'), target: 1.5, value: median(added.map((taken, index) => taken / (bare[index] ?? NaN))), subject: median(added), baseline: median(bare) };
  };
  return { name, measure };
}

/** @param {Setting} setting */
function checkRow(setting) {
  const name = 'check, 1k x 20 TOML';
  const { spec, config } = setting.projects['1k'];
  return { name, measure: () => ({ what: name, against: 'smol-toml alone', unit: /** @type {const} */ ('x'), target: 3, ...ratio(setting, [setting.bin, 'check', '--spec', spec], [setting.programs.toml, config], roundsOf(setting, '1k')) }) };
}

/** @param {Setting} setting */
function repositoryRow(setting) {
  const name = 'check --all, 500 specs';
  const inside = { ...setting, cwd: setting.repository };
  return { name, measure: () => ({ what: name, against: 'reading, parsing', unit: /** @type {const} */ ('x'), target: 2, ...ratio(inside, [setting.bin, 'check', '--all'], [setting.programs.repository], roundsOf(setting, '1k')) }) };
}

/**
 * Time of 10,000 servers by time of 1,000, the time of a small spec taken off both.
 * @param {Setting} setting
 * @param {'json' | 'toml'} format
 */
function growthRow(setting, format) {
  const name = `growth of render codex, ${format.toUpperCase()}`;
  const measure = () => {
    const runs = [setting.specs.small, setting.specs['1k'], setting.specs['10k']].map((spec) => commandLine(setting, 'render', spec[format]));
    const [small = 0, thousand = 0, tenThousand = 0] = timeInTurns(setting, runs, roundsOf(setting, '10k')).map(median);
    return { what: name, against: '1k, beyond start-up', unit: /** @type {const} */ ('x'), target: 11, value: (tenThousand - small) / (thousand - small), subject: tenThousand - small, baseline: thousand - small };
  };
  return { name, measure };
}

/**
 * @param {Setting} setting
 * @param {'1k' | '10k'} size
 * @param {'json' | 'toml'} format
 * @param {number} target
 */
function peakRow(setting, size, format, target) {
  const name = `peak memory, render codex, ${size} x 20 ${format.toUpperCase()}`;
  const args = commandLine(setting, 'render', setting.specs[size][format]);
  return { name, measure: () => ({ what: name, against: '', unit: /** @type {const} */ ('MB'), target, value: peakMegabytes(setting, args, setting.reporter, Math.ceil(setting.rounds / 5)) }) };
}

/**
 * @param {Setting} setting
 * @param {'1k' | '10k'} size
 */
function roundsOf(setting, size) {
  return Math.ceil(setting.rounds / (size === '1k' ? 2 : 4));
}

/**
 * The median of the ratios of pairs, not the ratio of medians: the two of a pair ran one after the other.
 * @param {Setting} setting
 * @param {readonly string[]} subject
 * @param {readonly string[]} baseline
 * @param {number} rounds
 */
function ratio(setting, subject, baseline, rounds) {
  const [baselines = [], subjects = []] = timeInTurns(setting, [baseline, subject], rounds);
  return { value: median(subjects.map((taken, index) => taken / (baselines[index] ?? NaN))), subject: median(subjects), baseline: median(baselines) };
}
