import type { LayerContext, LayerFile, LayerPlace, LayerRemark, Layers, MergedLayers, Remark } from '../../driver.js';
import { entriesOf, tableAt, valueAt } from '../../reading.js';
import { nameable } from './names.js';
import { settingsRemarks } from './settings-remarks.js';

/** The files that Gemini CLI still merges under the overlay of a run (0.61.0; places read in its bundle). */
export const layers: Layers = { places, merge, combine: () => [], unseen };

function places({ env, folders, home, platform }: LayerContext): readonly LayerPlace[] {
  const project = folders[0]?.path ?? '';
  const system = systemFolder(platform);
  const chosenHome = env['GEMINI_CLI_HOME'];
  const user = chosenHome === undefined || chosenHome === '' ? home : chosenHome;
  const settings = { part: 'settings', format: 'json' } as const;
  return [
    systemSettings(env['GEMINI_CLI_SYSTEM_SETTINGS_PATH'], system),
    { kind: 'managed', part: 'policies', format: 'folder', folder: system, file: ['policies'] },
    { ...settings, kind: 'project', folder: project, file: ['.gemini', 'settings.json'] },
    { ...settings, kind: 'user', folder: user, file: ['.gemini', 'settings.json'] },
    { kind: 'user', part: 'extensions', format: 'folder', folder: user, file: ['.gemini', 'extensions'] },
    { ...settings, kind: 'system', ...systemDefaults(env['GEMINI_CLI_SYSTEM_DEFAULTS_PATH'], system) },
  ];
}

function systemFolder(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/GeminiCli';
  return platform === 'win32' ? 'C:\\ProgramData\\gemini-cli' : '/etc/gemini-cli';
}

/** The settings below all others; a variable that is set to nothing names no file. */
function systemDefaults(chosen: string | undefined, system: string): Pick<LayerPlace, 'folder' | 'file'> {
  return chosen === undefined || chosen === '' ? { folder: system, file: ['system-defaults.json'] } : { folder: chosen, file: [] };
}

/** The file whose place the overlay takes: what an administrator put there would not count in the run. */
function systemSettings(chosen: string | undefined, system: string): LayerPlace {
  const place = { kind: 'managed', part: 'replaced', format: 'json' } as const;
  return chosen === undefined || chosen === '' ? { ...place, folder: system, file: ['settings.json'] } : { ...place, folder: chosen, file: [] };
}

function merge(files: readonly LayerFile[]): MergedLayers {
  return { documents: [], active: files, ignored: [], remarks: files.flatMap((layer) => remarksOn(layer).map((remark): LayerRemark => ({ layer, remark }))) };
}

function remarksOn({ place, document }: LayerFile): readonly Remark[] {
  switch (place.part) {
    case 'replaced':
      return [about('replaced', [], 'the policy of this run would take the place of these settings of the administrator')];
    case 'policies':
      return [about('policies', [], 'rules of the administrator in this folder beat those of the run')];
    case 'extensions':
      return [about('extensions', [], 'extensions can bring servers and hooks, which were not examined')];
    default:
      return [...settingsRemarks(document), ...hookRemarks(document), ...nameRemarks(document)];
  }
}

function hookRemarks(document: unknown): readonly Remark[] {
  const isSet = ['hooks', 'hooksConfig'].filter((key) => valueAt(document, key) !== undefined);
  return isSet.map((key) => ({ code: 'MCP413', part: 'settings', path: [key], message: 'what hooks do to prompts was not examined' }));
}

/** A server beside those of the policy whose tools could take the key of one of its rules. */
function nameRemarks(document: unknown): readonly Remark[] {
  return entriesOf(tableAt(document, 'mcpServers')).flatMap(([server]): readonly Remark[] => {
    const answer = nameable(server, undefined);
    return answer.ok ? [] : [{ code: 'MCP414', part: 'settings', path: ['mcpServers', server], message: `server ${JSON.stringify(server)} can have tools under the names of others: ${answer.why}` }];
  });
}

function about(part: string, path: readonly string[], message: string): Remark {
  return { code: 'MCP414', part, path, message };
}

function unseen(): string {
  return 'Gemini CLI also takes settings that an organisation delivers with the account; no file shows them';
}
