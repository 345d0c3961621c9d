import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'smol-toml';
import { compilePolicy } from '../../src/compile.js';
import type { CellName, ExactDriver } from '../../src/driver.js';
import { driverIds, loadDriver } from '../../src/drivers/registry.js';
import type { NormalizedPolicy, ServerPolicy, Template } from '../../src/model.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const exact = (await Promise.all(driverIds.map(loadDriver))).flatMap((driver) => (driver?.verdict === 'exact' && existsSync(`${fixtures}/render-${driver.id}`) ? [driver] : []));

interface RenderCase {
  readonly name: string;
  readonly exit: number;
  readonly stderr: string;
  readonly policy: NormalizedPolicy;
}

/** The cases of `fixtures/render-ID` that render one spec, with the policy that the spec means. */
async function casesOf({ id }: ExactDriver): Promise<readonly RenderCase[]> {
  const folder = `${fixtures}/render-${id}`;
  const names = readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/spec.toml`));
  const cases = await Promise.all(names.map(async (name): Promise<readonly RenderCase[]> => {
    const { exit } = parse(readFileSync(`${folder}/${name}/case.toml`, 'utf8')) as { exit: number };
    const stderr = existsSync(`${folder}/${name}/stderr`) ? readFileSync(`${folder}/${name}/stderr`, 'utf8') : '';
    const compiled = await compilePolicy([{ file: 'spec.toml', format: 'toml', text: readFileSync(`${folder}/${name}/spec.toml`, 'utf8') }]);
    return compiled.ok ? [{ name, exit, stderr, policy: compiled.value }] : [];
  }));
  return cases.flat();
}

const refers = (text: Template) => text.some((part) => typeof part === 'object');

/** What makes a server ask for a cell: written down here once more, because the gate is what these fixtures test. */
const asks: Readonly<Record<CellName, (server: ServerPolicy) => boolean>> = {
  approve: ({ tools }) => tools.some(({ approvalMode }) => approvalMode === 'approve'),
  prompt: ({ tools }) => tools.some(({ approvalMode }) => approvalMode === 'prompt'),
  disable: ({ disabledTools }) => disabledTools.length > 0,
  enableOnly: ({ enabledTools }) => enabledTools !== undefined,
  serverDefaultPrompt: ({ requiresApproval }) => requiresApproval === true,
  serverDefaultApprove: ({ requiresApproval }) => requiresApproval === false,
  stdio: ({ transport }) => transport?.type === 'stdio',
  streamableHttp: ({ transport }) => transport?.type === 'streamable-http',
  sse: ({ transport }) => transport?.type === 'sse',
  envReference: ({ transport }) => transport !== undefined && (transport.type === 'stdio' ? transport.env : transport.headers).some(({ value }) => refers(value)),
  required: ({ required }) => required,
  disableServer: ({ enabled }) => !enabled,
  oauth: ({ transport }) => transport !== undefined && transport.type !== 'stdio' && transport.oauth !== undefined,
};

describe.each(exact.map((driver) => [driver.id, driver] as const))('fixtures of %s', async (_id, driver) => {
  const cases = await casesOf(driver);
  const asking = (cell: CellName) => cases.filter(({ policy }) => policy.servers.some(asks[cell]));

  it.each(Object.entries(driver.capabilities).map(([name, cell]) => [name as CellName, cell.verdict, cell] as const))('show the cell %s: %s', (name, _verdict, cell) => {
    const shown = asking(name);
    if (cell.verdict === 'exact') expect(shown.filter(({ exit }) => exit === 0).map((one) => one.name)).not.toEqual([]);
    else {
      expect(shown.filter(({ exit, stderr }) => exit === 4 && stderr.includes(cell.why)).map((one) => one.name)).not.toEqual([]);
      expect(shown.filter(({ exit }) => exit !== 4).map((one) => one.name)).toEqual([]);
    }
  });
});

it('finds the drivers whose goldens it reads', () => {
  expect(exact.map(({ id }) => id)).toEqual(expect.arrayContaining(['claude-code', 'copilot-cli', 'gemini-cli', 'kiro', 'zed']));
});
