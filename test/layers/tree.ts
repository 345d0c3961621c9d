import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Scenario } from './scenarios.js';

/** Writes the files of a scenario below `root`. */
export function plant(root: string, { files, links = {}, folders = [] }: Pick<Scenario, 'files' | 'links' | 'folders'>): void {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), filled(text, root));
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(join(root, target), join(root, name), 'dir');
}

/** Paths stand in TOML keys, where a backslash is escaped. The folder `{{root}}/.` is the root itself. */
function filled(text: string, root: string): string {
  const written = JSON.stringify(root).slice(1, -1);
  const separator = JSON.stringify(join('a', 'b').slice(1, 2)).slice(1, -1);
  return text.replaceAll(/\{\{root\}\}([^"]*)/g, (_, rest: string) => written + rest.replace(/\/\.$/, '').replaceAll('/', separator));
}
