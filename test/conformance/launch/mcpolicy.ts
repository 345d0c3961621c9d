import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from '../codex/run.js';

const bin = fileURLToPath(new URL('../../../bin/mcpolicy.js', import.meta.url));

/** Starts Codex through the built `mcpolicy launch`, with the spec of the scenario and the user's own arguments. */
export function throughLaunch(...options: readonly string[]): (stage: Stage, args: readonly string[]) => readonly [string, ...string[]] {
  return ({ client, specFile }, args) => [process.execPath, bin, 'launch', 'codex', '--spec', specFile, ...options, '--', process.execPath, client.script, ...args];
}

/** The user's config, byte for byte. */
export function userConfig({ env }: Stage): Buffer {
  return readFileSync(path.join(env['CODEX_HOME'] ?? '', 'config.toml'));
}

/** Trusts the project beforehand: otherwise app-server writes that into the user's config on its own. */
export function trustProject({ env, scratch }: Stage): void {
  appendFileSync(path.join(env['CODEX_HOME'] ?? '', 'config.toml'), `[projects.${JSON.stringify(scratch.project)}]\ntrust_level = "trusted"\n`);
}

/** What the project brings along. */
export function writeProjectConfig({ scratch }: Stage, text: string): void {
  mkdirSync(path.join(scratch.project, '.codex'), { recursive: true });
  writeFileSync(path.join(scratch.project, '.codex', 'config.toml'), text);
}
