import type { Diagnostic } from '../diagnostics.js';
import type { NormalizedPolicy } from '../model.js';
import { quote } from '../quote.js';

/** Tools that must ask in a run where nobody can be asked. `cause` says why; without one there are none. */
export function unreachablePrompts(policy: NormalizedPolicy, cause: string | undefined, driver: string): readonly Diagnostic[] {
  if (cause === undefined) return [];
  return policy.servers.flatMap((server) =>
    server.tools
      .filter(({ approvalMode }) => approvalMode === 'prompt')
      .map(({ name }): Diagnostic => ({ code: 'MCP507', message: `server ${quote(server.name)}, tool ${quote(name)}: prompt can never be answered, because ${cause}`, subject: { driver, server: server.name, tool: name } })),
  );
}
