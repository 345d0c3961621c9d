import type { LayerContext, LayerFile, LayerPlace, LayerRemark, Layers, MergedLayers, Remark } from '../../driver.js';
import { isTextList, valueAt } from '../../reading.js';
import { settingsRemarks } from './settings-remarks.js';

/** What stays of Claude Code's files when a run is shut off: those of the administrator, which no switch leaves out (2.1.332). */
export const layers: Layers = { places, merge, combine: () => [], unseen };

function places({ platform }: LayerContext): readonly LayerPlace[] {
  const base = { kind: 'managed', folder: managedFolder(platform) } as const;
  return [
    { ...base, part: 'settings', format: 'json', file: ['managed-settings.json'] },
    { ...base, part: 'folder', format: 'folder', file: ['managed-settings.d'] },
    { ...base, part: 'mcp', format: 'json', file: ['managed-mcp.json'] },
  ];
}

/** Seen on Linux; the others are those of the manual (https://code.claude.com/docs/en/settings). */
function managedFolder(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}

function merge(files: readonly LayerFile[]): MergedLayers {
  return { documents: [], active: files, ignored: [], remarks: files.flatMap((layer) => remarksOn(layer).map((remark): LayerRemark => ({ layer, remark }))) };
}

function remarksOn({ place, document }: LayerFile): readonly Remark[] {
  if (place.part === 'mcp') return [about('MCP414', 'mcp', ['mcpServers'], 'the administrator adds servers, or takes the place of those of the policy')];
  if (place.part === 'folder') return [about('MCP414', 'folder', [], 'the administrator keeps further settings in this folder, which were not examined')];
  return [...settingsRemarks(document), ...ruleRemarks(document)];
}

function ruleRemarks(document: unknown): readonly Remark[] {
  const allow = valueAt(document, 'permissions', 'allow');
  const managedOnly = valueAt(document, 'allowManagedPermissionRulesOnly') === true;
  return [
    ...(managedOnly ? [about('MCP412', 'settings', ['allowManagedPermissionRulesOnly'], 'the administrator takes rules of managed settings only, so that prompt and disabled tools of this run lose their rules')] : []),
    ...(isTextList(allow) && allow.some((rule) => rule.startsWith('mcp__')) ? [about('MCP414', 'settings', ['permissions', 'allow'], 'the administrator approves MCP tools in every run')] : []),
  ];
}

function about(code: Remark['code'], part: string, path: readonly string[], message: string): Remark {
  return { code, part, path, message };
}

function unseen(): string {
  return 'Claude Code also takes settings that an organisation delivers with the account or by device management; no file shows them';
}
