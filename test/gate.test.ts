import { describe, expect, it } from 'vitest';
import { cellNames, type Capabilities, type Cell, type CellName, type ExactDriver, type RefusingDriver } from '../src/driver.js';
import { loadDriver } from '../src/drivers/registry.js';
import { gate } from '../src/gate.js';
import type { NormalizedPolicy, RemoteTransport, ServerPolicy, StdioTransport } from '../src/model.js';

const codex = (await loadDriver('codex')) as ExactDriver;
const exact: Cell = { verdict: 'exact', grade: 'run', native: 'x' };

/** A client that can say everything but what is left out, and that names every tool. */
function clientWithout(...missing: readonly CellName[]): ExactDriver {
  const capabilities = Object.fromEntries(cellNames.map((name) => [name, missing.includes(name) ? { verdict: 'none', why: `no ${name}`, nearest: 'no nail, i.e. a hammer.' } : exact])) as unknown as Capabilities;
  return { ...codex, id: 'client', title: 'Client', capabilities, requiresTransport: false, nameable: (_server, tool) => ({ ok: true, key: [tool ?? ''] }), refusals: () => [], notes: () => [] };
}

const stdio: StdioTransport = { type: 'stdio', command: ['docs'], args: [], env: [] };
const remote: RemoteTransport = { type: 'streamable-http', url: ['https://x.example'], headers: [] };
const bare: ServerPolicy = { name: 'docs', enabled: true, required: false, disabledTools: [], tools: [] };
const policyOf = (...servers: readonly ServerPolicy[]): NormalizedPolicy => ({ servers, targets: [] });
const withTool: ServerPolicy = { ...bare, tools: [{ name: 'search', approvalMode: 'approve' }] };
const whole = { policyOnly: false };

/** What of a policy asks for each cell, under which code, and what comes closest and does not. */
const asks: Readonly<Record<CellName, readonly [code: string, asking: readonly Partial<ServerPolicy>[], others: readonly Partial<ServerPolicy>[]]>> = {
  approve: ['MCP301', [{ tools: [{ name: 't', approvalMode: 'approve' }] }], [{ tools: [{ name: 't', approvalMode: 'prompt' }] }, { requiresApproval: false }]],
  prompt: ['MCP301', [{ tools: [{ name: 't', approvalMode: 'prompt' }] }], [{ tools: [{ name: 't', approvalMode: 'approve' }] }, { requiresApproval: true }]],
  disable: ['MCP304', [{ disabledTools: ['t'] }], [{ disabledTools: [] }, { enabledTools: ['t'] }]],
  enableOnly: ['MCP304', [{ enabledTools: ['t'] }, { enabledTools: [] }], [{ disabledTools: ['t'] }]],
  serverDefaultPrompt: ['MCP304', [{ requiresApproval: true }], [{ requiresApproval: false }, {}]],
  serverDefaultApprove: ['MCP304', [{ requiresApproval: false }], [{ requiresApproval: true }, {}]],
  stdio: ['MCP305', [{ transport: stdio }], [{ transport: remote }, {}]],
  streamableHttp: ['MCP305', [{ transport: remote }], [{ transport: { ...remote, type: 'sse' } }, { transport: stdio }, {}]],
  sse: ['MCP305', [{ transport: { ...remote, type: 'sse' } }], [{ transport: remote }, {}]],
  envReference: [
    'MCP303',
    [
      { transport: { ...stdio, command: [{ env: 'A' }] } },
      { transport: { ...stdio, args: [['x'], ['--a=', { env: 'A' }]] } },
      { transport: { ...stdio, env: [{ name: 'A', value: [{ env: 'A' }] }] } },
      { transport: { ...stdio, cwd: [{ env: 'A' }] } },
      { transport: { ...remote, url: ['https://', { env: 'A' }] } },
      { transport: { ...remote, headers: [{ name: 'A', value: ['Bearer ', { env: 'A' }] }] } },
      { transport: { ...remote, bearerTokenEnv: 'A' } },
    ],
    [{ transport: { ...stdio, cwd: ['/srv'], args: [['x']], env: [{ name: 'A', value: ['x'] }, { name: 'B', value: [] }] } }, { transport: { ...remote, headers: [{ name: 'A', value: ['x'] }] } }, {}],
  ],
  required: ['MCP304', [{ required: true }], [{ required: false }]],
  disableServer: ['MCP304', [{ enabled: false }], [{ enabled: true }]],
  oauth: ['MCP304', [{ transport: { ...remote, oauth: {} } }, { transport: { ...remote, type: 'sse', oauth: { clientId: 'x' } } }], [{ transport: remote }, { transport: stdio }, {}]],
};

