import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLooser, type Change } from '../../src/diff/change.js';
import { compare } from '../../src/diff/compare.js';
import type { NormalizedPolicy, ServerPolicy, Transport } from '../../src/model.js';

const names = ['read', 'write', 'exec'] as const;
const stdio = (command: string): Transport => ({ type: 'stdio', command: [command], args: [], env: [] });

/** Servers that a spec could declare: no mode on a tool that is switched off. */
const servers = fc
  .record({
    enabled: fc.boolean(),
    requiresApproval: fc.constantFrom(undefined, true, false),
    transport: fc.constantFrom(undefined, stdio('one'), stdio('two')),
    enabledTools: fc.option(fc.subarray([...names]), { nil: undefined }),
    disabledTools: fc.subarray([...names]),
    modes: fc.record({ read: fc.constantFrom(undefined, 'prompt', 'approve'), write: fc.constantFrom(undefined, 'prompt', 'approve'), exec: fc.constantFrom(undefined, 'prompt', 'approve') }),
  })
  .map(({ enabled, requiresApproval, transport, enabledTools, disabledTools, modes }): ServerPolicy => {
    const kept = disabledTools.filter((name) => enabledTools?.includes(name) !== true);
    const isOff = (name: (typeof names)[number]) => !enabled || kept.includes(name) || (enabledTools !== undefined && !enabledTools.includes(name));
    const tools = names.flatMap((name) => (modes[name] === undefined || isOff(name) ? [] : [{ name, approvalMode: modes[name] as 'prompt' | 'approve' }]));
    return {
      name: 'server', enabled, required: false, disabledTools: kept, tools,
      ...(requiresApproval === undefined ? {} : { requiresApproval }), ...(transport === undefined ? {} : { transport }), ...(enabledTools === undefined ? {} : { enabledTools }),
    };
  });
const policies = fc.option(servers, { nil: undefined }).map((server): NormalizedPolicy => ({ servers: server === undefined ? [] : [server], targets: [] }));

/**
 * What happens when a tool is called, worked out without the code under test: 0 nothing, 1 a person is asked, 2 the
 * client decides, 3 it runs.
 */
function effect(policy: NormalizedPolicy, tool: string, other: NormalizedPolicy, isBefore: boolean): number {
  const [server] = policy.servers;
  if (server === undefined) {
    const isElsewhere = other.servers[0]?.transport === undefined;
    return isElsewhere ? 2 : isBefore ? 1 : 0;
  }
  const isOff = !server.enabled || server.disabledTools.includes(tool) || server.enabledTools?.includes(tool) === false;
  if (isOff) return 0;
  const mode = server.tools.find(({ name }) => name === tool)?.approvalMode;
  if (mode !== undefined) return mode === 'approve' ? 3 : 1;
  return server.requiresApproval === undefined ? 2 : server.requiresApproval ? 1 : 3;
}

const probes = [...names, 'never-mentioned'];
const looser = (changes: readonly Change[]) => changes.filter(isLooser);

describe('compare', () => {
  it('finds nothing between equal policies', () => {
    fc.assert(fc.property(policies, (policy) => { expect(compare(policy, structuredClone(policy))).toEqual([]); }));
  });

  it('finds a looser change whenever some tool may do more than before', () => {
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        const rising = probes.filter((tool) => effect(after, tool, before, false) > effect(before, tool, after, true));
        fc.pre(rising.length > 0);
        expect(looser(compare(before, after))).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds none when a policy only becomes stricter: every tool asks, or is switched off', () => {
    fc.assert(
      fc.property(policies, (before) => {
        fc.pre(before.servers.length > 0);
        const stricter: NormalizedPolicy = { targets: [], servers: before.servers.map((server) => ({ ...server, requiresApproval: true, tools: server.tools.map((tool) => ({ ...tool, approvalMode: 'prompt' as const })) })) };
        expect(looser(compare(before, stricter))).toEqual([]);
        expect(looser(compare(before, { ...before, servers: before.servers.map((server) => ({ ...server, enabled: false, tools: [] })) }))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('tells every difference in some way', () => {
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        const isEqual = JSON.stringify(before) === JSON.stringify(after);
        fc.pre(!isEqual);
        const hidesInLists = ['enabledTools', 'disabledTools'] as const;
        const plain = (policy: NormalizedPolicy) => JSON.stringify(policy.servers.map((server) => ({ ...server, ...Object.fromEntries(hidesInLists.map((list) => [list, undefined])) })));
        fc.pre(plain(before) !== plain(after));
        expect(compare(before, after)).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('calls another command swapped exactly when something may run unasked behind it', () => {
    fc.assert(
      fc.property(servers, (server) => {
        const before = { servers: [{ ...server, transport: stdio('one') }], targets: [] };
        const after = { servers: [{ ...server, transport: stdio('two') }], targets: [] };
        const approves = server.enabled && (server.requiresApproval !== true || server.tools.some((tool) => tool.approvalMode === 'approve'));
        expect(compare(before, after).map((change) => change.verdict)).toEqual([approves ? 'swapped' : 'changed']);
      }),
    );
  });
});
