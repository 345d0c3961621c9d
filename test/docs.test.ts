import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { partsOf, printPart } from './docs/page.js';
import { pictures } from './docs/pictures.js';
import { refresh } from './docs/refresh.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`)];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');

describe.each(pages)('%s', (page) => {
  it('shows what the product prints now (npm run docs)', async () => {
    await expect(await refresh(textOf(page), root)).toMatchFileSnapshot(join(root, page));
  });

  it('links to files and headings that exist', () => {
    expect(brokenLinks(page)).toEqual([]);
  });
});

describe('pictures', () => {
  it.each([...pictures])('%s shows what the product prints now (npm run docs)', async (file, draw) => {
    await expect(await draw(root)).toMatchFileSnapshot(join(root, file));
  });
});

describe('README.md', () => {
  it('has 120 to 150 lines', () => {
    const lines = textOf('README.md').trimEnd().split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(120);
    expect(lines).toBeLessThanOrEqual(150);
  });

  it('sets up with two commands, which .ci/run runs as they stand', () => {
    const setUp = /```sh\n([^]*?)```/.exec(textOf('README.md'))?.[1]?.trim().split('\n') ?? [];
    expect(setUp).toHaveLength(2);
    expect(setUp.filter((command) => !textOf('.ci/run').includes(command))).toEqual([]);
  });
});

describe('pages as parts', () => {
  const page = 'Text.\n\n<!-- generated:codes -->\n```sh\nx\n```\n<!-- /generated -->\n```toml a.toml\nversion = 1\n```\n\n```console\n$ mcpolicy explain MCP301\n```\n```sh\nnpm ci\n```\n';

  it('are the page again when they are printed', () => {
    for (const text of [page, ...pages.map(textOf)]) expect(partsOf(text).map(printPart).join('')).toBe(text);
  });

  it('are told apart by their fences and markers', () => {
    expect(partsOf(page).filter((part) => part.kind !== 'text')).toEqual([
      { kind: 'generated', name: 'codes', body: '```sh\nx\n```\n' },
      { kind: 'file', language: 'toml', file: 'a.toml', body: 'version = 1\n' },
      { kind: 'console', body: '$ mcpolicy explain MCP301\n' },
    ]);
  });

  it.each([
    ['an output that is no longer printed', '```console\n$ mcpolicy --version\nold\n```\n'],
    ['a stale generated part', '<!-- generated:scopes -->\nold\n<!-- /generated -->\n'],
    ['a stale copy of a shipped file', '```toml fixtures/example/mcpolicy.toml\nold\n```\n'],
  ])('change when there is %s', async (_what, text) => {
    expect(await refresh(text, root)).not.toBe(text);
  });

  it.each([
    ['a command that no test runs', '```console\n$ rm -rf x\n```\n'],
    ['a console block without a command', '```console\nnothing\n```\n'],
    ['an unknown generator', '<!-- generated:nothing -->\n<!-- /generated -->\n'],
  ])('are refused for %s', async (_what, text) => {
    await expect(refresh(text, root)).rejects.toThrow();
  });
});

/** The relative links of a page that lead to no file, or to no heading of it. */
function brokenLinks(page: string): readonly string[] {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  return links.flatMap(([, file = '', heading]) => {
    const target = file === '' ? page : join(dirname(page), file);
    if (!existsSync(join(root, target))) return [file];
    return heading === undefined || headingsOf(target).includes(heading) ? [] : [`${file}#${heading}`];
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}
