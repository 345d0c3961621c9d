import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generators } from './generators.js';
import { partsOf, printPart, type Part } from './page.js';
import { runBlock, type Shell } from './shell.js';

/** The page as it must be: generators run, files copied from `fixtures/`, commands run in a scratch folder with the page's files. */
export async function refresh(page: string, root: string): Promise<string> {
  const shell: Shell = { folder: await mkdtemp(join(tmpdir(), 'mcpolicy-docs-')), exit: 0 };
  try {
    let text = '';
    for (const part of partsOf(page)) text += printPart(await refreshPart(part, shell, root));
    return text;
  } finally {
    await rm(shell.folder, { recursive: true, force: true });
  }
}

async function refreshPart(part: Part, shell: Shell, root: string): Promise<Part> {
  switch (part.kind) {
    case 'text':
      return part;
    case 'generated':
      return { ...part, body: await generate(part.name) };
    case 'console':
      return { ...part, body: await runBlock(part.body, shell) };
    case 'file':
      return placeFile(part, shell, root);
  }
}

async function generate(name: string): Promise<string> {
  const generator = generators.get(name);
  if (generator === undefined) throw new Error(`no generator is called ${name}`);
  return generator();
}

/** A file whose name starts with `fixtures/` is the shipped one; any other is the page's own. */
async function placeFile(part: Part & { kind: 'file' }, shell: Shell, root: string): Promise<Part> {
  const body = part.file.startsWith('fixtures/') ? await readFile(join(root, part.file), 'utf8') : part.body;
  const target = join(shell.folder, part.file);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, body);
  return { ...part, body };
}
