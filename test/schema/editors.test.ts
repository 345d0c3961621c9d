import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Taplo } from '@taplo/lib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../run-main.js';

const example = readFileSync(fileURLToPath(new URL('../../fixtures/example/mcpolicy.toml', import.meta.url)), 'utf8');
const schemaAddress = 'file:///project/.mcpolicy-schema.json';

let schema = '';
let taplo: Taplo;

beforeAll(async () => {
  schema = (await runMain(['schema'], { cwd: '.' })).stdout;
  taplo = await Taplo.initialize({
    now: () => new Date(0),
    envVar: () => '',
    envVars: () => [],
    stdErrAtty: () => false,
    stdin: () => Promise.resolve(new Uint8Array()),
    stdout: (bytes: Uint8Array) => Promise.resolve(bytes.length),
    stderr: (bytes: Uint8Array) => Promise.resolve(bytes.length),
    glob: () => [],
    readFile: (path: string) => (path === '/project/.mcpolicy-schema.json' ? Promise.resolve(new TextEncoder().encode(schema)) : Promise.reject(new Error('no such file'))),
    writeFile: () => Promise.reject(new Error('read only')),
    urlToFilePath: (url: string) => new URL(url).pathname,
    isAbsolute: (path: string) => path.startsWith('/'),
    cwd: () => '/project',
    findConfigFile: () => undefined,
  });
});

const faultsOf = async (toml: string) => (await taplo.lint(toml, { config: { schema: { enabled: true, url: schemaAddress } } })).errors.map(({ error }) => error);

describe('Even Better TOML (Taplo), with the schema', () => {
  it('finds nothing in the shipped example', async () => {
    expect(await faultsOf(example)).toEqual([]);
  });

  it.each([
    ['an unknown mode', example.replace('ui_drop = "prompt"', 'ui_drop = "auto"')],
    ['a misspelt key', example.replace('requiresApproval', 'requireApproval')],
    ['another version', example.replace('version = 1', 'version = 2')],
    ['two transports', example.replace('command = "npx"', 'command = "npx"\nurl = "https://docs.example/mcp"')],
    ['a wildcard', example.replace('search = "approve"', '"*" = "approve"')],
    ['a foreign reference', example.replace('"@acme/docs-mcp@1.4.0"', '"${TOKEN}"')],
  ])('marks %s', async (_what, toml) => {
    expect(toml).not.toBe(example);
    expect(await faultsOf(toml)).not.toEqual([]);
  });
});

describe('VS Code, which reads $schema in JSON', () => {
  it('takes the printed schema as JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, strictTypes: false });
    expect(ajv.validateSchema(JSON.parse(schema) as object)).toBe(true);
    const isValid = ajv.compile(JSON.parse(schema) as object);
    expect(isValid({ $schema: './.mcpolicy-schema.json', version: 1, mcpServers: {} })).toBe(true);
    expect(isValid({ $schema: './.mcpolicy-schema.json', version: 1, mcpServers: { a: { tools: { x: 'auto' } } } })).toBe(false);
  });

  it('shows what each key means', () => {
    const { properties } = JSON.parse(schema) as { properties: Record<string, { description?: string }> };
    expect(Object.entries(properties).filter(([, { description }]) => description === undefined)).toEqual([]);
  });
});
