import { describe, expect, it } from 'vitest';
import type { Entry, ExactDriver } from '../../src/driver.js';
import { loadDriver } from '../../src/drivers/registry.js';
import type { NormalizedPolicy } from '../../src/model.js';
import { printJson } from '../../src/render/json.js';
import { render } from '../../src/render/render.js';
import { saysExactly, TomlPrinter } from '../../src/render/toml.js';
import { sameValue, valueOf } from '../../src/render/value-of.js';

const codex = (await loadDriver('codex')) as ExactDriver;
const set = (path: readonly string[], value: Entry['value'] = 'x'): Entry => ({ part: 'config', op: 'set', path, value });
const include = (path: readonly string[], value: Entry['value']): Entry => ({ part: 'config', op: 'include', path, value });
const serverOf = (name: string) => ({ name, enabled: true, required: false, disabledTools: [], tools: [] });
const policy: NormalizedPolicy = { servers: [serverOf('a'), serverOf('b')], targets: [] };

/** Renders what a driver would project that is wrong about its own entries. */
function renderAs(format: ExactDriver['parts'][number]['format'], project: ExactDriver['project']) {
  const driver: ExactDriver = { ...codex, parts: [{ id: 'config', title: 'config', format }], project };
  return render(driver, policy, { policyOnly: false });
}

const misprint = { ok: false, faults: [expect.objectContaining({ code: 'MCP902', subject: { driver: 'codex' } })] };

describe('what does not read back as it was meant is MCP902', () => {
  it('in TOML: a table that comes twice', () => {
    expect(renderAs('toml', () => [set(['servers', 'same', 'key'])])).toEqual(misprint);
  });

  it('in TOML: tables that overlap in the whole document', () => {
    expect(renderAs('toml', (server) => (server.name === 'a' ? [set(['servers', 'tools'], 'text')] : [set(['servers', 'tools', 'x', 'mode'])]))).toEqual(misprint);
  });

  it.each<[string, readonly Entry[]]>([
    ['a key that comes twice', [set(['a', 'b']), set(['a', 'b'])]],
    ['a key in no table', [set(['a'])]],
    ['an element that is no table', [include(['a'], 'text')]],
    ['a value that TOML prints as a table of its own', [set(['a', 'b'], { c: 'd' })]],
    ['half a character in a value', [set(['a', 'b'], '\ud800')]],
    ['half a character in a key', [set(['a', '\ud800'])]],
    ['half a character in a header', [set(['\ud800', 'b'])]],
  ])('in TOML: %s', (_what, entries) => {
    expect(renderAs('toml', (server) => (server.name === 'a' ? entries : []))).toEqual(misprint);
  });

  it('in arguments: one that would need quoting', () => {
    expect(renderAs('args', () => [set(['x'], 'two words')])).toEqual(misprint);
    expect(renderAs('args', () => [set(['x'], '')])).toEqual(misprint);
    expect(renderAs('args', (server) => [set(['x'], `--allow=${server.name}(t)`)])).toMatchObject({ ok: true, value: [{ pieces: ['--allow=a(t)\n', '--allow=b(t)\n'] }] });
  });
});

describe('entries', () => {
  it('that set one key twice, or go through a value, are a bug', () => {
    expect(() => valueOf([set(['a']), set(['a'])])).toThrow('two entries set one key');
    expect(() => valueOf([set(['a']), set(['a', 'b'])])).toThrow('no table');
  });

  it('that include values add up to one list', () => {
    const value = valueOf([include(['a', 'list'], 'x'), include(['a', 'list'], 'y')]);
    expect(JSON.stringify(value)).toBe('{"a":{"list":["x","y"]}}');
  });

  it('that include tables become elements of an array of tables', () => {
    const entries = [set(['top', 'key']), include(['rule'], { tool: 'a' }), include(['rule'], { tool: 'b', list: ['x'] }), set(['top2', 'key'])];
    const printed = new TomlPrinter().print(entries);
    expect(printed).toEqual({ ok: true, text: '[top]\nkey = "x"\n\n[[rule]]\ntool = "a"\n\n[[rule]]\ntool = "b"\nlist = [ "x" ]\n\n[top2]\nkey = "x"\n' });
    expect(printed.ok && saysExactly(printed.text, entries)).toBe(true);
  });

  it('print as JSON with any key', () => {
    const printed = printJson([set(['__proto__', 'constructor'], ['a', true, 1])]);
    expect(printed).toEqual({ ok: true, text: '{\n  "__proto__": {\n    "constructor": [\n      "a",\n      true,\n      1\n    ]\n  }\n}\n' });
  });
});

describe('equality of documents', () => {
  it('goes by own keys, whatever the prototype and order', () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1, b: ['x', { c: true }] });
    expect(sameValue(bare, { b: ['x', { c: true }], a: 1 })).toBe(true);
    expect(sameValue(JSON.parse('{"__proto__":1}'), {})).toBe(false);
    expect(sameValue({}, JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(sameValue({ toString: 1 }, { constructor: 1 })).toBe(false);
  });

  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [['a'], { 0: 'a' }],
    [{ 0: 'a' }, ['a']],
    [['a', 'b'], ['b', 'a']],
    [null, {}],
    [{}, null],
    ['1', 1],
    [undefined, null],
    [{ a: undefined }, {}],
    [{ a: { b: [1] } }, { a: { b: [2] } }],
  ])('tells %j from %j', (a, b) => {
    expect(sameValue(a, b)).toBe(false);
  });
});
