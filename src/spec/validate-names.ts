import { compareNames } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { looksSecret } from '../secrets.js';
import { child, fault, own, sound, wrongType, type Checked, type Node, type Table } from './checked.js';
import { nameFault, trimName } from './names.js';

/** A name of a server, tool or scope at `node`: trimmed (with a note), and exact. */
export function checkName(text: string, node: Node, what: string, part: 'key' | 'value'): Checked<string> {
  const name = trimName(text);
  const why = nameFault(name);
  if (why !== undefined) return { value: name, faults: [fault('MCP205', node, `${what} ${quote(text)} ${why.message}`, why.fix, part)] };
  if (isToken(name)) return { value: name, faults: [fault('MCP210', node, `the name of a ${what} looks like a credential`, 'Write the name that the server lists; a credential belongs into an environment variable.', part)] };
  if (name.length !== text.length) return { value: name, faults: [fault('MCP220', node, `${what} ${quote(text)} is read as ${quote(name)}`, undefined, part)] };
  return { value: name, faults: noDiagnostics };
}

/** Few names have a digit and the length of a token; only those are looked at closer. */
function isToken(name: string): boolean {
  return name.length >= 12 && /[0-9]/.test(name) && looksSecret(name);
}

const plain = /^[A-Za-z0-9_-]+$/;

/** Whether there is nothing to say about a name, at a glance. */
export function isPlainName(name: string): boolean {
  return plain.test(name) && !isToken(name);
}

/** An optional list of names, sorted and without repetitions. */
export function checkNames(table: Table, key: string, node: Node, what: string): Checked<readonly string[] | undefined> {
  const value = own(table, key);
  if (value === undefined) return sound(undefined);
  const place = child(node, key);
  if (!Array.isArray(value)) return { value: undefined, faults: [wrongType(place, key, 'a list of names', value)] };
  const checked = value.map((item: unknown, index) => checkItem(item, child(place, index), `${what} ${String(index + 1)}`, what));
  const names = new Set(checked.map((item) => item.value));
  return { value: [...names].sort(compareNames), faults: checked.flatMap((item) => item.faults) };
}

function checkItem(item: unknown, node: Node, label: string, what: string): Checked<string> {
  return typeof item === 'string' ? checkName(item, node, what, 'value') : { value: '', faults: [wrongType(node, label, 'a string', item)] };
}
