import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The command line bundled from the sources as they are now, for tests that need a process of its own: a `dist/` that
 * happens to be there may be older. Returns a program to be run by Node.
 */
export async function buildProgram(): Promise<string> {
  mkdirSync(join(root, 'reports'), { recursive: true });
  const folder = mkdtempSync(join(root, 'reports', 'program-'));
  await build({
    absWorkingDir: root,
    stdin: { contents: "import { runProcess } from './src/cli.ts'; await runProcess();", resolveDir: root, loader: 'ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  return join(folder, 'stdin.mjs');
}
