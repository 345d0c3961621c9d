import { describe, expect, it } from 'vitest';
import { readJsonc, readToml, type NativeRead } from '../../src/native/read.js';

function problemOf(read: NativeRead) {
  if (read.ok) throw new Error('not refused');
  const { kind, message, span, related } = read.problem;
  return { kind, message, at: `${String(span?.start.line)}:${String(span?.start.column)}`, first: related && `${String(related.span.start.line)}:${String(related.span.start.column)}` };
}

describe('TOML', () => {
  it('is read with exact integers, dates and every key', async () => {
    const read = await readToml('big = 9007199254740993\nday = 1979-05-27\n[__proto__]\nx = 1\n[a.constructor]\n');
    if (!read.ok) throw new Error(read.problem.message);
    const value = read.document.value as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['big', 'day', '__proto__', 'a']);
    expect(value['big']).toBe(9007199254740993n);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('knows where its entries stand', async () => {
    const read = await readToml('# c\n[a."b c"]\n  k = [1, "x"]\n[[r]]\n[[r]]\nz = {q = 1}\n');
    if (!read.ok) throw new Error(read.problem.message);
    const locate = await read.document.spans();
    const at = (path: (string | number)[], part: 'key' | 'value') => { const span = locate?.(path, part); return span && `${String(span.start.line)}:${String(span.start.column)}-${String(span.end.column)}`; };
    expect(at(['a', 'b c'], 'key')).toBe('2:4-9');
    expect(at(['a', 'b c', 'k'], 'value')).toBe('3:7-15');
    expect(at(['a', 'b c', 'k', 1], 'value')).toBe('3:11-14');
    expect(at(['r', 1, 'z', 'q'], 'key')).toBe('6:6-7');
    expect(at(['nowhere'], 'key')).toBeUndefined();
  });

  it.each<[string, string, string | undefined]>([
    ['a = 1\na = 2\n', '2:1', '1:1'],
    ['[a]\n[b]\n["a"]\n', '3:2', '1:2'],
    ['[a]\nb.c = 1\nb.c = 2\n', '3:3', '2:3'],
    ['a = 1\na.b = 2\n', '2:1', '1:1'],
    ['a = 1\n[a]\n', '2:2', '1:1'],
    ['x = { a = 1, b = 2, a = 3 }\n', '1:21', '1:7'],
    ['[s]\nx = [{ k = 1, "k" = 3 }]\n', '2:15', undefined],
    ['[[r]]\nk = 1\n[[r]]\nk = 1\nk = 2\n', '5:1', '4:1'],
    ['[m.s]\ntools = {}\n[m.s.tools.t]\nx = 1\n', '3:6', '2:1'],
  ])('names both places of a key that comes twice: %j', async (text, at, first) => {
    expect(problemOf(await readToml(text))).toMatchObject({ kind: 'duplicate-key', at, ...(first === undefined ? {} : { first }) });
  });

  it.each<[string, string, string]>([
    ['a = “x”\n', '1:5', 'U+201C (typographic quote)'],
    ['a = ‘x’\n', '1:5', 'U+2018 (typographic quote)'],
    ['a = 1\n\ufeffb = 2\n', '2:1', 'U+FEFF (byte order mark)'],
    ['a =\u00a01\n', '1:4', 'U+00A0 (special space)'],
    ['a\u200b = 1\n', '1:2', 'U+200B (invisible character)'],
    ['a = 1\rb = 2\n', '1:6', 'U+000D (carriage return without a line feed)'],
    ['a = "\u0007"\n', '1:6', 'U+0007 (control character)'],
    ['\0\0', '1:1', 'U+0000 (control character)'],
  ])('names the character that cannot stand there: %j', async (text, at, name) => {
    const problem = problemOf(await readToml(text));
    expect(problem).toMatchObject({ kind: 'syntax', at });
    expect(problem.message).toContain(name);
  });

  it('blames no character that stands in a string behind the fault', async () => {
    const problem = problemOf(await readToml('a = oops "it’s fine"\n'));
    expect(problem).toMatchObject({ kind: 'syntax', at: '1:5' });
    expect(problem.message).not.toContain('U+');
  });

  it('is a template when it holds template marks and does not parse', async () => {
    expect(problemOf(await readToml('a = {{ .x }}\n')).kind).toBe('template');
    expect(problemOf(await readToml('{% if x %}\n')).kind).toBe('template');
    expect((await readToml('a = "{{ .x }}" # {{ .y }}\n')).ok).toBe(true);
  });

  it('is refused when it is nested without end', async () => {
    expect(problemOf(await readToml(`a = ${'['.repeat(5000)}${']'.repeat(5000)}`)).kind).toBe('limit');
  });
});

describe('JSON', () => {
  it('is read with comments, trailing commas and every key', async () => {
    const read = await readJsonc('{ // c\n "__proto__": { "x": 1 }, "b": [1, null,], /* c */ }');
    if (!read.ok) throw new Error(read.problem.message);
    expect(Object.keys(read.document.value as object)).toEqual(['__proto__', 'b']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    const locate = await read.document.spans();
    expect(locate?.(['b', 1], 'value')?.start).toMatchObject({ line: 2, column: 36 });
  });

  it.each(['', ' \n', '// nothing yet\n', '/* a */ // b'])('without a value is an empty document: %j', async (text) => {
    expect(await readJsonc(text)).toMatchObject({ ok: true });
  });

  it.each<[string, string, string, string | undefined]>([
    ['{"a":1,"a":2}', 'duplicate-key', '1:8', '1:2'],
    ['{\n "x": {"a":1,\n"a":2}}', 'duplicate-key', '3:1', '2:8'],
    ['{"a":1 "b":2}', 'syntax', '1:8', undefined],
    ['{"a":“b”}', 'syntax', '1:6', undefined],
    ['{\ufeff"a":1}', 'syntax', '1:2', undefined],
    ['{"a":', 'syntax', '1:6', undefined],
    ['{"a":1}}', 'syntax', '1:8', undefined],
    ['/* {}', 'syntax', '1:1', undefined],
    ["{'a':1}", 'syntax', '1:2', undefined],
    ['{"a": {{ .x }} }', 'template', '1:8', undefined],
  ])('is refused with its place: %j', async (text, kind, at, first) => {
    expect(problemOf(await readJsonc(text))).toMatchObject({ kind, at, first });
  });

  it('is refused when it is nested without end', async () => {
    expect(problemOf(await readJsonc('['.repeat(100_000))).kind).toBe('limit');
  });
});
