import fc from 'fast-check';
import { stringify as stringifyToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { stringify as stringifyYaml } from 'yaml';
import { runMain } from '../run-main.js';

/** Recognised by its beginning, wherever it stands. */
const token = 'ghp_PLANTED0123456789abcdefghij';
/** Recognised by nothing: a secret because of where it stands. */
const password = 'plantedhunter';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const base: Json = {
  version: 1,
  requiresApproval: true,
  mcpServers: {
    docs: { type: 'stdio', command: 'docs', args: ['--verbose', 'x'], env: { REGION: 'eu', NAME: '${env:NAME}' }, cwd: '/srv', title: 'Docs', reuseKey: 'docs', enabledTools: ['search'], tools: { search: 'approve' } },
    forge: { url: 'https://forge.example/mcp', headers: { 'X-Team': 'a', Authorization: 'Bearer ${env:T}' }, oauth: { clientId: 'forge', scopes: ['read'] }, required: 'because', disabledTools: ['drop'], tools: [{ name: 'list', approvalMode: 'prompt' }] },
  },
  targets: { codex: { file: 'config.toml' } },
};

const printers: Readonly<Record<string, (value: Json) => string>> = {
  toml: (value) => stringifyToml(value),
  yaml: (value) => stringifyYaml(value),
  json: (value) => JSON.stringify(value, null, 2),
  jsonc: (value) => JSON.stringify(value),
};

/** Every place of a document: where a value stands, and where a key does. */
function placesOf(value: Json, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => placesOf(item as Json, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** The document with another value, or another last key, at a place. */
function planted(value: Json, [head, ...rest]: readonly (string | number)[], secret: string, as: 'value' | 'key'): Json {
  if (head === undefined) return secret;
  const change = (item: Json) => (as === 'key' && rest.length === 0 ? item : planted(item, rest, secret, as));
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === head ? change(item) : item));
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [as === 'key' && rest.length === 0 && key === head ? secret : key, key === head ? change(item as Json) : (item as Json)]));
}

/** What careless typing and broken tools do to a text. */
const breakage = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), text: fc.constantFrom('"', "'", '{', '}', '[', ']', ':', ',', '=', '#', '\n', '\t', ' ', '\\', '&', '*', '!', '|', '>', '%', '@', '-', '?', '`', '\r', '//', '/*', '"""', "'''", '<<: ', '---\n', '\u201c', '\ufeff', '\u0007') }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
);
type Breakage = typeof breakage extends fc.Arbitrary<infer T> ? T : never;

function broken(text: string, breakages: readonly Breakage[]): string {
  return breakages.reduce((current, one) => {
    const at = Math.floor(one.at * current.length);
    if (one.kind === 'insert') return current.slice(0, at) + one.text + current.slice(at);
    if (one.kind === 'delete') return current.slice(0, at) + current.slice(at + one.length);
    if (one.kind === 'repeat') return current.slice(0, at) + current.slice(at, at + one.length) + current.slice(at);
    return current.slice(0, at);
  }, text);
}

const commands: readonly (readonly string[])[] = [
  ['render', 'codex'],
  ['render', 'codex', '--format', 'json'],
  ['render', 'cursor'],
  ['render', 'zed', '--strict'],
  ['fingerprint', '--driver', 'codex'],
];

const format = fc.constantFrom(...Object.keys(printers));
const command = fc.constantFrom(...commands);
const breakages = fc.array(breakage, { maxLength: 3 });
const runs = { numRuns: 400 };

async function run(args: readonly string[], written: string, text: string) {
  const ended = await runMain([...args, '--spec', '-', '--spec-format', written], { cwd: '/', stdin: text });
  expect(ended.stderr, text).not.toContain('MCP905');
  return ended;
}

/** Names are printed as what they are, also one that somebody took from a token. */
function withoutNames(stdout: string): string {
  return stdout.split('\n').filter((line) => !/^(?:\[|(?:enabled|disabled)_tools = )/.test(line)).join('\n');
}

describe('a secret in a spec is never shown', () => {
  it('when it is recognised, wherever it stands, in a sound or broken document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...placesOf(base)), fc.constantFrom('value' as const, 'key' as const), fc.constantFrom(token, `x ${token}`, `${token}*`, `a=${token}`), format, breakages, command, async (place, as, secret, written, breaks, args) => {
        const text = broken((printers[written] ?? String)(planted(base, place, secret, as)), breaks);
        const { stdout, stderr } = await run(args, written, text);
        expect(stderr, text).not.toContain(token);
        expect(withoutNames(stdout), text).not.toContain(token);
      }),
      runs,
    );
  });

  it('when only its place tells, in a sound document', async () => {
    const places: readonly Json[] = [
      { env: { TOKEN: password } },
      { env: { A: '1', dbPassword: password, B: 2 } },
      { args: ['--token', password] },
      { args: [`--api-key=${password}`, 5] },
      { args: [`Authorization: ${password}`] },
      { env: { DATABASE_URL: `postgres://admin:${password}@db.example` } },
    ];
    const remote: readonly Json[] = [{ headers: { Authorization: password } }, { headers: { 'X-Api-Key': password, 'bad name': 'x' } }, { url: `https://a:${password}@x.example` }, { url: `https://x.example?key=${password}` }];
    const servers = [...places.map((fields) => ({ command: 'docs', ...(fields as object) })), ...remote.map((fields) => ({ url: 'https://x.example', ...(fields as object) }))];
    for (const server of servers) {
      for (const [written, print] of Object.entries(printers)) {
        for (const args of commands) {
          const text = print({ version: 1, mcpServers: { docs: { ...server, unknown: 1 } } } as Json);
          const { exit, stdout, stderr } = await run(args, written, text);
          expect({ exit, stdout }, text).toEqual({ exit: 3, stdout: '' });
          expect(stderr, text).toContain('MCP210');
          expect(stderr, text).not.toContain(password);
        }
      }
    }
  });

  it('when only its place tells, in a broken document of a format with quotes', async () => {
    const text = { version: 1, mcpServers: { docs: { url: 'https://x.example', headers: { Authorization: `Bearer ${password}` }, tools: { search: 'approve' } }, forge: { command: 'x', env: { TOKEN: password, REGION: 'eu' }, args: ['--token', password] } } };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('toml', 'json', 'jsonc'), breakages, command, async (written, breaks, args) => {
        const document = broken((printers[written] ?? String)(text), breaks);
        const { stdout, stderr } = await run(args, written, document);
        expect(stdout + stderr, document).not.toContain(password);
      }),
      runs,
    );
  });
});
