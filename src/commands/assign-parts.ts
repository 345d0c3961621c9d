import type { Part } from '../driver.js';
import { isTable } from '../reading.js';
import { readNative, type PartFile } from '../targets.js';

/**
 * Which part each named file is. As many files as parts stand in the order of the driver; fewer are told apart by their
 * format, and where that is the same by what they hold. What nothing tells apart stands in the order of the driver.
 */
export async function assignParts(parts: readonly Part[], paths: readonly string[], cwd: string): Promise<readonly PartFile[]> {
  if (paths.length === parts.length) return inOrder(parts, paths);
  const assigned: PartFile[] = [];
  for (const path of paths) {
    const open = parts.filter((part) => !assigned.some((file) => file.part === part));
    const part = (await partOf(open, path, cwd)) ?? open[0];
    if (part !== undefined) assigned.push({ part, path });
  }
  return assigned;
}

function inOrder(parts: readonly Part[], paths: readonly string[]): readonly PartFile[] {
  return parts.flatMap((part, index) => {
    const path = paths[index];
    return path === undefined ? [] : [{ part, path }];
  });
}

async function partOf(parts: readonly Part[], path: string, cwd: string): Promise<Part | undefined> {
  const isToml = path.endsWith('.toml');
  const alike = parts.filter((part) => (part.format === 'toml') === isToml);
  const [first, ...others] = alike;
  if (first === undefined || others.length === 0) return first;
  const read = await readNative({ part: first, path }, cwd);
  const value = read.ok ? read.value.document.value : undefined;
  const holding = alike.filter((part) => isTable(value) && part.roots?.some((root) => Object.hasOwn(value, root)));
  return holding.length === 1 ? holding[0] : undefined;
}
