import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { editJsonc, editToml, type Edited, type NativeEdit } from '../../src/native/edit.js';
import type { NativeValue } from '../../src/native/value.js';

function textOf(edited: Edited): string {
  if (!edited.ok) throw new Error(edited.problem.message);
  return edited.text;
}

function kindOf(edited: Edited): string {
  return edited.ok ? 'edited' : edited.problem.kind;
}

const set = (path: string[], value: NativeValue): NativeEdit => ({ op: 'set', path, value });

describe('values', () => {
  it.each<[string, NativeValue, string]>([
    ['text', 'a', '"a"'],
    ['text with quotes, controls and DEL', 'a"\n\t\u0000\u007f', '"a\\"\\n\\t\\u0000\\u007f"'],
    ['a Windows path', 'C:\\x', "'C:\\x'"],
    ['a Windows path with a quote', "C:\\it's", '"C:\\\\it\'s"'],
    ['a whole number', 30, '30'],
    ['a fraction', 0.5, '0.5'],
    ['minus zero', -0, '0'],
    ['a number beyond 2^53', 2 ** 60, '1152921504606847000.0'],
    ['a very large number', 1e300, '1e+300'],
    ['infinity', -Infinity, '-inf'],
    ['no number', NaN, 'nan'],
    ['an exact integer', 2n ** 63n - 1n, '9223372036854775807'],
    ['a truth value', false, 'false'],
    ['a list', ['a', [1], { b: 2 }], '["a", [1], { b = 2 }]'],
    ['an empty list', [], '[]'],
  ])('%s: are written so that they read back the same', async (_what, value, spelling) => {
    const text = textOf(await editToml('', [set(['k'], value)]));
    expect(text).toBe(`k = ${spelling}\n`);
    expect((await editToml(text, [set(['k'], value)]))).toMatchObject({ splices: [] });
    expect(parse(text, { integersAsBigInt: 'asNeeded' })).toHaveProperty('k');
  });

  it.each<[string, NativeValue]>([['half of a surrogate pair', '\ud800'], ['a key like that', { '\udfff': 1 }], ['a deep one', [[{ a: '\ud800' }]]], ['an integer of 65 bits', 2n ** 63n]])('that TOML cannot hold are refused: %s', async (_what, value) => {
    expect(kindOf(await editToml('', [set(['k'], value)]))).toBe('unsupported-shape');
  });

  it('are refused as keys of the path as well', async () => {
    expect(kindOf(await editToml('', [set(['\ud800'], 1)]))).toBe('unsupported-shape');
  });

  it.each<[string, NativeValue]>([['NaN', NaN], ['infinity', [Infinity]]])('that JSON cannot hold are refused: %s', async (_what, value) => {
    expect(kindOf(await editJsonc('', [set(['k'], value)]))).toBe('unsupported-shape');
  });

  it('are compared, not spelt: an equal one changes nothing', async () => {
    const text = "a = 0x1F\nb = 30.0\nc = 'x'\nd = 1_000\n";
    expect(await editToml(text, [set(['a'], 31), set(['b'], 30), set(['c'], 'x'), set(['d'], 1000n)])).toEqual({ ok: true, text, splices: [] });
  });
});

describe('edits', () => {
  it('need a path', async () => {
    expect(kindOf(await editToml('a = 1\n', [set([], 1)]))).toBe('unsupported-shape');
  });

  it('that are no edits change nothing', async () => {
    const text = 'a = 1\n[b]\n';
    const edits: NativeEdit[] = [{ op: 'remove', path: ['x'] }, { op: 'remove', path: ['a', 'x'] }, { op: 'remove', path: ['b', 'c', 'd'] }, { op: 'exclude', path: ['x'], value: 1 }, { op: 'exclude', path: ['a', 'x'], value: 1 }];
    expect(await editToml(text, edits)).toEqual({ ok: true, text, splices: [] });
    expect(await editToml(text, [])).toEqual({ ok: true, text, splices: [] });
  });

  it('take effect in their order', async () => {
    expect(textOf(await editToml('a = 1\n', [{ op: 'remove', path: ['a'] }, set(['a'], 2), set(['b'], 1), { op: 'remove', path: ['b'] }]))).toBe('a = 2\n');
  });

  it('do not touch the values they were given', async () => {
    const value = { list: ['a'] };
    await editToml('', [set(['k'], value), { op: 'include', path: ['k', 'list'], value: 'b' }]);
    expect(value).toEqual({ list: ['a'] });
  });

  it('count offsets behind a byte order mark', async () => {
    const edited = await editToml('\ufeffa = 1\n', [set(['a'], 2)]);
    expect(edited).toEqual({ ok: true, text: '\ufeffa = 2\n', splices: [{ offset: 5, length: 1, content: '2' }] });
    expect(await editJsonc('\ufeff{"a":1}', [set(['a'], 2)])).toEqual({ ok: true, text: '\ufeff{"a":2}', splices: [{ offset: 6, length: 1, content: '2' }] });
  });
});

describe('texts that cannot be edited safely', () => {
  it('are refused when they are too long, unless nothing has to change', async () => {
    const text = `# ${'x'.repeat(4 * 1024 * 1024)}\na = 1\n`;
    expect(kindOf(await editToml(text, [set(['a'], 2)]))).toBe('limit');
    expect(kindOf(await editToml(text, [set(['a'], 1)]))).toBe('edited');
  });

  it('are refused when one string is too long for the parser with positions', async () => {
    expect(kindOf(await editToml(`a = "${'x'.repeat(600_000)}"\nb = 1\n`, [set(['b'], 2)]))).toBe('unsupported-shape');
  });
});

describe('long documents', () => {
  it('take time that grows with their length, not with its square', { timeout: 60_000 }, async () => {
    const tables = (servers: number) => Array.from({ length: servers }, (_, server) => `[mcp_servers.s${String(server)}]\ncommand = "c"\n\n${Array.from({ length: 20 }, (_tool, tool) => `[mcp_servers.s${String(server)}.tools.t${String(tool)}]\napproval_mode = "approve"\n\n`).join('')}`).join('');
    const edits = (servers: number) => Array.from({ length: servers }, (_, server) => set(['mcp_servers', `s${String(server)}`, 'tools', 'new', 'approval_mode'], 'prompt'));
    const time = async (servers: number) => {
      const text = tables(servers);
      const start = performance.now();
      expect(kindOf(await editToml(text, edits(servers)))).toBe('edited');
      return performance.now() - start;
    };
    const best = async (servers: number) => Math.min(await time(servers), await time(servers), await time(servers));
    const short = await best(50);
    const long = await best(400);
    expect(long / short).toBeLessThan(8 * 5);
  });
});