describe('what a client lacks', () => {
  it.each(cellNames)('%s: is refused where the policy asks for it, and only there', (cell) => {
    const [code, asking, others] = asks[cell];
    const driver = clientWithout(cell);
    for (const fields of asking) {
      const tool = fields.tools?.[0]?.name;
      expect(gate(driver, policyOf({ ...bare, ...fields }), whole)).toStrictEqual([
        { code, message: `Client, server "docs"${tool === undefined ? '' : `, tool "${tool}"`}: no ${cell}`, fix: 'Nearest: no nail, i.e. a hammer. Not rendered, because it is not the same.', subject: { driver: 'client', server: 'docs', ...(tool === undefined ? {} : { tool }) } },
      ]);
    }
    for (const fields of others) expect(gate(driver, policyOf({ ...bare, ...fields }), whole)).toStrictEqual([]);
  });

  it('is named for every server and tool at once, in the order of the policy', () => {
    const servers = ['a', 'b'].map((name): ServerPolicy => ({ ...bare, name, required: true, tools: [{ name: 'x', approvalMode: 'approve' }, { name: 'y', approvalMode: 'prompt' }] }));
    const refusals = gate(clientWithout('required', 'approve', 'prompt'), policyOf(...servers), whole);
    expect(refusals.map(({ code, subject }) => [code, subject?.server, subject?.tool])).toEqual([
      ['MCP304', 'a', undefined],
      ['MCP301', 'a', 'x'],
      ['MCP301', 'a', 'y'],
      ['MCP304', 'b', undefined],
      ['MCP301', 'b', 'x'],
      ['MCP301', 'b', 'y'],
    ]);
  });

  it('has no fix of its own where nothing comes near', () => {
    const driver: ExactDriver = { ...clientWithout(), capabilities: { ...clientWithout().capabilities, required: { verdict: 'none', why: 'no such key' } } };
    expect(gate(driver, policyOf({ ...bare, required: true }), whole)).toStrictEqual([{ code: 'MCP304', message: 'Client, server "docs": no such key', subject: { driver: 'client', server: 'docs' } }]);
  });
});

describe('names that a client cannot say', () => {
  const unnameable = (isBad: (server: string, tool: string | undefined) => boolean, fix?: string): ExactDriver => ({
    ...clientWithout(),
    nameable: (server, tool) => (isBad(server, tool) ? { ok: false, why: 'too odd', ...(fix === undefined ? {} : { fix }) } : { ok: true, key: [] }),
  });
  const tools = (fields: Partial<ServerPolicy>, driver: ExactDriver) => gate(driver, policyOf({ ...bare, ...fields }), whole).map(({ code, subject }) => [code, subject?.tool]);

  it('are refused for the server and for each tool', () => {
    expect(gate(unnameable((_, tool) => tool === undefined, 'Rename it.'), policyOf(withTool), whole)).toStrictEqual([{ code: 'MCP302', message: 'Client, server "docs": too odd', fix: 'Rename it.', subject: { driver: 'client', server: 'docs' } }]);
    expect(gate(unnameable((_, tool) => tool !== undefined), policyOf(withTool), whole)).toStrictEqual([{ code: 'MCP302', message: 'Client, server "docs", tool "search": too odd', subject: { driver: 'client', server: 'docs', tool: 'search' } }]);
  });

  it('are refused among disabled tools too', () => {
    expect(tools({ disabledTools: ['even', 'odd'] }, unnameable((_, tool) => tool === 'odd'))).toEqual([['MCP302', 'odd']]);
  });

  it('are asked about with all servers of the run', () => {
    const seen: NormalizedPolicy[] = [];
    const driver: ExactDriver = { ...clientWithout(), nameable: (_server, _tool, all) => (seen.push(all), { ok: true, key: [] }) };
    const policy = policyOf({ ...withTool, disabledTools: ['x'] }, { ...bare, name: 'forge' });
    gate(driver, policy, whole);
    expect(seen).toEqual([policy, policy, policy, policy]);
  });
});

