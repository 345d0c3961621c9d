import type { ArgumentFinding, ClientWord, Interpretation, LayerContext, LayerFile, LayerPlace, LayerRemark, Launcher, Layers, MergedLayers, Overlay, ProjectedDocuments } from '../../driver.js';
import { options } from './launch-options.js';

/**
 * One run of Copilot CLI: approvals and servers are arguments. The client has no switch that shuts the user's own servers,
 * approvals and hooks out, so the run gets a fresh home folder (1.0.102).
 */
export const launch: Launcher = {
  programs: ['copilot'],
  packages: ['@github/copilot'],
  options,
  versionOf: (printed) => /^GitHub Copilot CLI (\d+\.\d+\.\d+(?:-[\w.+-]*\w)?)\.?[^\S\n]*$/m.exec(printed)?.[1],
  minimums: () => [{ version: '1.0.102', what: 'approvals of single tools together with servers of the call' }],
  interpret,
  overlay,
  isClosed: true,
  withholds,
  layers: { places, merge, combine: () => [], unseen } satisfies Layers,
};

/** An update that was downloaded into the old home would be another release than the one that was asked. */
function overlay({ args, mcp }: ProjectedDocuments): Overlay {
  const flags = args?.['args'];
  return {
    words: ['--additional-mcp-config', { json: { mcpServers: mcp?.['mcpServers'] ?? {} } }, ...(Array.isArray(flags) ? flags.map(String) : []), '--disable-builtin-mcps', '--no-auto-update'],
    env: [{ name: 'COPILOT_HOME', value: { file: 'home' } }],
    files: [{ name: 'home', format: 'folder' }],
  };
}

/** Approvals by variables: of everything, and by a judge. */
function withholds(name: string): boolean {
  return ['COPILOT_ALLOW_ALL', 'COPILOT_ASSISTED_APPROVAL'].includes(name.toUpperCase());
}

const commands: ReadonlySet<string> = new Set(['app', 'login', 'logout', 'help', 'init', 'config', 'update', 'version', 'workflow', 'sessions', 'memories', 'plugin', 'mcp', 'skill', 'instruction', 'lsp', 'sandbox', 'completion']);

function interpret(words: readonly ClientWord[]): Interpretation {
  const command = words.find(({ option }) => option === undefined)?.text;
  const folder = words.findLast(({ option }) => option?.names.includes('-C'))?.values[0];
  const isHeadless = words.some(({ option, text }) => option !== undefined && (text === '--prompt' || text === '-p'));
  const findings: readonly ArgumentFinding[] = command !== undefined && commands.has(command) ? [{ kind: 'void', name: command, message: `\`copilot ${command}\` starts no conversation`, fix: 'Run it without mcpolicy launch.' }] : [];
  return { findings, ...(isHeadless ? { unattended: '`copilot --prompt` has nobody to ask' } : { needsTerminal: true as const }), ...(folder === undefined ? {} : { folder }), session: [] };
}

/** What a repository can still bring: hooks, once somebody trusts the folder, and servers of its own. */
function places({ folders }: LayerContext): readonly LayerPlace[] {
  return folders.flatMap(({ path }): readonly LayerPlace[] => [
    { kind: 'project', part: 'hooks', format: 'folder', folder: path, file: ['.github', 'hooks'] },
    { kind: 'project', part: 'servers', format: 'json', folder: path, file: ['.mcp.json'] },
    { kind: 'project', part: 'servers', format: 'json', folder: path, file: ['.github', 'mcp.json'] },
    { kind: 'project', part: 'servers', format: 'json', folder: path, file: ['.vscode', 'mcp.json'] },
  ]);
}

function merge(files: readonly LayerFile[]): MergedLayers {
  const remarks = files.map((layer): LayerRemark => {
    const isHooks = layer.place.part === 'hooks';
    const message = isHooks ? 'hooks of the repository run even forbidden tools, once somebody trusts the folder' : 'whether servers of the repository join the run was not examined';
    return { layer, remark: { code: isHooks ? 'MCP413' : 'MCP414', part: layer.place.part, path: [], message } };
  });
  return { documents: [], active: files, ignored: [], remarks };
}

function unseen(): string {
  return 'Copilot CLI also takes permissions that an organisation delivers with the account; no file shows them';
}
