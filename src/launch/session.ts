import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import type { NormalizedPolicy, ServerPolicy } from '../model.js';
import { quote } from '../quote.js';
import { fingerprint, scopeInputs } from '../spec/fingerprint.js';

/** Beyond this many hashes it is not said which change it was, only that there is one. */
const mostGuesses = 5_000;

/**
 * Compares the session with the one that is resumed. A fingerprint cannot be undone, but every single change that could
 * have led here can be tried: the one whose fingerprint is the expected one is what changed.
 */
export function sessionChange(policy: NormalizedPolicy, driver: ExactDriver, expected: string): Diagnostic | undefined {
  if (fingerprint('session', policy, driver) === expected) return undefined;
  const change = earlierPolicies(policy).find((earlier) => fingerprint('session', earlier.policy, driver) === expected);
  const message = change === undefined ? 'the session is not the one that is resumed: more than one setting changed, or a server or tool is gone' : `the session is not the one that is resumed: ${change.what}`;
  const fix = change === undefined ? `One of these changed: ${scopeInputs.session.join('; ')}. Start a new session, or go back to the old spec.` : 'Start a new session, or go back to the old spec.';
  return { code: 'MCP501', message, fix, subject: { driver: driver.id, ...change?.subject } };
}

interface EarlierPolicy {
  readonly policy: NormalizedPolicy;
  readonly what: string;
  readonly subject: { readonly server: string; readonly tool?: string };
}

/** What the policy could have been before one change. */
function earlierPolicies(policy: NormalizedPolicy): readonly EarlierPolicy[] {
  const size = policy.servers.reduce((sum, { tools }) => sum + 6 + 2 * tools.length, 0);
  if (size > mostGuesses) return [];
  return policy.servers.flatMap((server) => {
    const replaced = (other: ServerPolicy | undefined): NormalizedPolicy => ({ ...policy, servers: policy.servers.flatMap((one) => (one !== server ? [one] : other === undefined ? [] : [other])) });
    const who = `server ${quote(server.name)}`;
    return [
      { policy: replaced(undefined), what: `${who} is new`, subject: { server: server.name } },
      ...earlierServers(server).map(({ server: other, what, tool }) => ({ policy: replaced(other), what: `${who}${what}`, subject: { server: server.name, ...(tool === undefined ? {} : { tool }) } })),
    ];
  });
}

interface EarlierServer {
  readonly server: ServerPolicy;
  readonly what: string;
  readonly tool?: string;
}

function earlierServers(server: ServerPolicy): readonly EarlierServer[] {
  const { requiresApproval, ...undeclared } = server;
  const defaults = [undefined, true, false].filter((value) => value !== requiresApproval);
  return [
    ...server.tools.flatMap((tool) => earlierTools(server, tool.name)),
    ...defaults.map((value) => ({ server: value === undefined ? undeclared : { ...undeclared, requiresApproval: value }, what: `: requiresApproval was ${value === undefined ? 'not declared' : String(value)}` })),
    ...server.disabledTools.map((name) => ({ server: { ...server, disabledTools: server.disabledTools.filter((other) => other !== name) }, what: `, tool ${quote(name)}: it was not in disabledTools`, tool: name })),
  ];
}

function earlierTools(server: ServerPolicy, name: string): readonly EarlierServer[] {
  const flipped = server.tools.map((tool) => (tool.name !== name ? tool : { ...tool, approvalMode: tool.approvalMode === 'approve' ? ('prompt' as const) : ('approve' as const) }));
  const was = flipped.find((tool) => tool.name === name)?.approvalMode ?? '';
  return [
    { server: { ...server, tools: flipped }, what: `, tool ${quote(name)}: the mode was ${was}`, tool: name },
    { server: { ...server, tools: server.tools.filter((tool) => tool.name !== name) }, what: `, tool ${quote(name)}: it is new`, tool: name },
  ];
}
