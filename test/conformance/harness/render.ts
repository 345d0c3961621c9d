import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The config that the built `mcpolicy render DRIVER` prints for a spec, byte for byte.
 *
 * `env` is what the client will see too, secrets included, so that a leak into the output could be seen. Throws when the
 * command refuses, and when the build is missing or older than the sources: nothing may be proven about another program.
 */
export function renderedConfig(driver: string, specFile: string, env: Readonly<Record<string, string>> = {}): string {
  assertFreshBuild();
  const done = spawnSync(process.execPath, [path.join(root, 'bin', 'mcpolicy.js'), 'render', driver, '--spec', specFile], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 30_000,
  });
  if (done.status !== 0) throw new Error(`mcpolicy render ${driver} ended with ${String(done.status)}:\n${done.error?.message ?? done.stderr}`);
  return done.stdout;
}

function assertFreshBuild(): void {
  const built = path.join(root, 'dist', 'cli.cjs');
  if (!existsSync(built)) throw new Error('There is no build to test. Run: npm run build');
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const newest = Math.max(...sources.map((file) => statSync(path.join(root, 'src', file)).mtimeMs));
  if (newest > statSync(built).mtimeMs) throw new Error('The build is older than the sources. Run: npm run build');
}
