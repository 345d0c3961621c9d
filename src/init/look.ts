import { join, resolve } from 'node:path';
import { runImport } from '../commands/import.js';
import { factsOf, isNote, type Diagnostic } from '../diagnostics.js';
import type { Driver, ExactDriver, LayerPlace } from '../driver.js';
import { loadAllDrivers } from '../drivers/registry.js';
import { isAbsent } from '../files.js';
import type { Host } from '../host.js';
import { contextOf } from '../layers/context.js';
import { readNative } from '../targets.js';
import type { Found } from './propose.js';

/** What the project and the user have already. Nothing is written, and what could not be read is a fault. */
export interface Seen {
  readonly found: readonly Found[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks at the project's files of every client that can be read, then at the user's own ones. */
export async function look(host: Host): Promise<Seen> {
  const drivers = (await loadAllDrivers()).filter(isReadable);
  const seen = await Promise.all(drivers.map(async (driver) => lookAt(driver, host)));
  const users = await Promise.all(drivers.map(async (driver) => usersOwn(driver, host)));
  return { found: seen.flatMap((one) => one.found), diagnostics: [...seen.flatMap((one) => one.diagnostics), ...users.flat()] };
}

function isReadable(driver: Driver): driver is ExactDriver {
  return driver.verdict === 'exact' && driver.read !== undefined;
}

async function lookAt(driver: ExactDriver, host: Host): Promise<Seen> {
  const files = driver.parts.flatMap((part) => (part.projectFile === undefined ? [] : [resolve(host.cwd, part.projectFile)]));
  const absent = await Promise.all(files.map(isAbsent));
  if (absent.every(Boolean)) return { found: [], diagnostics: [] };
  const imported = await runImport(driver.id, [], { as: 'json' }, host);
  const [text] = imported.pieces;
  if (text === undefined) return { found: [], diagnostics: imported.diagnostics };
  return { found: [{ driver: driver.id, title: driver.title, spec: JSON.parse(text) as Found['spec'] }], diagnostics: imported.diagnostics.map(asNote) };
}

/** What a spec cannot carry is a finding of `check` and a note of a proposal. */
function asNote(diagnostic: Diagnostic): Diagnostic {
  return isNote(diagnostic) ? diagnostic : { ...diagnostic, code: 'MCP111', fix: diagnostic.fix ?? factsOf(diagnostic.code).fix };
}

/** Servers that only the user's own file declares are the user's affair: said, and not put into a project's spec. */
async function usersOwn(driver: ExactDriver, host: Host): Promise<readonly Diagnostic[]> {
  const context = await contextOf({ cwd: host.cwd, env: host.env });
  const projects = driver.parts.flatMap((part) => (part.projectFile === undefined ? [] : [resolve(host.cwd, part.projectFile)]));
  const isOwn = (place: LayerPlace) => place.kind === 'user' && driver.parts.some(({ id }) => id === place.part) && !projects.includes(resolve(host.cwd, place.folder, ...place.file));
  const places = (driver.layers?.places(context) ?? []).filter(isOwn);
  const reads = await Promise.all(places.map(async (place) => {
    const part = driver.parts.find(({ id }) => id === place.part);
    const path = resolve(host.cwd, place.folder, ...place.file);
    return part === undefined || (await isAbsent(path)) ? undefined : readNative({ part, path }, host.cwd);
  }));
  const servers = reads.flatMap((read) => (read?.ok === true ? (driver.read?.([read.value.document]).servers ?? []) : []));
  if (servers.length === 0) return [];
  const names = [...new Set(servers.map(({ name }) => name))];
  return [{ code: 'MCP111', message: `${driver.title}: the user's own config declares ${String(names.length)} server${names.length === 1 ? '' : 's'} beside the project`, fix: `See them with \`mcpolicy import ${driver.id} ${join('~', ...(places[0]?.file ?? [])).replaceAll('\\', '/')}\`.`, subject: { driver: driver.id } }];
}
