import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../../src/compile.js';
import type { ExactDriver } from '../../src/driver.js';
import { loadDriver } from '../../src/drivers/registry.js';
import { specFormats, type NormalizedPolicy, type SpecFormat } from '../../src/model.js';
import { render } from '../../src/render/render.js';
import { fingerprint, fingerprintScopes } from '../../src/spec/fingerprint.js';
import { normalize } from '../../src/spec/normalize.js';
import { policyOf, sourceOf, specModel, type ServerModel, type SpecModel } from './arbitrary.js';

const codex = (await loadDriver('codex')) as ExactDriver;
const runs = { numRuns: 60 };
const format = fc.constantFrom<SpecFormat>(...specFormats);

function printsOf(policy: NormalizedPolicy): Readonly<Record<string, string>> {
  return Object.fromEntries(fingerprintScopes.map((scope) => [scope, fingerprint(scope, policy, codex)]));
}

function textOf(policy: NormalizedPolicy): string {
  const admitted = admit(codex, policy, { policyOnly: false });
  if (!admitted.ok) throw new Error(admitted.faults.map((fault) => fault.message).join('\n'));
  const rendered = render(admitted.value, policy, { policyOnly: false });
  if (!rendered.ok) throw new Error(rendered.faults.map((fault) => fault.message).join('\n'));
  return rendered.value.flatMap((part) => part.pieces).join('');
}

/** The model with one server changed. */
function withServer(model: SpecModel, name: string, change: (server: ServerModel) => ServerModel): SpecModel {
  return { ...model, mcpServers: new Map([...model.mcpServers].map(([key, server]) => [key, key === name ? change(server) : server])) };
}

/** A model with a server of it that has what is asked for. */
function specWith(has: (server: ServerModel) => boolean): fc.Arbitrary<readonly [SpecModel, string]> {
  return specModel.chain((model) => {
    const names = [...model.mcpServers].filter(([, server]) => has(server)).map(([name]) => name);
    return names.length === 0 ? fc.constant(undefined) : fc.constantFrom(...names).map((name) => [model, name] as const);
  }).filter((found) => found !== undefined);
}

const scopesThatDiffer = async (a: SpecModel, b: SpecModel) => {
  const [before, after] = await Promise.all([policyOf(sourceOf(a, 'json')), policyOf(sourceOf(b, 'json'))]);
  return fingerprintScopes.filter((scope) => printsOf(before)[scope] !== printsOf(after)[scope]);
};

describe('one policy', () => {
  it('is the same in every format, with keys in any order, to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(specModel, fc.array(fc.tuple(format, fc.nat(1000)), { minLength: 2, maxLength: 4 }), async (model, writings) => {
        const first = await policyOf(sourceOf(model, 'json'));
        for (const [written, seed] of writings) {
          const policy = await policyOf(sourceOf(model, written, seed));
          expect(policy).toEqual(first);
          expect(printsOf(policy)).toEqual(printsOf(first));
          expect(textOf(policy)).toBe(textOf(first));
        }
      }),
      runs,
    );
  });

  it('is the same in one file or split over two that agree', async () => {
    await fc.assert(
      fc.asyncProperty(specModel, format, format, async (model, one, other) => {
        const whole = await policyOf(sourceOf(model, 'json'));
        const halves = [0, 1].map((half): SpecModel => ({
          ...model,
          mcpServers: new Map([...model.mcpServers].map(([name, server]) => [name, withoutUndefined({ ...(half === 0 ? server : { requiresApproval: server['requiresApproval'] ?? model.requiresApproval }), tools: new Map([...server.tools].filter((_, index) => index % 2 === half)) })])),
        }));
        const [first, second] = halves as [SpecModel, SpecModel];
        expect(await policyOf({ ...sourceOf(first, one), file: 'a' }, { ...sourceOf(second, other), file: 'b' })).toEqual(whole);
      }),
      runs,
    );
  });

  it('is normal after it was normalized', async () => {
    await fc.assert(
      fc.asyncProperty(specModel, async (model) => {
        const policy = await policyOf(sourceOf(model, 'json'));
        const servers = policy.servers.map((server) => ({ ...server, file: 'x', key: server.name, tools: server.tools.map((tool) => ({ ...tool, key: tool.name })) }));
        const again = normalize([{ file: 'x', servers: servers.toReversed(), targets: policy.targets }]);
        expect(again).toEqual({ ok: true, value: policy, notes: [] });
      }),
      runs,
    );
  });

  it('counts every server and every tool', async () => {
    await fc.assert(
      fc.asyncProperty(specModel, format, async (model, written) => {
        const policy = await policyOf(sourceOf(model, written));
        expect(policy.servers.map((server) => server.name)).toEqual([...model.mcpServers.keys()].sort());
        for (const server of policy.servers) expect(new Map(server.tools.map((tool) => [tool.name, tool.approvalMode]))).toEqual(model.mcpServers.get(server.name)?.tools);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      runs,
    );
  });
});

