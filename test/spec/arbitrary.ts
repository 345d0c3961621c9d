import fc from 'fast-check';
import { stringify as stringifyToml } from 'smol-toml';
import { stringify as stringifyYaml } from 'yaml';
import { compilePolicy } from '../../src/compile.js';
import type { NormalizedPolicy, SourceText, SpecFormat } from '../../src/model.js';
import { isCredentialKey, looksSecret } from '../../src/secrets.js';
import { lookalikeForm, nameFault, trimName } from '../../src/spec/names.js';

/** A spec as a host would build it, before it is written in a format. */
export interface SpecModel {
  readonly version: 1;
  readonly requiresApproval?: boolean;
  readonly mcpServers: ReadonlyMap<string, ServerModel>;
}

/** The fields of one server. Maps keep their keys apart from those of objects. */
export type ServerModel = Readonly<Record<string, unknown>> & { readonly tools: ReadonlyMap<string, string> };

/** Names that something takes for more than a name: properties, TOML and YAML syntax, keys of the format. */
const hostileNames = [
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'tools', 'approval_mode', 'true', 'null', '~', '1', '01', '1.0', '-', '--', 'a.b', 'a"b', "a'b", 'a\\b',
  'a b', 'a]b', '[a]', '{a}', 'a#b', '#a', 'a=b', 'a: b', '- a', '& a', '!a', '%a', '@a', '`a', '| a', '> a', 'é', '日本語', '😀', 'A', 'a', 'ａ', '<<', "it's", '=', 'y', 'no', '0x1',
];

const freeName = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostileNames) }, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.stringMatching(/^[a-z][a-z0-9_-]{0,9}$/));
const isName = (name: string) => trimName(name) === name && nameFault(name) === undefined && !looksSecret(name);

/** Names of tools, as MCP servers may list them. */
const toolName = freeName.filter((name) => isName(name) && name !== '<<');

/** Names of servers that Codex accepts. */
const serverName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', '1', '01', '-', 'a.b', 'a/b', '@a:b', 'A', 'a', 'true', 'null'), fc.stringMatching(/^[A-Za-z0-9_:@/.-]{1,12}$/)).filter((name) => name !== 'codex_apps' && !looksSecret(name));

/** Texts that are no references and no credentials; control characters, quotes and line ends included. */
const literal = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('', '"', "'", '\\', '\n', '\r\n', '\t', '\u007f', '\u0085', '\u2028', '\ufeff', '"""', "'''", '# x', 'a: b', '- x', '*a', '&a', '!a', '%', '@', '1', 'true', 'null', '~', 'yes', '0x10', '1e5', '.inf', '2001-01-01', '$HOME', '$(x)', '{}', '[]'))
  .filter((text) => text.isWellFormed() && !text.includes('${') && !text.includes('\0') && !looksSecret(text));
const filled = literal.filter((text) => text.trim() !== '');
const variable = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
const harmlessName = variable.filter((name) => !isCredentialKey(name));
const headerName = fc.stringMatching(/^X-[A-Za-z0-9-]{1,10}$/).filter((name) => !isCredentialKey(name) && !looksSecret(name));
const mode = fc.constantFrom('approve', 'prompt');

/** A map without twins: names that look alike are refused in a spec. */
function mapOf<T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>, maxLength: number, form = lookalikeForm): fc.Arbitrary<ReadonlyMap<string, T>> {
  return fc.uniqueArray(fc.tuple(key, value), { maxLength, selector: ([name]) => form(name) }).map((entries) => new Map(entries));
}

const tools = mapOf(toolName, mode, 6);
const common = {
  requiresApproval: fc.boolean(),
  required: fc.oneof(fc.boolean(), fc.constant('a reason')),
  reuseKey: fc.stringMatching(/^[a-z]{1,8}$/),
  title: fc.constant('Title'),
};
const stdio = fc.record({ ...common, tools, command: filled, args: fc.array(literal.filter((text) => !/[=:]/.test(text) && !text.startsWith('-')), { maxLength: 4 }), env: mapOf(harmlessName, literal, 4), cwd: filled }, { requiredKeys: ['tools', 'command'] });
const http = fc.record(
  { ...common, tools, url: fc.constantFrom('https://docs.example/mcp', 'http://127.0.0.1:8931/mcp', 'HTTPS://x.example'), headers: mapOf(headerName, fc.oneof(fc.constantFrom('a', 'two words', '"'), variable.map((name) => `\${env:${name}}`)), 3, (name) => name.toLowerCase()), bearerTokenEnv: variable, oauth: fc.constantFrom({ clientId: 'docs' }, { scopes: ['b', 'a'] }) },
  { requiredKeys: ['tools', 'url'] },
);

/** Specs that Codex can say exactly. */
export const specModel: fc.Arbitrary<SpecModel> = fc.record({ version: fc.constant(1 as const), requiresApproval: fc.boolean(), mcpServers: mapOf(serverName, fc.oneof(stdio, http) as fc.Arbitrary<ServerModel>, 4) }, { requiredKeys: ['version', 'mcpServers'] });

/** A model as plain data whose keys come in an order that `seed` decides. */
function plain(value: unknown, seed = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, seed));
  if (typeof value !== 'object' || value === null) return value;
  const entries: (readonly [string, unknown])[] = value instanceof Map ? [...(value as ReadonlyMap<string, unknown>)] : Object.entries(value);
  const table: Record<string, unknown> = {};
  for (const [key, item] of shuffled(entries, seed)) Object.defineProperty(table, key, { value: plain(item, seed + 1), enumerable: true, configurable: true, writable: true });
  return table;
}

function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  if (seed === 0) return list;
  return list.map((item, index) => ({ item, rank: Math.imul((index + 1) * 2654435761 + seed * 40503, seed | 1) >>> 0 })).sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const printers: Readonly<Record<SpecFormat, (value: unknown) => string>> = {
  toml: (value) => stringifyToml(value),
  yaml: (value) => stringifyYaml(value, { aliasDuplicateObjects: false, lineWidth: 0 }),
  json: (value) => JSON.stringify(value),
  jsonc: (value) => `// a comment\n${JSON.stringify(value, null, 2).replace(/\n/g, ' // "note": {\n')}\n`,
};

export function sourceOf(model: SpecModel, format: SpecFormat, seed = 0): SourceText {
  return { file: `spec.${format}`, format, text: printers[format](plain(model, seed)) };
}

/** The policy of a spec that must be sound. */
export async function policyOf(...sources: readonly SourceText[]): Promise<NormalizedPolicy> {
  const policy = await compilePolicy(sources);
  if (!policy.ok) throw new Error(`${policy.faults.map((fault) => `${fault.code} ${fault.message}`).join('\n')}\n${sources.map((source) => source.text).join('\n')}`);
  return policy.value;
}
