import type { ArgumentFinding, ClientWord, Interpretation, Launcher, NativeValue, Overlay, ProjectedDocuments } from '../../driver.js';
import type { NormalizedPolicy } from '../../model.js';
import { layers } from './launch-layers.js';
import { options } from './launch-options.js';
import { ruleOf } from './names.js';

/**
 * One run of Claude Code: settings, servers and permission mode are given inline and every file of user, project and checkout
 * is shut out (tested together on 2.1.332). Only managed settings stay, and those are read.
 */
export const launch: Launcher = {
  programs: ['claude'],
  packages: ['@anthropic-ai/claude-code'],
  options,
  versionOf: (printed) => /^(\S+) \(Claude Code\)\s*$/m.exec(printed)?.[1],
  minimums: () => [{ version: '2.1.332', what: 'the switches that shut other settings out' }],
  interpret,
  overlay,
  isClosed: true,
  alters: (value) => value.includes('${'),
  withholds,
  layers,
};

/** Bypass is switched off in the settings too, and forbidden tools are taken away twice: a managed setting can drop deny rules. */
function overlay({ mcp, settings }: ProjectedDocuments, policy: NormalizedPolicy): Overlay {
  const permissions = { ...asTable(settings?.['permissions']), disableBypassPermissionsMode: 'disable' };
  const forbidden = policy.servers.flatMap((server) => server.disabledTools.map((tool) => ruleOf(server.name, tool)));
  return {
    words: [
      '--mcp-config', { json: { mcpServers: mcp?.['mcpServers'] ?? {} } }, '--strict-mcp-config',
      '--settings', { json: { permissions } }, '--setting-sources', '',
      ...(forbidden.length === 0 ? [] : ['--disallowedTools', ...forbidden]),
      '--permission-mode', 'default',
    ],
    env: [],
    files: [],
  };
}

function asTable(value: NativeValue | undefined): { readonly [key: string]: NativeValue } {
  return typeof value === 'object' && !Array.isArray(value) ? (value as { readonly [key: string]: NativeValue }) : {};
}

/** Commands that start no conversation, or one that the policy of this call does not reach. */
const commands: ReadonlySet<string> = new Set(['agents', 'attach', 'auth', 'auto-mode', 'config', 'doctor', 'gateway', 'import', 'install', 'logs', 'mcp', 'migrate-installer', 'plugin', 'plugins', 'project', 'purge', 'rc', 'remote-control', 'rm', 'setup-token', 'stop', 'ultrareview', 'update', 'upgrade']);

function interpret(words: readonly ClientWord[]): Interpretation {
  const command = words.find(({ option }) => option === undefined)?.text;
  const valueOf = (name: string) => words.findLast(({ option }) => option?.names.includes(name))?.values[0];
  const isPrint = words.some(({ option }) => option?.names.includes('--print'));
  const findings: readonly ArgumentFinding[] = [
    ...(command !== undefined && commands.has(command) ? [{ kind: 'void' as const, name: command, message: `\`claude ${command}\` starts no conversation that the policy of this call reaches`, fix: 'Run it without mcpolicy launch.' }] : []),
    ...(valueOf('--input-format') === 'stream-json' ? [{ kind: 'unexamined' as const, name: '--input-format stream-json', message: 'a host at the standard input can answer prompts by itself' }] : []),
  ];
  const silent = valueOf('--permission-prompts') === 'none' ? '`--permission-prompts none` denies what would be asked' : isPrint ? '`claude --print` has nobody to ask' : undefined;
  return { findings, ...(silent === undefined ? { needsTerminal: true as const } : { unattended: silent }), session: [] };
}

/** Variables that users need for signing in and for the network, and nothing else that the client calls its own. */
const kept: ReadonlySet<string> = new Set([
  'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY', 'CLAUDE_CODE_SKIP_BEDROCK_AUTH', 'CLAUDE_CODE_SKIP_VERTEX_AUTH',
  'CLAUDE_CODE_SKIP_FOUNDRY_AUTH', 'CLAUDE_CODE_CLIENT_CERT', 'CLAUDE_CODE_CLIENT_KEY', 'CLAUDE_CODE_CLIENT_KEY_PASSPHRASE', 'CLAUDE_CODE_GIT_BASH_PATH', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
]);

/** Some of the client's own variables change how it handles permissions (read in the text of 2.1.332). */
function withholds(name: string): boolean {
  return name.toUpperCase().startsWith('CLAUDE_') && !kept.has(name);
}
