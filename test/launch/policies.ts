import type { NormalizedPolicy } from '../../src/model.js';
import { compilePolicy } from '../../src/compile.js';

/** The policy of a spec, for tests of what comes behind it. */
export async function policyOf(toml: string): Promise<NormalizedPolicy> {
  const policy = await compilePolicy([{ file: 'mcpolicy.toml', format: 'toml', text: `version = 1\n${toml}` }]);
  if (!policy.ok) throw new Error(JSON.stringify(policy.faults));
  return policy.value;
}

export const docs = `
[mcpServers.docs]
command = "docs-server"
requiresApproval = true
[mcpServers.docs.tools]
search = "approve"
delete = "prompt"
`;
