import type { NativeEdit } from '../../src/native/edit.js';
import type { NativeValue } from '../../src/native/value.js';
import { Random } from './random.js';
import { serverNames, toolNames } from './toml-documents.js';

/** Generates edits of the kinds that drivers make, and some that no driver makes. */
export function editsFor(seed: number, root = 'mcp_servers'): readonly NativeEdit[] {
  const random = new Random(seed ^ 0x5bd1e995);
  const edits = Array.from({ length: 1 + random.below(4) }, () => oneEdit(random, root));
  return edits.filter((edit, index) => !edits.slice(0, index).some((earlier) => contradicts(earlier, edit)));
}

/** One of the two takes back what the other one does, so that doing both twice is not the same as doing both once. */
function contradicts(a: NativeEdit, b: NativeEdit): boolean {
  const isWithin = a.path.every((key, index) => b.path[index] === key) || b.path.every((key, index) => a.path[index] === key);
  return isWithin && (a.op !== b.op || a.path.length !== b.path.length);
}

function oneEdit(random: Random, root: string): NativeEdit {
  const server = random.pick(serverNames);
  const tool = random.pick(toolNames);
  const mode = random.pick(['approve', 'prompt']);
  const kinds: readonly (() => NativeEdit)[] = [
    () => ({ op: 'set', path: [root, server, 'tools', tool, 'approval_mode'], value: mode }),
    () => ({ op: 'set', path: [root, server, 'tools', tool, 'approval_mode'], value: mode }),
    () => ({ op: 'remove', path: [root, server, 'tools', tool] }),
    () => ({ op: 'remove', path: [root, server, 'tools', tool] }),
    () => ({ op: 'remove', path: [root, server, 'tools', tool, 'approval_mode'] }),
    () => ({ op: 'remove', path: [root, server] }),
    () => ({ op: 'remove', path: [root, server, random.pick(['tools', 'env', 'command', 'args', 'last'])] }),
    () => ({ op: 'set', path: [root, server, random.pick(['command', 'url', 'startup_timeout_sec', 'args', 'env', 'tools'])], value: someValue(random) }),
    () => ({ op: 'set', path: [root, server, 'env', 'REGION'], value: random.pick(['eu', 'us']) }),
    () => ({ op: 'set', path: [root, server], value: { command: 'new', args: ['-y'], tools: { [tool]: { approval_mode: mode } } } }),
    () => ({ op: 'set', path: [random.pick(['model', 'note', 'brand_new', 'list'])], value: someValue(random) }),
    () => ({ op: 'remove', path: [random.pick(['model', 'note', 'tui', 'rule', 'projects', root])] }),
    () => ({ op: 'include', path: [root, server, random.pick(['enabled_tools', 'args'])], value: random.pick(['search', '-y', 'fresh']) }),
    () => ({ op: 'exclude', path: [root, server, random.pick(['enabled_tools', 'args'])], value: random.pick(['search', '-y', 'acme@1.4.0']) }),
    () => ({ op: 'include', path: ['rule'], value: { toolName: random.pick(['t0', 'fresh']) } }),
    () => ({ op: 'exclude', path: ['rule'], value: { toolName: 't0' } }),
  ];
  return random.pick(kinds)();
}

function someValue(random: Random): NativeValue {
  return random.pick<NativeValue>(['text', 'C:\\Users\\x', 'q"\'\u007f\n', 12, 0.5, 1e21, 2 ** 60, 10n ** 18n, false, ['a', 'b'], [], [{ a: 1 }], { a: 1, b: { c: [true] } }, {}]);
}
