import { describe, expect, it } from 'vitest';
import type { Diagnostic, Place } from '../../src/diagnostics.js';
import type { SourceText, SpecFormat } from '../../src/model.js';
import { locate } from '../../src/spec/locate.js';

const sources: readonly SourceText[] = [
  { file: 'a.toml', format: 'toml', text: 'version = 1\n[mcpServers.docs]\ncommand = "x"\n' },
  { file: 'b.json', format: 'json', text: '{\n "version": 1,\n "mcpServers": {}\n}' },
];

async function startOf(at: Place) {
  const [located] = await locate([{ code: 'MCP203', message: 'm', at }], sources);
  const { span, ...rest } = located?.at ?? at;
  return span === undefined ? rest : { ...rest, start: [span.start.line, span.start.column] };
}

describe('places of diagnostics', () => {
  const docs = ['mcpServers', 'docs', 'command'];

  it('are found by path, key or value', async () => {
    expect(await startOf({ file: 'a.toml', path: docs, part: 'key' })).toEqual({ file: 'a.toml', path: docs, part: 'key', start: [3, 1] });
    expect(await startOf({ file: 'a.toml', path: docs, part: 'value' })).toEqual({ file: 'a.toml', path: docs, part: 'value', start: [3, 11] });
    expect(await startOf({ file: 'a.toml', path: docs })).toEqual({ file: 'a.toml', path: docs, start: [3, 11] });
    expect(await startOf({ file: 'b.json', path: ['version'], part: 'value' })).toEqual({ file: 'b.json', path: ['version'], part: 'value', start: [2, 13] });
  });

  it('are the key of the nearest entry that is there', async () => {
    const path = ['mcpServers', 'docs', 'tools', 'search'];
    expect(await startOf({ file: 'a.toml', path, part: 'value' })).toEqual({ file: 'a.toml', path, part: 'key', start: [2, 13] });
    expect(await startOf({ file: 'b.json', path, part: 'value' })).toEqual({ file: 'b.json', path, part: 'key', start: [3, 2] });
  });

  it('are left as they are without a path, with a span, or in a file that was not read', async () => {
    const span = { start: { line: 7, column: 7, offset: 7 }, end: { line: 7, column: 8, offset: 8 } };
    for (const at of [{ file: 'a.toml' }, { file: 'a.toml', span }, { file: 'a.toml', path: docs, span }, { file: 'c.toml', path: docs }]) {
      expect(await locate([{ code: 'MCP203', message: 'm', at }], sources)).toStrictEqual([{ code: 'MCP203', message: 'm', at }]);
    }
    const placeless: Diagnostic = { code: 'MCP203', message: 'm' };
    expect(await locate([placeless], sources)).toStrictEqual([placeless]);
  });

  it('are found for what is related, too', async () => {
    const related = [{ message: 'first', at: { file: 'b.json', path: ['version'], part: 'key' as const } }];
    const [located] = await locate([{ code: 'MCP207', message: 'm', related }], sources);
    expect(located).not.toHaveProperty('at');
    expect(located?.related).toMatchObject([{ message: 'first', at: { file: 'b.json', path: ['version'], part: 'key', span: { start: { line: 2, column: 2 } } } }]);
  });

  it('need no reading of files that nothing points at', async () => {
    const broken: SourceText = { file: 'broken', format: 'none' as SpecFormat, text: '' };
    const span = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };
    const pointing = (at: Place) => locate([{ code: 'MCP203', message: 'm', at }], [...sources, broken]);
    await expect(pointing({ file: 'broken', path: docs })).rejects.toThrow();
    for (const at of [{ file: 'broken' }, { file: 'broken', path: docs, span }, { file: 'a.toml', path: docs }]) await pointing(at);
  });
});
