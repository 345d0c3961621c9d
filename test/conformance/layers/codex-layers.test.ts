import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scenarios, type Scenario } from '../../layers/scenarios.js';
import { plant } from '../../layers/tree.js';
import { answerUnsupported, AppServer, type Json } from '../harness/app-server.js';
import { installClient, pins, type InstalledClient } from '../harness/clients.js';
import { isolatedEnvironment, makeScratch } from '../harness/scratch.js';

/** What `config/read` says of one layer, the highest first. */
interface Layer {
  readonly name: { readonly type: string; readonly file?: string; readonly dotCodexFolder?: string };
  readonly disabledReason?: string | null;
}

/** Codex's own account of its layers, for the scenarios that the unit tests judge by. */
describe('what the real Codex makes of the same files', () => {
  let client: InstalledClient;
  beforeAll(() => { client = installClient(pins.codex[0]); });

  it.each(scenarios.map((scenario) => [scenario.about, scenario] as const))('%s', async (_about, scenario) => {
    const scratch = makeScratch();
    try {
      const root = path.join(scratch.root, 'case');
      mkdirSync(root);
      plant(root, scenario);
      const { config, layers } = await readConfig(client, scenario, root, isolatedEnvironment(scratch, environmentOf(scenario, root)));
      const files = layers.flatMap((layer) => (fileOf(layer) === undefined ? [] : [{ layer, file: path.relative(root, fileOf(layer)!).replaceAll(path.sep, '/') }])).filter(({ file }) => existsSync(path.join(root, file)));
      expect(files.filter(({ layer }) => layer.disabledReason == null).map(({ file }) => file)).toEqual(scenario.expected.active);
      expect(files.filter(({ layer }) => layer.disabledReason != null).map(({ file }) => file)).toEqual(scenario.expected.ignored ?? []);
      if (scenario.expected.tools !== undefined) expect(modesOf(config)).toEqual(scenario.expected.tools);
      for (const [key, value] of Object.entries(scenario.expected.settings ?? {})) expect(config[key]).toBe(value);
    } finally {
      scratch.remove();
    }
  });
});

function environmentOf(scenario: Scenario, root: string): Record<string, string> {
  return { HOME: path.join(root, 'home'), ...(scenario.codexHome === undefined ? {} : { CODEX_HOME: path.join(root, scenario.codexHome) }) };
}

async function readConfig(client: InstalledClient, scenario: Scenario, root: string, env: Record<string, string>): Promise<{ config: Json; layers: readonly Layer[] }> {
  const cwd = path.join(root, scenario.cwd);
  const server = new AppServer(process.execPath, [client.script, 'app-server'], { cwd, env }, answerUnsupported);
  try {
    await server.call('initialize', { clientInfo: { name: 'conformance', version: '1' }, capabilities: { experimentalApi: true } });
    server.notify('initialized');
    return (await server.call('config/read', { includeLayers: true, cwd })) as unknown as { config: Json; layers: readonly Layer[] };
  } finally {
    await server.stop();
  }
}

function fileOf({ name }: Layer): string | undefined {
  return name.dotCodexFolder === undefined ? name.file : path.join(name.dotCodexFolder, 'config.toml');
}

function modesOf(config: Json): Record<string, unknown> {
  const servers = (config['mcp_servers'] ?? {}) as Record<string, { tools?: Record<string, { approval_mode?: string }> }>;
  return Object.fromEntries(Object.entries(servers['s']?.tools ?? {}).map(([tool, table]) => [tool, table.approval_mode]));
}
