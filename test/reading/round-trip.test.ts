import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { inWorkspace, type Workspace } from '../apply/workspace.js';
import { compilePolicy } from '../../src/compile.js';
import type { ExactDriver } from '../../src/driver.js';
import { driverIds, loadDriver } from '../../src/drivers/registry.js';
import type { NormalizedPolicy, ServerPolicy } from '../../src/model.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const drivers = (await Promise.all(driverIds.map(loadDriver))).flatMap((driver) => (driver?.verdict === 'exact' && driver.read !== undefined ? [driver] : []));

/** Texts that a policy takes literally, and a client's own page warns of: `check` reports them although we wrote them. */
const warned: readonly string[] = ['claude-code literal-dollar'];

/** Specs of the render fixtures that this client can say, the texts as they are. */
function specsOf({ id }: ExactDriver): readonly (readonly [string, string])[] {
  const folder = join(fixtures, `render-${id}`);
  const caseOf = (name: string) => parse(readFileSync(join(folder, name, 'case.toml'), 'utf8')) as { exit: number; args: string[] };
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'spec.toml')) && caseOf(name).exit === 0 && !caseOf(name).args.includes('--policy-only') && !warned.includes(`${id} ${name}`))
    .map((name) => [name, readFileSync(join(folder, name, 'spec.toml'), 'utf8')]);
}

/** The spec with the client's files as its targets, and the policy that it means. */
async function withTargets({ id, parts }: ExactDriver, spec: string) {
  const files = parts.flatMap(({ id: part, target, format }) => (target === undefined ? [] : [{ target, file: `client/${part}.${format}` }]));
  const target = Object.fromEntries(files.map(({ target: key, file }) => [key, file]));
  const given = parse(spec);
  const text = JSON.stringify({ ...given, targets: { [id]: target } });
  const compiled = await compilePolicy([{ file: 'mcpolicy.json', format: 'json', text }]);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ message }) => message).join('\n'));
  return { text, files: files.map(({ file }) => file), policy: compiled.value };
}

/** What a client must do with a tool, by the policy alone. `undefined`: the policy leaves it to the client. */
function wanted({ enabled, enabledTools, disabledTools, tools, requiresApproval }: ServerPolicy, tool: string): string | undefined {
  if (!enabled || disabledTools.includes(tool) || (enabledTools !== undefined && !enabledTools.includes(tool))) return 'cannot be called';
  const mode = tools.find(({ name }) => name === tool)?.approvalMode;
  if (mode !== undefined) return mode === 'approve' ? 'runs unasked' : 'asks';
  return requiresApproval === true ? 'asks' : requiresApproval === false ? 'runs unasked' : undefined;
}

const unnamed = 'no_such_tool';

function pairsOf({ servers }: NormalizedPolicy): readonly (readonly [ServerPolicy, string])[] {
  return servers.flatMap((server) => [...server.tools.map(({ name }) => name), ...server.disabledTools, ...(server.enabledTools ?? []), unnamed].map((tool) => [server, tool] as const));
}

/** Where approvals are flags of a call, or a file holds no switch, the files alone say less than the policy. */
function isInFiles({ parts, project }: ExactDriver, server: ServerPolicy): boolean {
  const files = new Set(parts.flatMap(({ id, target }) => (target === undefined ? [] : [id])));
  return project(server).every(({ part }) => files.has(part));
}

async function explained({ run }: Workspace, server: string, tool: string): Promise<string> {
  const { exit, stdout, stderr } = await run('explain', '--format', 'json', '--', `${server}/${tool}`);
  return exit === 0 ? ((JSON.parse(stdout) as { answers: { happens: string }[] }).answers[0]?.happens ?? '') : stderr;
}

describe.each(drivers.map((driver) => [driver.id, driver] as const))('what mcpolicy wrote for %s', (id, driver) => {
  it.each(specsOf(driver))('%s is checked, explained and imported without a finding', async (_name, spec) => {
    const { text, files, policy } = await withTargets(driver, spec);
    await inWorkspace({ 'mcpolicy.json': text }, async (workspace) => {
      mkdirSync(join(workspace.folder, 'client'));
      for (const command of [['apply', '--yes'], ['check']]) {
        const { exit, stderr } = await workspace.run(...command);
        expect(exit, stderr).toBe(0);
      }
      for (const [server, tool] of pairsOf(policy)) {
        const happens = await explained(workspace, server.name, tool);
        const expected = isInFiles(driver, server) ? wanted(server, tool) : undefined;
        if (expected === undefined) expect(`${server.name}/${tool}: ${happens}`).toMatch(/: (?:client decides|unknown|cannot be called)$/);
        else expect(`${server.name}/${tool}: ${happens}`).toBe(`${server.name}/${tool}: ${expected}`);
      }
      const present = files.filter((file) => existsSync(join(workspace.folder, file)));
      if (present.length === 0 || !present.every((file, index) => file === files[index])) return;
      const imported = await workspace.run('import', id, ...present);
      const errors = [...imported.stderr.matchAll(/ error\[(MCP\d+)\]: (.*)/g)].map(([, code = '', message = '']) => `${code} ${message}`);
      const open = policy.servers.filter(({ requiresApproval }) => requiresApproval === false);
      expect(errors.map((error) => error.slice(0, 6))).toEqual(open.map(() => 'MCP406'));
      expect(imported.exit, imported.stderr).toBe(open.length === 0 ? 0 : 1);
    });
  });
});
