/**
 * @typedef {object} Machine
 * @property {string} node
 * @property {string} platform
 * @property {string} cpu
 * @property {string} date
 */

/**
 * A Markdown table, ready for docs/performance.md.
 * @param {Machine} machine
 * @param {readonly import('./rows.mjs').Row[]} rows
 */
export function reportText(machine, rows) {
  const cells = [
    ['what', 'against', 'baseline', 'subject', 'measured', 'target', 'holds'],
    ...rows.map((row) => [row.what, row.against, milliseconds(row.baseline), milliseconds(row.subject), figure(row.value, row.unit), `<= ${figure(row.target, row.unit)}`, row.value <= row.target ? 'yes' : 'NO']),
  ];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const [head = '', ...body] = cells.map((line) => `| ${line.map((cell, column) => (column > 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`);
  const rule = `|${widths.map((width, column) => (column > 1 ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [`Node ${machine.node}, ${machine.platform}, ${machine.cpu}, ${machine.date}`, '', head, rule, ...body, ''].join('\n');
}

/**
 * @param {Machine} machine
 * @param {readonly import('./rows.mjs').Row[]} rows
 */
export function reportJson(machine, rows) {
  return `${JSON.stringify({ machine, rows: rows.map((row) => ({ ...row, holds: row.value <= row.target })) }, null, 2)}\n`;
}

/** @param {number | undefined} value */
function milliseconds(value) {
  return value === undefined ? '' : `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

/**
 * @param {number} value
 * @param {'x' | 'MB'} unit
 */
function figure(value, unit) {
  return unit === 'x' ? `${value.toFixed(2)}x` : `${value.toFixed(0)} MB`;
}
