import { describe, expect, it } from 'vitest';
import { editIn, type NativeEdit } from '../../src/native/edit.js';
import { jsonc } from '../../src/native/jsonc/language.js';
import type { Language } from '../../src/native/language.js';
import type { Step } from '../../src/native/splice.js';
import { toml } from '../../src/native/toml/language.js';

/** A language whose plans are wrong: what an editor with a fault would do. */
function faulty(language: Language, steps: readonly Step[]): Language {
  return { ...language, plan: () => Promise.resolve({ steps, markers: { blocks: [], lonely: [] } }) };
}

const swap = (start: number, end: number, content: string): Step => ({ kind: 'swap', range: [start, end], content });
const setA: readonly NativeEdit[] = [{ op: 'set', path: ['a'], value: 2 }];

describe('a plan that does not do what was intended', () => {
  it.each<[string, Language, string, readonly Step[]]>([
    ['does nothing', toml, 'a = 1\n', []],
    ['writes another value', toml, 'a = 1\n', [swap(4, 5, '3')]],
    ['writes no TOML', toml, 'a = 1\n', [swap(4, 5, '2 2')]],
    ['writes a key twice', toml, 'a = 1\n', [swap(0, 6, 'a = 2\na = 2\n')]],
    ['changes another entry as well', toml, 'a = 1\nb = 1\n', [swap(4, 5, '2'), swap(10, 11, '2')]],
    ['adds an entry', toml, 'a = 1\n', [swap(4, 5, '2\nb = 1')]],
    ['loses an empty table that nobody removed', toml, 'a = 1\n[b]\n', [swap(4, 9, '2')]],
    ['turns an integer into the number that is nearest to it', toml, 'a = 1\nb = 9007199254740993\n', [swap(4, 5, '2'), swap(10, 26, '9007199254740992.0')]],
    ['writes no JSON', jsonc, '{"a":1}', [swap(5, 6, '2,,')]],
    ['makes JSON with comments of plain JSON', jsonc, '{"a":1}', [swap(5, 6, '2 // two\n')]],
    ['makes JSON with trailing commas of plain JSON', jsonc, '{"a":1}', [swap(5, 6, '2,')]],
  ])('is thrown away when it %s', async (_what, language, text, steps) => {
    const edited = await editIn(faulty(language, steps), text, setA);
    expect(edited).toMatchObject({ ok: false, problem: { kind: 'verification-failed' } });
  });

  it('is thrown away when it drops a table with content beside one that may go', async () => {
    const remove: readonly NativeEdit[] = [{ op: 'remove', path: ['a', 'b'] }];
    const text = '[a.b]\nx = 1\n[a.c]\ny = 1\n';
    expect(await editIn(faulty(toml, [swap(0, text.length, '')]), text, remove)).toMatchObject({ ok: false, problem: { kind: 'verification-failed' } });
    expect(await editIn(faulty(toml, [swap(0, 12, '')]), text, remove)).toMatchObject({ ok: true });
  });

  it('is carried out when it does', async () => {
    expect(await editIn(faulty(toml, [swap(4, 5, '2')]), 'a = 1\n', setA)).toEqual({ ok: true, text: 'a = 2\n', splices: [{ offset: 4, length: 1, content: '2' }] });
    expect(await editIn(faulty(jsonc, [swap(5, 6, '2 // two\n')]), '{"a":1, }', setA)).toMatchObject({ ok: true });
  });
});