describe('fingerprints', () => {
  it('change in all five scopes with any mode', async () => {
    await fc.assert(
      fc.asyncProperty(specWith((server) => server.tools.size > 0), fc.nat(), async ([model, name], pick) => {
        const changed = withServer(model, name, (server) => {
          const tool = [...server.tools.keys()][pick % server.tools.size];
          return { ...server, tools: new Map([...server.tools].map(([key, mode]) => [key, key === tool ? (mode === 'approve' ? 'prompt' : 'approve') : mode])) };
        });
        expect(await scopesThatDiffer(model, changed)).toEqual(fingerprintScopes);
      }),
      runs,
    );
  });

  it('change in all five scopes with one tool more', async () => {
    await fc.assert(
      fc.asyncProperty(specWith(() => true), async ([model, name]) => {
        const changed = withServer(model, name, (server) => ({ ...server, tools: new Map([...server.tools, ['one-tool-more', 'prompt']]) }));
        expect(await scopesThatDiffer(model, changed)).toEqual(fingerprintScopes);
      }),
      runs,
    );
  });

  it('keep with another value of the environment or of a header', async () => {
    await fc.assert(
      fc.asyncProperty(specWith((server) => server['command'] !== undefined), specWith((server) => server['url'] !== undefined), async ([started, one], [reached, other]) => {
        const env = (value: string) => withServer(started, one, (server) => ({ ...server, env: new Map([['REGION', value]]) }));
        expect(await scopesThatDiffer(env('eu'), env('us'))).toEqual([]);
        const header = (value: string) => withServer(reached, other, (server) => ({ ...server, headers: new Map([['X-Region', value]]) }));
        expect(await scopesThatDiffer(header('eu'), header('us'))).toEqual([]);
      }),
      runs,
    );
  });

  it('keep with other words for people, and with a reason in place of true', async () => {
    await fc.assert(
      fc.asyncProperty(specWith(() => true), async ([model, name]) => {
        const words = (title: string, required: unknown) => withServer(model, name, (server) => ({ ...server, title, description: title, required }));
        expect(await scopesThatDiffer(words('a', true), words('b', 'because'))).toEqual([]);
      }),
      runs,
    );
  });

  it('of the session keep with another address under a reuse key, and change without one', async () => {
    await fc.assert(
      fc.asyncProperty(specWith((server) => server['url'] !== undefined), async ([model, name]) => {
        const moved = (url: string, reuseKey: string | undefined) => withServer(model, name, (server) => withoutUndefined({ ...server, url, reuseKey }));
        expect(await scopesThatDiffer(moved('http://127.0.0.1:1/mcp', 'key'), moved('http://127.0.0.1:2/mcp', 'key'))).toEqual(['mcp', 'runtime', 'profile']);
        expect(await scopesThatDiffer(moved('http://127.0.0.1:1/mcp', undefined), moved('http://127.0.0.1:2/mcp', undefined))).toEqual(['mcp', 'runtime', 'profile', 'session']);
        expect(await scopesThatDiffer(moved('http://127.0.0.1:1/mcp', 'key'), moved('http://127.0.0.1:1/mcp', 'other'))).toEqual(['session']);
      }),
      runs,
    );
  });

  it('change with what belongs to them, and only there', async () => {
    const base: ServerModel = { command: 'docs', args: ['a'], cwd: '/srv', env: { REGION: 'eu' }, tools: new Map() };
    const remote: ServerModel = { url: 'https://docs.example', headers: { 'X-A': 'a' }, bearerTokenEnv: 'A', oauth: { clientId: 'a', scopes: ['a'] }, tools: new Map() };
    const differ = async (before: ServerModel, more: Readonly<Record<string, unknown>>) => scopesThatDiffer(specOf(before), specOf({ ...before, ...more }));
    const all = ['policy', 'mcp', 'runtime', 'profile', 'session'];
    const declaration = ['mcp', 'runtime', 'profile'];
    const endpoint = [...declaration, 'session'];
    expect(await differ(base, { requiresApproval: true })).toEqual(all);
    expect(await differ({ ...base, requiresApproval: true }, { requiresApproval: false })).toEqual(all);
    expect(await differ(base, { enabledTools: ['a'] })).toEqual(all);
    expect(await differ(base, { enabledTools: [] })).toEqual(all);
    expect(await differ(base, { disabledTools: ['a'] })).toEqual(all);
    expect(await differ(base, { enabled: false })).toEqual(declaration);
    expect(await differ(base, { required: true })).toEqual(declaration);
    expect(await differ(base, { command: 'other' })).toEqual(endpoint);
    expect(await differ(base, { args: ['b'] })).toEqual(endpoint);
    expect(await differ(base, { args: ['a', ''] })).toEqual(endpoint);
    expect(await differ(base, { cwd: '/tmp' })).toEqual(endpoint);
    expect(await differ(base, { env: { REGION: 'eu', MORE: '' } })).toEqual(declaration);
    expect(await differ(remote, { headers: { 'X-A': 'a', 'X-B': 'b' } })).toEqual(declaration);
    expect(await differ(remote, { headers: { 'x-a': 'a' } })).toEqual(['profile']);
    expect(await differ(remote, { bearerTokenEnv: 'B' })).toEqual(declaration);
    expect(await differ(remote, { oauth: { clientId: 'b', scopes: ['a'] } })).toEqual(declaration);
    expect(await differ(remote, { oauth: { clientId: 'a' } })).toEqual(declaration);
    expect(await differ(remote, { oauth: { clientId: 'a', scopes: [] } })).toEqual(declaration);
    expect(await differ(remote, { oauth: { scopes: ['a'] } })).toEqual(declaration);
    expect(await differ(base, { title: 'x', description: 'y' })).toEqual([]);
    expect(await differ({ ...base, reuseKey: 'k' }, { command: 'other' })).toEqual(declaration);
  });
});

function specOf(server: ServerModel): SpecModel {
  return { version: 1, mcpServers: new Map([['docs', server]]) };
}

function withoutUndefined(server: ServerModel): ServerModel {
  return Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined)) as ServerModel;
}