describe('what a driver refuses on its own', () => {
  it('is reported as it says, with the server and tool', () => {
    const driver: ExactDriver = { ...clientWithout(), refusals: (server) => [{ code: 'MCP303', server: server.name, tool: 't', why: 'because', fix: 'Do not.' }] };
    expect(gate(driver, policyOf(bare), whole)).toStrictEqual([{ code: 'MCP303', message: 'Client, server "docs", tool "t": because', fix: 'Do not.', subject: { driver: 'client', server: 'docs', tool: 't' } }]);
  });
});

describe('a server without a transport', () => {
  const orphans = (requiresTransport: boolean, policyOnly: boolean, fields: Partial<ServerPolicy> = {}) =>
    gate({ ...clientWithout(), requiresTransport }, policyOf({ ...bare, ...fields }), { policyOnly }).map(({ code }) => code);

  it('is refused where the client needs one and the whole config is wanted', () => {
    expect(orphans(true, false)).toEqual(['MCP306']);
    expect(orphans(true, true)).toEqual([]);
    expect(orphans(false, false)).toEqual([]);
    expect(orphans(true, false, { transport: stdio })).toEqual([]);
  });
});

describe('a client without an exact primitive', () => {
  const refusing: RefusingDriver = { verdict: 'refused', id: 'old', title: 'Old', docs: 'https://x.example', evidence: [], reason: 'It cannot.', nearest: 'A list.', change: 'A key.' };
  const fix = 'Nearest: A list. Not rendered, because it is not the same.';

  it('is refused for every pair', () => {
    const policy = policyOf({ ...withTool, tools: [...withTool.tools, { name: 'z', approvalMode: 'prompt' }] }, { ...withTool, name: 'forge' });
    expect(gate(refusing, policy, whole)).toStrictEqual(
      [['docs', 'search'], ['docs', 'z'], ['forge', 'search']].map(([server, tool]) => ({ code: 'MCP301', message: `Old, server "${String(server)}", tool "${String(tool)}": It cannot.`, fix, subject: { driver: 'old', server, tool } })),
    );
  });

  it('is refused as such where no tool is named', () => {
    for (const policy of [policyOf(), policyOf(bare)]) expect(gate(refusing, policy, { policyOnly: true })).toEqual([{ code: 'MCP301', message: 'Old: It cannot.', fix, subject: { driver: 'old' } }]);
  });
});

describe('every refusing driver of the product', () => {
  it('names each pair, prints nothing and exits 4', async () => {
    const { runMain } = await import('./run-main.js');
    const { driverIds } = await import('../src/drivers/registry.js');
    const stdin = 'version = 1\n[mcpServers.docs]\ncommand = "docs"\ntools = { search = "approve", drop = "prompt" }\n';
    const refused = (await Promise.all(driverIds.map(loadDriver))).filter((driver) => driver?.verdict === 'refused');
    expect(refused.length).toBeGreaterThan(10);
    for (const driver of refused) {
      const { exit, stdout, stderr } = await runMain(['render', driver?.id ?? '', '--spec', '-', '--spec-format', 'toml'], { cwd: '/', stdin });
      expect({ id: driver?.id, exit, stdout }).toEqual({ id: driver?.id, exit: 4, stdout: '' });
      for (const tool of ['search', 'drop']) expect(stderr).toContain(`server "docs", tool "${tool}": `);
    }
  });
});
