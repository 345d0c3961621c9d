import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Entry, ExactDriver } from '../../src/driver.js';
import { codex } from '../../src/drivers/codex/index.js';
import type { NormalizedPolicy, RemoteTransport, ServerPolicy, StdioTransport } from '../../src/model.js';
import { fingerprint, fingerprints, fingerprintScopes, type FingerprintScope } from '../../src/spec/fingerprint.js';

const driver: ExactDriver = { ...codex, id: 'client', contractVersion: 7 };
const bare: ServerPolicy = { name: 'docs', enabled: true, required: false, disabledTools: [], tools: [] };
const policyOf = (...servers: readonly Partial<ServerPolicy>[]): NormalizedPolicy => ({ servers: servers.map((server) => ({ ...bare, ...server })), targets: [] });

/** The fingerprint of a text that is written down here, to the byte, because fingerprints are kept and compared later. */
const printOf = (scope: FingerprintScope, payload: string) => `sha256:${createHash('sha256').update(`["mcpolicy/v1/${scope}",${payload}]`).digest('hex')}`;

const stdio: StdioTransport = { type: 'stdio', command: ['run ', { env: 'BIN' }], args: [['-y'], []], env: [{ name: 'A', value: ['a'] }, { name: 'B', value: [{ env: 'B' }] }] };
const remote: RemoteTransport = { type: 'sse', url: ['https://x.example'], headers: [{ name: 'X-B', value: ['b'] }, { name: 'x-A', value: ['a'] }], bearerTokenEnv: 'T', oauth: { clientId: 'c', scopes: ['r', 's'] } };
const tools: ServerPolicy['tools'] = [{ name: 'a"b', approvalMode: 'approve' }, { name: 'c', approvalMode: 'prompt' }];
const list = '"disabledTools":[],"enabledTools":null,"requiresApproval":null,"tools":{}';

