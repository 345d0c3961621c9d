import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command line tool as one program, built from the sources as they are, so that a process of its own can run it. */
export async function buildTool(): Promise<{ readonly script: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpolicy-tool-'));
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli.ts'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    outdir: join(folder, 'dist'),
    logLevel: 'silent',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  const script = join(folder, 'mcpolicy.js');
  writeFileSync(script, "import { runProcess } from './dist/cli.js';\nawait runProcess();\n");
  return { script, remove: () => { rmSync(folder, { recursive: true, force: true }); } };
}
