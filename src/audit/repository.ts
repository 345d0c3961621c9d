import { basename, dirname, join, resolve } from 'node:path';
import type { ExactDriver, Observed } from '../driver.js';
import { contextOf, realOf, repositoryRoot } from '../layers/context.js';
import type { NativeFile } from '../targets.js';
import { findingOf, type Finding } from './audit.js';
import { projectOf } from './project-file.js';

/**
 * Approvals that a repository gives to its own tools: whoever trusts the repository runs them unasked, and whoever can
 * change it chooses them. True of every approval in a project's own file, also of those that the policy declares.
 */
export async function repositoryApprovals(driver: ExactDriver, files: readonly NativeFile[], observed: Observed, env: Env): Promise<readonly Finding[]> {
  const own = await Promise.all(files.map(async (file) => ((await belongsToRepository(driver, file, env)) ? [file.part.id] : [])));
  const parts = new Set(own.flat());
  return observed.approvals
    .filter(({ part, approvalMode }) => parts.has(part) && approvalMode === 'approve')
    .map(({ part, path, server, tool, element }) => findingOf({ code: 'MCP416', part, path, server, tool, message: 'the repository approves this tool for whoever trusts it', ...(element === undefined ? {} : { element }) }));
}

type Env = Readonly<Record<string, string | undefined>>;

/** A file where the client looks for a project's settings, inside a repository, and not the user's own by chance. */
async function belongsToRepository(driver: ExactDriver, { part, path }: NativeFile, env: Env): Promise<boolean> {
  const project = projectOf(path, part.projectFile);
  if (project === undefined || (await repositoryRoot(project)) === undefined) return false;
  const context = await contextOf({ cwd: project, env });
  const places = driver.layers?.places(context).filter(({ kind }) => kind === 'user') ?? [];
  const users = await Promise.all(places.map((place) => identity(resolve(project, place.folder, ...place.file))));
  return !users.includes(await identity(path));
}

async function identity(path: string): Promise<string> {
  return join(await realOf(dirname(path)), basename(path));
}
