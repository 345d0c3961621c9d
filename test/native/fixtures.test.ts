import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editJsonc, editToml, type NativeEdit } from '../../src/native/edit.js';
import { decodeText, encodeText } from '../../src/native/text.js';
import { faultOfSplices } from './oracle.js';

/** A case is a folder: `before`, `edits.json`, and `after` or `problem.json`. Adding one needs no test code. */
const root = fileURLToPath(new URL('../../fixtures/native/', import.meta.url));
const editors = { toml: editToml, json: editJsonc };

interface ExpectedProblem {
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  readonly message?: string;
  readonly related?: { readonly line: number; readonly column: number };
}

describe.each(['toml', 'json'] as const)('%s', (language) => {
  const editor = editors[language];
  const folder = (name: string) => join(root, language, name);
  const names = readdirSync(join(root, language));
  const text = (name: string, file: string) => {
    const decoded = decodeText(readFileSync(join(folder(name), file)));
    if (!decoded.ok) throw new Error(decoded.problem.message);
    return decoded;
  };
  const edits = (name: string) => JSON.parse(readFileSync(join(folder(name), 'edits.json'), 'utf8')) as NativeEdit[];
  const isRefused = (name: string) => existsSync(join(folder(name), 'problem.json'));

  it('has cases', () => {
    expect(names.filter(isRefused).length).toBeGreaterThan(5);
    expect(names.filter((name) => !isRefused(name)).length).toBeGreaterThan(15);
  });

  it.each(names.filter((name) => !isRefused(name)))('%s', async (name) => {
    const before = text(name, `before.${language}`);
    const edited = await editor(before.text, edits(name));
    if (!edited.ok) throw new Error(edited.problem.message);
    const after = readFileSync(join(folder(name), `after.${language}`));
    expect(edited.text).toBe(text(name, `after.${language}`).text);
    expect(Buffer.compare(encodeText(edited.text, before.bom), after)).toBe(0);
    expect(faultOfSplices(before.text, edited.text, edited.splices)).toBeUndefined();
    expect(await editor(edited.text, edits(name))).toEqual({ ok: true, text: edited.text, splices: [] });
  });

  it.each(names.filter(isRefused))('%s', async (name) => {
    const edited = await editor(text(name, `before.${language}`).text, edits(name));
    if (edited.ok) throw new Error('not refused');
    const { kind, span, related, message, fix } = edited.problem;
    const expected = JSON.parse(readFileSync(join(folder(name), 'problem.json'), 'utf8')) as ExpectedProblem;
    expect({ kind, line: span?.start.line, column: span?.start.column }).toEqual({ kind: expected.kind, line: expected.line, column: expected.column });
    expect(related && { line: related.span.start.line, column: related.span.start.column }).toEqual(expected.related);
    expect(message).toContain(expected.message ?? '');
    expect(fix).not.toBe('');
  });
});
