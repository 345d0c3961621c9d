import { dirname, join } from 'node:path';

/** The folder below which `path` is the project's file; `undefined` where it has another name or depth. */
export function projectOf(path: string, projectFile: string | undefined): string | undefined {
  if (projectFile === undefined) return undefined;
  const folder = projectFile.split('/').reduce((below) => dirname(below), path);
  return join(folder, ...projectFile.split('/')) === path ? folder : undefined;
}

export function isProjectFile(path: string, projectFile: string | undefined): boolean {
  return projectOf(path, projectFile) !== undefined;
}
