import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const shell = process.platform === 'win32';

/** What a build and a package need of the repository. `dist/` is not among it: what is packed is built from the sources. */
const inputs = ['package.json', 'tsconfig.json', '.config', 'bin', 'src', 'README.md', 'CHANGELOG.md', 'LICENSE'];

/** The files that `npm pack` puts into the package, and the package unpacked as a dependency of the folder `consumer`. */
export interface Packed {
  readonly files: readonly string[];
  /** Folder whose `node_modules/mcpolicy` is the unpacked package. */
  readonly consumer: string;
}

/**
 * Builds and packs a copy of the repository, so that a run changes nothing in it, and unpacks the result where no package
 * of the repository can be found by accident. The copy is below the root, whose packages build it.
 */
export async function packCopy(root: string, scratch: string): Promise<Packed> {
  await mkdir(join(root, 'reports'), { recursive: true });
  const copy = await mkdtemp(join(root, 'reports', 'package-'));
  try {
    for (const input of inputs) await cp(join(root, input), join(copy, input), { recursive: true });
    const stdout = await npmPack(copy, scratch);
    const [report] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string; files: { path: string }[] }];
    return { files: report.files.map(({ path }) => path), consumer: await unpack(join(scratch, report.filename), scratch) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function npmPack(folder: string, destination: string): Promise<string> {
  try {
    return (await execute('npm', ['pack', '--json', '--pack-destination', destination], { cwd: folder, shell, maxBuffer: 1 << 24 })).stdout;
  } catch (error) {
    // The compiler reports on stdout, which the error's own message leaves out.
    throw new Error(`npm pack failed: ${String(error)}${(error as { stdout?: string }).stdout ?? ''}`, { cause: error });
  }
}

async function unpack(archive: string, scratch: string): Promise<string> {
  const consumer = join(scratch, 'consumer');
  const target = join(consumer, 'node_modules', 'mcpolicy');
  await mkdir(target, { recursive: true });
  await execute('tar', ['-xzf', relative(target, archive), '--strip-components', '1'], { cwd: target });
  return consumer;
}

/** Runs Node in a folder and returns what it prints. */
export async function runNode(cwd: string, ...args: string[]): Promise<string> {
  return (await execute(process.execPath, args, { cwd })).stdout;
}

/** Every file below a folder, with forward slashes. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'));
}