describe('what a fingerprint is made of', () => {
  it.each<[FingerprintScope, NormalizedPolicy, string]>([
    ['policy', policyOf(), '{}'],
    ['policy', policyOf({}), '{"docs":{"disabledTools":[],"enabledTools":null,"requiresApproval":null,"tools":{}}}'],
    [
      'policy',
      policyOf({ tools, requiresApproval: false, enabledTools: ['c'], disabledTools: ['d'] }, { name: 'forge', requiresApproval: true, enabledTools: [] }),
      '{"docs":{"disabledTools":["d"],"enabledTools":["c"],"requiresApproval":false,"tools":{"a\\"b":"approve","c":"prompt"}},"forge":{"disabledTools":[],"enabledTools":[],"requiresApproval":true,"tools":{}}}',
    ],
    ['mcp', policyOf({}), '{"docs":{"disabledTools":[],"enabled":true,"enabledTools":null,"endpoint":null,"names":null,"required":false,"requiresApproval":null,"tools":{},"type":null}}'],
    [
      'mcp',
      policyOf({ transport: stdio, enabled: false, required: true }),
      '{"docs":{"disabledTools":[],"enabled":false,"enabledTools":null,"endpoint":{"args":["-y",""],"command":"run ${env:BIN}","cwd":null},"names":{"env":["A","B"]},"required":true,"requiresApproval":null,"tools":{},"type":"stdio"}}',
    ],
    ['mcp', policyOf({ transport: { type: 'stdio', command: ['x'], args: [], env: [], cwd: ['/srv'] } }), '{"docs":{"disabledTools":[],"enabled":true,"enabledTools":null,"endpoint":{"args":[],"command":"x","cwd":"/srv"},"names":{"env":[]},"required":false,"requiresApproval":null,"tools":{},"type":"stdio"}}'],
    [
      'mcp',
      policyOf({ transport: remote }),
      '{"docs":{"disabledTools":[],"enabled":true,"enabledTools":null,"endpoint":"https://x.example","names":{"bearerTokenEnv":"T","headers":["x-a","x-b"],"oauth":{"clientId":"c","scopes":["r","s"]}},"required":false,"requiresApproval":null,"tools":{},"type":"sse"}}',
    ],
    [
      'mcp',
      policyOf({ transport: { type: 'streamable-http', url: ['https://x.example'], headers: [], oauth: {} } }),
      '{"docs":{"disabledTools":[],"enabled":true,"enabledTools":null,"endpoint":"https://x.example","names":{"bearerTokenEnv":null,"headers":[],"oauth":{"clientId":null,"scopes":null}},"required":false,"requiresApproval":null,"tools":{},"type":"streamable-http"}}',
    ],
    [
      'mcp',
      policyOf({ transport: { type: 'streamable-http', url: ['https://x.example'], headers: [] } }),
      '{"docs":{"disabledTools":[],"enabled":true,"enabledTools":null,"endpoint":"https://x.example","names":{"bearerTokenEnv":null,"headers":[],"oauth":null},"required":false,"requiresApproval":null,"tools":{},"type":"streamable-http"}}',
    ],
    ['runtime', policyOf({}), '{"contractVersion":7,"driver":"client","mcp":{"docs":{"disabledTools":[],"enabled":true,"enabledTools":null,"endpoint":null,"names":null,"required":false,"requiresApproval":null,"tools":{},"type":null}}}'],
    ['session', policyOf({ transport: stdio }), `{"driver":"client","servers":{"docs":{"disabledTools":[],"enabledTools":null,"endpoint":{"args":["-y",""],"command":"run \${env:BIN}","cwd":null},"requiresApproval":null,"reuseKey":null,"tools":{},"type":"stdio"}}}`],
    ['session', policyOf({ transport: remote, reuseKey: 'k' }), '{"driver":"client","servers":{"docs":{"disabledTools":[],"enabledTools":null,"endpoint":null,"requiresApproval":null,"reuseKey":"k","tools":{},"type":"sse"}}}'],
    ['session', policyOf({}), '{"driver":"client","servers":{"docs":{"disabledTools":[],"enabledTools":null,"endpoint":null,"requiresApproval":null,"reuseKey":null,"tools":{},"type":null}}}'],
    ['session', policyOf({ reuseKey: 'k' }), '{"driver":"client","servers":{"docs":{"disabledTools":[],"enabledTools":null,"endpoint":null,"requiresApproval":null,"reuseKey":"k","tools":{},"type":null}}}'],
  ])('%s of %j', (scope, policy, payload) => {
    expect(fingerprint(scope, policy, driver)).toBe(printOf(scope, payload));
  });

  it('for a profile are the entries, of values of the environment and of headers only that they are there', () => {
    const entries: readonly Entry[] = [
      { part: 'config', op: 'set', path: ['a', 'b'], value: { y: [1, true], x: 'text' } },
      { part: 'other', op: 'include', path: ['c'], value: 'd', isUnordered: true, tool: 't' },
      { part: 'config', op: 'set', path: ['env', 'A'], value: 'a', withheld: true },
    ];
    const payload = '{"driver":"client","entries":[["config","set",["a","b"],{"x":"text","y":[1,true]}],["other","include",["c"],"d"],["config","set",["env","A"],null]]}';
    expect(fingerprint('profile', policyOf({}), { ...driver, project: () => entries })).toBe(printOf('profile', payload));
  });
});

describe('fingerprints of several scopes', () => {
  it('are those of each', () => {
    const policy = policyOf({ tools, transport: remote });
    expect([...fingerprints(fingerprintScopes, policy, driver)]).toEqual(fingerprintScopes.map((scope) => [scope, fingerprint(scope, policy, driver)]));
    expect([...fingerprints(['policy', 'mcp'], policy)].map(([scope]) => scope)).toEqual(['policy', 'mcp']);
  });

  it.each(['runtime', 'profile', 'session'] as const)('need a driver: %s', (scope) => {
    expect(() => fingerprints([scope], policyOf({}))).toThrow(new TypeError(`the scope ${scope} needs a driver`));
  });

  it('do not depend on what a policy says for apply', () => {
    const policy = policyOf({});
    expect(fingerprint('policy', { ...policy, targets: [{ driver: 'codex', spec: 'a', file: 'b' }] })).toBe(printOf('policy', `{"docs":{${list}}}`));
  });
});
