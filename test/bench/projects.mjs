import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { specOf } from './inputs.mjs';

/** Folders as people have them: a spec, and the file of a client that says the same already. */

const target = '.codex/config.toml';

/**
 * A spec, and the file of Codex that was rendered from it.
 * @typedef {{ readonly spec: string, readonly config: string }} Project
 */

/**
 * @param {string} folder
 * @param {number} servers
 * @param {(spec: string) => string} render Prints the config of the spec in a file.
 * @returns {Project}
 */
export function writeProject(folder, servers, render) {
  const text = `${specOf(servers).toml}\n[targets.codex]\nfile = "${target}"\n`;
  const project = writeSpec(folder, text);
  writeFileSync(project.config, render(project.spec));
  return project;
}

/**
 * A repository with many projects of one server each, all of them tracked.
 * @param {string} folder
 * @param {number} count
 * @param {(spec: string) => string} render
 */
export function writeRepository(folder, count, render) {
  const first = writeProject(join(folder, 'project-0'), 1, render);
  const [spec, config] = [readFileSync(first.spec, 'utf8'), readFileSync(first.config)];
  for (let index = 1; index < count; index += 1) writeFileSync(writeSpec(join(folder, `project-${String(index)}`), spec).config, config);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  return folder;
}

/**
 * @param {string} folder
 * @param {string} text
 * @returns {Project}
 */
function writeSpec(folder, text) {
  const project = { spec: join(folder, 'mcpolicy.toml'), config: join(folder, target) };
  mkdirSync(dirname(project.config), { recursive: true });
  writeFileSync(project.spec, text);
  return project;
}

/**
 * A spec of one server whose client needs no variable of the environment.
 * @param {string} folder
 */
export function writeLaunched(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'launched.toml');
  writeFileSync(file, specOf(1).toml.replace(/^bearerTokenEnv.*\n/m, ''));
  return file;
}

/**
 * A client that does nothing, under the name of one that is known.
 * @param {string} folder
 */
export function writeClient(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'codex');
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}
