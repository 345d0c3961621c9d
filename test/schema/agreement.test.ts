import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNote, type Diagnostic, type DiagnosticCode } from '../../src/diagnostics.js';
import { beyondSchema } from '../../src/schema/beyond.js';
import { jsonSchema, specSchema } from '../../src/schema/spec-schema.js';
import { oauthFields, serverFields, specFields, targetFields } from '../../src/spec/fields.js';
import { normalize } from '../../src/spec/normalize.js';
import { validate } from '../../src/spec/validate.js';

const zodSchema = specSchema();
const isValid = new Ajv2020({ strict: false, allErrors: true }).compile(jsonSchema());

/** How the validator words the rules that no schema can say. Another message under the same code is a schema too lax. */
const wording: Readonly<Record<keyof typeof beyondSchema, RegExp>> = {
  MCP205: /holds the invisible character|half of a surrogate pair/,
  MCP206: /HTTP ignores case/,
  MCP207: /declared/,
  MCP208: /look the same/,
  MCP209: /both bearerTokenEnv and an Authorization header/,
  MCP210: /looks like a credential|user name or password/,
  MCP211: /has an approval mode, and|is both in enabledTools and in disabledTools/,
  MCP213: /no http or https address|is the spec itself|holds a line break|half of a surrogate pair/,
};

/** The faults that the validator finds in a document, notes left out. */
function faultsOf(value: unknown): readonly Diagnostic[] {
  const spec = validate({ source: { file: 'spec', format: 'json', text: '' }, value });
  if (!spec.ok) return spec.faults.filter((fault) => !isNote(fault));
  const policy = normalize([spec.value]);
  return policy.ok ? [] : policy.faults.filter((fault) => !isNote(fault));
}

function isBeyondSchema({ code, message }: Diagnostic): boolean {
  const words = Object.hasOwn(wording, code) ? wording[code as keyof typeof wording] : undefined;
  return words?.test(message) ?? false;
}

/** What the three judges say must fit together. */
function expectAgreement(value: unknown): void {
  const faults = faultsOf(value);
  const byZod = zodSchema.safeParse(value).success;
  const byAjv = isValid(value);
  expect({ zod: byZod, ajv: byAjv }).toEqual({ zod: byAjv, ajv: byZod });
  const context = `${JSON.stringify(value)} ${JSON.stringify(isValid.errors)} ${faults.map(({ code, message }) => `${code} ${message}`).join('; ')}`;
  if (faults.length === 0) expect(byZod, context).toBe(true);
  else if (byZod) expect(faults.filter((fault) => !isBeyondSchema(fault)), context).toEqual([]);
}

const words = fc.constantFrom('x', 'read', 'Größe', ' padded ', '', '  ', 'a*', 'q?', 'a\u200bb', '${env:NAME}', '${NAME}', '~/x', '%HOME%', '$', 'a ${env:A}${env:B}', 'https://host.example/mcp', 'HTTP://h', 'ftp://h', 'stdio', 'http', 'sse', 'prompt', 'approve', 'deny', 'line\nbreak', 'ghp_0123456789abcdefghij', 'constructor', 'toString', '\ud800', 'NAME_1', '1NAME', 'a=b', 'X-Header', 'authorization');
const scalars = fc.oneof({ arbitrary: words, weight: 6 }, fc.boolean(), fc.constantFrom(0, 1, 2, null));
const anything = fc.oneof({ arbitrary: scalars, weight: 4 }, fc.array(scalars, { maxLength: 3 }), fc.dictionary(words, scalars, { maxKeys: 3 }));

/** Tables with mostly known keys, each holding what `good` makes for it, or anything at all. */
function tables(fields: object, good: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  const entry = fc.constantFrom(...Object.keys(fields)).chain((key) => fc.tuple(fc.constant(key), fc.oneof({ arbitrary: good[key] ?? words, weight: 5 }, anything)));
  const stranger = fc.tuple(words, anything);
  return fc.array(fc.oneof({ arbitrary: entry, weight: 20 }, stranger), { maxLength: 5 }).map((entries) => Object.fromEntries(entries.filter(([key]) => key !== '__proto__')));
}

