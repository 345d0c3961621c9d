import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExactDriver, Nameable } from '../../src/driver.js';
import { compareNames, type NormalizedPolicy } from '../../src/model.js';
import { loadAllDrivers, loadDriver } from '../../src/drivers/registry.js';
import { clientModels } from './models/clients.js';
import type { ClientModel, Pair } from './models/model.js';

type NameCheck = ExactDriver['nameable'];

async function exactDriver(id: string): Promise<ExactDriver> {
  const driver = await loadDriver(id);
  if (driver?.verdict !== 'exact') throw new Error(`${id} is no exact driver`);
  return driver;
}

/** A run in which every pair of the list is declared. */
function policyOf(pairs: readonly Pair[]): NormalizedPolicy {
  const servers = [...new Set(pairs.map(({ server }) => server))].sort(compareNames).map((name) => ({
    name,
    enabled: true,
    required: false,
    disabledTools: [],
    tools: [...new Set(pairs.filter(({ server }) => server === name).map(({ tool }) => tool))].sort(compareNames).map((tool) => ({ name: tool, approvalMode: 'approve' as const })),
  }));
  return { servers, targets: [] };
}

/** A call that a rule of another pair covers; the rule's own pair where it does not cover even that. */
interface Leak {
  readonly rule: Pair;
  readonly call: Pair;
}

/**
 * The leaks of a run that `nameable` admits, dead rules included. Declared are the first pairs of the list, all of which must be admitted; the
 * others are tools that the servers of the run list beside them. A tool that no rule could name may take the name of a
 * declared one of its own server: the residual risk that every driver's page states.
 */
function leaks(model: ClientModel, nameable: NameCheck, declared: readonly Pair[], listed: readonly Pair[]): readonly Leak[] {
  const run = policyOf(declared);
  const isAdmitted = ({ server, tool }: Pair): boolean => nameable(server, undefined, run).ok && nameable(server, tool, run).ok;
  if (!declared.every(isAdmitted)) return [];
  const servers = new Set(declared.map(({ server }) => server));
  const calls = [...declared, ...listed.filter(({ server }) => servers.has(server))];
  return declared.flatMap((rule) => calls
    .filter((call) => (samePair(rule, call) ? !model.covers(model.ruleFor(rule), call) : model.covers(model.ruleFor(rule), call) && !(rule.server === call.server && !isAdmitted(call))))
    .map((call) => ({ rule, call })));
}

function samePair(a: Pair, b: Pair): boolean {
  return a.server === b.server && a.tool === b.tool;
}

/** Short names over the client's own separators, so that joints meet often, and long ones around its limits. */
function namesFor(model: ClientModel): fc.Arbitrary<Pair> {
  const letter = fc.constantFrom(...model.alphabet);
  const short = fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(''));
  const word = fc.constantFrom('a', 'b', 'a-b', 'a_b', 'b_c', 'b-c', 'a__b', 'mcp', 'mcp_a_b', 'a.b', 'a/b');
  const name = fc.oneof({ weight: 3, arbitrary: short }, { weight: 2, arbitrary: word });
  const pair = fc.record({ server: name, tool: name });
  if (model.limits.length === 0) return pair;
  const long = fc.tuple(fc.constantFrom(...model.limits), fc.integer({ min: -1, max: 3 }), name, fc.constantFrom('x', 'xy', '.x')).map(([limit, over, server, fill]): Pair => {
    const length = Math.max(1, limit + over - model.overhead - server.length);
    return { server, tool: fill.repeat(length).slice(0, length) };
  });
  const cut = fc.tuple(fc.constantFrom(...model.limits), name).map(([limit, server]): Pair => {
    const half = Math.floor((limit - 3) / 2);
    return { server, tool: `${'x'.repeat(Math.max(0, half - model.overhead - server.length))}...${'x'.repeat(half)}` };
  });
  return fc.oneof({ weight: 6, arbitrary: pair }, { weight: 1, arbitrary: long }, { weight: 1, arbitrary: cut });
}

