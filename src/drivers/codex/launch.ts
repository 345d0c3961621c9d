import type { Launcher, Minimum, NativeDocument, Overlay, ProjectedDocuments } from '../../driver.js';
import type { NormalizedPolicy } from '../../model.js';
import { valueAt } from '../../reading.js';
import { interpret } from './launch-arguments.js';
import { options } from './launch-options.js';
import { layers } from './layers.js';
import { portableServerName } from './names.js';

/**
 * One run of Codex: the policy travels as one `-c` with an inline table, which works for every name (dots, quotes, unicode),
 * merges with the files below and beats all of them but the administrator's (seen on 0.171.0).
 */
export const launch: Launcher = {
  programs: ['codex'],
  packages: ['@openai/codex'],
  options,
  versionOf: (printed) => /^codex(?:-cli)? (\S+)\s*$/m.exec(printed)?.[1],
  minimums,
  interpret,
  overlay,
  isClosed: false,
  withholds: () => false,
  layers,
  unattended,
};

/** First releases that honour each table, found by running releases on both sides (0.116.0 and 0.121.0 ignore tables silently; 0.151.0 leaves such a server out). */
function minimums(policy: NormalizedPolicy): readonly Minimum[] {
  const list: Minimum[] = [{ version: '0.117.0', what: 'approvals of single tools' }];
  for (const { name, requiresApproval } of policy.servers) {
    if (requiresApproval !== undefined) list.push({ version: '0.122.0', what: 'a default for the other tools of a server', server: name });
    if (!portableServerName.test(name)) list.push({ version: '0.152.0', what: 'a server name with other characters than letters, digits, _ and -', server: name });
  }
  return list;
}

function overlay({ config }: ProjectedDocuments): Overlay {
  const servers = config?.['mcp_servers'] ?? {};
  return { words: ['-c', { before: 'mcp_servers=', toml: servers }], env: [], files: [], layer: { part: 'config', value: { mcp_servers: servers } } };
}

function unattended(documents: readonly NativeDocument[]): string | undefined {
  const isNever = documents.some(({ value }) => valueAt(value, 'approval_policy') === 'never');
  return isNever ? 'approval_policy is "never"' : undefined;
}