const names = fc.array(words, { maxLength: 3 });
const maps = fc.dictionary(words, words, { maxKeys: 3 });
const modes = fc.constantFrom('prompt', 'approve');
const tools = fc.oneof(
  fc.dictionary(words, fc.oneof(modes, fc.record({ approvalMode: modes })), { maxKeys: 3 }),
  fc.array(fc.record({ name: words, approvalMode: modes }), { maxLength: 3 }),
);
const servers = tables(serverFields, {
  type: fc.constantFrom('stdio', 'http', 'streamable-http', 'sse'), command: words, args: names, env: maps, url: fc.constantFrom('https://host.example/mcp', '${env:URL}/mcp', 'http://'), headers: maps,
  oauth: tables(oauthFields, { scopes: names }), enabled: fc.boolean(), required: fc.oneof(fc.boolean(), words), requiresApproval: fc.boolean(), enabledTools: names, disabledTools: names, tools,
});
const documents = tables(specFields, { version: fc.constant(1), requiresApproval: fc.boolean(), mcpServers: fc.dictionary(words, servers, { maxKeys: 2 }), targets: fc.dictionary(words, tables(targetFields, {}), { maxKeys: 2 }) }).map(
  (document) => ({ version: 1, mcpServers: {}, ...(document as object) }),
);

describe('the schema and the validator', () => {
  it('agree on generated documents, but for the rules that a schema cannot say', () => {
    let [accepted, refused, beyond] = [0, 0, 0];
    fc.assert(
      fc.property(documents, (document) => {
        expectAgreement(document);
        if (faultsOf(document).length === 0) accepted += 1;
        else if (zodSchema.safeParse(document).success) beyond += 1;
        else refused += 1;
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(accepted, refused, beyond)).toBeGreaterThan(20);
  });

  it.each([
    ['nothing', {}],
    ['another version', { version: 2, mcpServers: {} }],
    ['a version as text', { version: '1', mcpServers: {} }],
    ['no servers', { version: 1 }],
    ['two transports', { version: 1, mcpServers: { a: { command: 'x', url: 'https://h.example' } } }],
    ['args without a command', { version: 1, mcpServers: { a: { args: [] } } }],
    ['headers without a url', { version: 1, mcpServers: { a: { command: 'x', headers: {} } } }],
    ['a type that does not fit', { version: 1, mcpServers: { a: { command: 'x', type: 'http' } } }],
    ['a type without a transport', { version: 1, mcpServers: { a: { type: 'stdio' } } }],
    ['an empty oauth', { version: 1, mcpServers: { a: { url: 'https://h.example', oauth: {} } } }],
    ['a wildcard', { version: 1, mcpServers: { a: { tools: { '*': 'approve' } } } }],
    ['an unknown mode', { version: 1, mcpServers: { a: { tools: { x: 'auto' } } } }],
    ['a target without a file', { version: 1, mcpServers: {}, targets: { codex: {} } }],
    ['an unknown key', { version: 1, mcpServers: {}, mcpserver: {} }],
    ['a spec with everything', { $schema: './schema.json', version: 1, requiresApproval: true, mcpServers: { a: { title: 'A', type: 'http', url: 'https://h.example', headers: { 'X-A': '${env:A}' }, oauth: { clientId: 'c', scopes: ['s'] }, required: 'why', tools: [{ name: 'x', approvalMode: 'prompt' }] }, b: { command: 'b', args: [''], env: { A: '' }, cwd: '/b', enabledTools: [], tools: {} } }, targets: { codex: { file: 'c' } } }],
  ])('agree on %s', (_what, document) => {
    expectAgreement(document);
    const hasFaults = faultsOf(document).length > 0;
    expect(zodSchema.safeParse(document).success).toBe(!hasFaults);
  });

  it('name every rule beyond the schema by a code that exists', () => {
    expect(Object.keys(wording).sort()).toEqual((Object.keys(beyondSchema) as DiagnosticCode[]).sort());
  });
});