/** Pairs that are near each other: the same text cut at another place, one character changed, one server for two tools. */
function universe(model: ClientModel): fc.Arbitrary<readonly [readonly Pair[], readonly Pair[]]> {
  const related = fc.tuple(namesFor(model), fc.array(fc.tuple(fc.nat(5), fc.nat(200), fc.constantFrom(...model.alphabet)), { minLength: 1, maxLength: 8 }))
    .map(([base, steps]) => [base, ...steps.map(([kind, at, letter]) => vary(base, kind, at, letter))].filter(({ server, tool }) => server !== '' && tool !== ''));
  return fc.tuple(related, related).map(([near, far]) => [near.slice(0, 3), [...near, ...far]] as const);
}

function vary({ server, tool }: Pair, kind: number, at: number, letter: string): Pair {
  const joined = `${server}${tool}`;
  const cut = 1 + (at % Math.max(1, joined.length - 1));
  switch (kind) {
    case 0: return { server: joined.slice(0, cut), tool: joined.slice(cut) };
    case 1: return { server: `${server}${letter}${tool.slice(0, 1)}`, tool: tool.slice(1) };
    case 2: return { server, tool: `${tool.slice(0, at % tool.length)}${letter}${tool.slice((at % tool.length) + 1)}` };
    case 3: return { server, tool: at % 2 === 0 ? `${tool}${letter}` : `mcp_${server}_${tool}` };
    case 4: return { server, tool: tool.replace('...', `${letter}xxx`) };
    default: return { server: `${server.slice(0, at % server.length)}${letter}${server.slice((at % server.length) + 1)}`, tool };
  }
}

const runs = { numRuns: 4000, seed: 20261130 };

/** The first leak that the property finds, or undefined. */
function findLeak(model: ClientModel, nameable: NameCheck): Leak | undefined {
  const result = fc.check(fc.property(universe(model), ([declared, listed]) => leaks(model, nameable, declared, listed).length === 0), { ...runs, endOnFailure: false });
  const [counterexample] = result.counterexample ?? [];
  return counterexample === undefined ? undefined : leaks(model, nameable, counterexample[0], counterexample[1])[0];
}

describe('nameable', () => {
  it('is modelled for every exact driver', async () => {
    const exact = (await loadAllDrivers()).filter(({ verdict }) => verdict === 'exact').map(({ id }) => id);
    expect(clientModels.map(({ id }) => id).sort()).toEqual(exact);
  });

  it.each(clientModels.map((model) => [model.id, model] as const))('of %s admits no run in which a rule covers a second pair, or not its own', async (id, model) => {
    const driver = await exactDriver(id);
    expect(findLeak(model, driver.nameable)).toBeUndefined();
  });

  it.each(clientModels.map((model) => [model.id, model] as const))('of %s admits ordinary names, and the rendered rule covers its own pair', async (id, model) => {
    const driver = await exactDriver(id);
    const pairs = ['agent-ui', 'files', 'a'].flatMap((server) => ['ui_open', 'search', 'read-file'].map((tool): Pair => ({ server, tool })));
    const run = policyOf(pairs);
    for (const pair of pairs) {
      expect(driver.nameable(pair.server, pair.tool, run)).toMatchObject({ ok: true });
      expect(model.covers(model.ruleFor(pair), pair)).toBe(true);
    }
  });
});

/** Calls that the client takes a rule of another pair for, although the driver gives the two different names. */
function missedConfusions(model: ClientModel, { nameable, offeredAs }: Pick<ExactDriver, 'nameable' | 'offeredAs'>, declared: readonly Pair[], listed: readonly Pair[]): readonly Leak[] {
  const run = policyOf(declared);
  const rules = declared.filter(({ server, tool }) => nameable(server, undefined, run).ok && nameable(server, tool, run).ok);
  const name = ({ server, tool }: Pair) => offeredAs?.(server, tool) ?? JSON.stringify([server, tool]);
  const servers = new Set(declared.map(({ server }) => server));
  const calls = listed.filter(({ server }) => servers.has(server) && nameable(server, undefined, run).ok);
  return rules.flatMap((rule) => calls.filter((call) => !samePair(rule, call) && model.covers(model.ruleFor(rule), call) && name(rule) !== name(call)).map((call) => ({ rule, call })));
}

describe('offeredAs', () => {
  it.each(clientModels.map((model) => [model.id, model] as const))('of %s gives one name to a rule and to every tool that the client takes it for', async (id, model) => {
    const driver = await exactDriver(id);
    fc.assert(fc.property(universe(model), ([declared, listed]) => {
      expect(missedConfusions(model, driver, declared, listed)).toEqual([]);
    }), runs);
  });

  it.each(['claude-code', 'copilot-cli', 'gemini-cli'])('of %s is needed for that', async (id) => {
    const model = clientModels.find((candidate) => candidate.id === id)!;
    const { nameable } = await exactDriver(id);
    const found = fc.check(fc.property(universe(model), ([declared, listed]) => missedConfusions(model, { nameable }, declared, listed).length === 0), { ...runs, endOnFailure: true });
    expect(found.failed).toBe(true);
  });
});

/** One condition that a driver's check must have: with these pairs let through, the property has to find a leak. */
interface Hole {
  readonly driver: string;
  readonly what: string;
  readonly lets: (pair: { readonly server: string; readonly tool: string | undefined }) => boolean;
}

const plain = /^[A-Za-z0-9_-]+$/;

const holes: readonly Hole[] = [
  { driver: 'claude-code', what: 'other characters in a tool', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && tool.length < 100 && !plain.test(tool) },
  { driver: 'claude-code', what: 'other characters in a server', lets: ({ server }) => !plain.test(server) && !server.includes('_') },
  { driver: 'claude-code', what: '"__" in a server', lets: ({ server }) => plain.test(server) && server.includes('__') },
  { driver: 'claude-code', what: '"_" at the end of a server', lets: ({ server }) => plain.test(server) && server.endsWith('_') },
  { driver: 'claude-code', what: 'long names', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && plain.test(tool) },
  { driver: 'gemini-cli', what: 'the server "mcp"', lets: ({ server }) => server === 'mcp' },
  { driver: 'gemini-cli', what: 'other characters in a server', lets: ({ server }) => /[ é]/.test(server) && server.length < 8 },
  { driver: 'gemini-cli', what: 'long names', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && plain.test(tool) },
  { driver: 'gemini-cli', what: 'other characters in a tool', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && /[ é]/.test(tool) && tool.length < 40 },
  { driver: 'gemini-cli', what: 'the prefix in a tool', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool?.startsWith(`mcp_${server}_`) === true && /^\w+$/.test(tool) && tool.length < 40 },
  { driver: 'gemini-cli', what: 'names that look cut', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && `mcp_${server}_${tool}`.slice(30, 33) === '...' },
  { driver: 'copilot-cli', what: 'a server that is another one plus "-"', lets: ({ server }) => plain.test(server) },
  { driver: 'copilot-cli', what: 'other characters in a tool', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && tool.length < 40 && !plain.test(tool) },
  { driver: 'copilot-cli', what: 'long names', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && plain.test(tool) },
  { driver: 'zed', what: '":" in a server', lets: ({ server }) => server.includes(':') },
  { driver: 'kiro', what: '"/" in a server', lets: ({ server }) => server.includes('/') && !/[*?]/.test(server) },
  { driver: 'kiro', what: 'wildcards in a tool', lets: ({ server, tool }) => /^[a-z]+$/.test(server) && tool !== undefined && /[*?]/.test(tool) },
];

describe('the property', () => {
  it.each(holes.map((hole) => [hole.driver, hole.what, hole] as const))('finds the leak when %s lets %s through', async (id, _what, hole) => {
    const driver = await exactDriver(id);
    const model = clientModels.find((candidate) => candidate.id === id)!;
    const holed: NameCheck = (server, tool, all): Nameable => (hole.lets({ server, tool }) ? { ok: true, key: [] } : driver.nameable(server, tool, all));
    expect(findLeak(model, holed)).toBeDefined();
  });

  it('finds the leak when Codex folds the case of names', async () => {
    const { nameable } = await exactDriver('codex');
    const codex = clientModels.find(({ id }) => id === 'codex')!;
    const folding: ClientModel = { ...codex, covers: (rule, { server, tool }) => codex.covers(rule.toLowerCase(), { server: server.toLowerCase(), tool: tool.toLowerCase() }) };
    expect(findLeak(folding, nameable)).toBeDefined();
  });
});
