import { admit, compilePolicy } from '../compile.js';
import type { Diagnostic } from '../diagnostics.js';
import type { ExactDriver } from '../driver.js';
import type { Host } from '../host.js';
import type { NormalizedPolicy } from '../model.js';
import { success, type Outcome } from '../outcome.js';
import { driverScopes, fingerprints, fingerprintScopes, scopeInputs, type FingerprintScope } from '../spec/fingerprint.js';
import { didYouMean } from '../suggest.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

export interface FingerprintOptions extends SpecOptions {
  readonly scope?: string;
  readonly driver?: string;
  readonly expect?: string;
  readonly format: string;
}

/** Prints the fingerprints of the spec, or compares one with what was agreed before. */
export async function runFingerprint(options: FingerprintOptions, host: Host): Promise<CommandResult> {
  const scope = fingerprintScopes.find((known) => known === options.scope);
  const wrong = misuse(options, scope);
  if (wrong !== undefined) return wrong;
  const driver = options.driver === undefined ? undefined : await driverByName(options.driver);
  if (driver?.ok === false) return refused(driver.faults);
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return refused(policy.faults, sources.value);
  const admitted: Outcome<ExactDriver | undefined> = driver === undefined ? success(undefined) : admit(driver.value, policy.value, { policyOnly: true });
  if (!admitted.ok) return refused([...policy.notes, ...admitted.faults], sources.value);
  const prints = fingerprintAll(policy.value, admitted.value, scope);
  const differing = options.expect === undefined || scope === undefined ? [] : compare(scope, options.expect, prints.get(scope));
  return product([format(prints, options)], [...policy.notes, ...differing], sources.value);
}

function misuse(options: FingerprintOptions, scope: FingerprintScope | undefined): CommandResult | undefined {
  if (options.scope !== undefined && scope === undefined) {
    return usage(`there is no scope ${JSON.stringify(options.scope)}`, `Scopes: ${fingerprintScopes.join(', ')}.${didYouMean(options.scope, fingerprintScopes)}`);
  }
  if (scope !== undefined && driverScopes.includes(scope) && options.driver === undefined) return usage(`the scope ${scope} belongs to one driver`, 'Add --driver, for example --driver codex.');
  if (options.expect !== undefined && scope === undefined) return usage('--expect needs --scope', 'Say which fingerprint is expected, for example --scope policy.');
  if (options.expect !== undefined && !/^sha256:[0-9a-f]{64}$/.test(options.expect)) return usage('--expect is no fingerprint', 'A fingerprint is "sha256:" and 64 lower-case hex digits.');
  return undefined;
}

function fingerprintAll(policy: NormalizedPolicy, driver: ExactDriver | undefined, only: FingerprintScope | undefined): ReadonlyMap<FingerprintScope, string> {
  const scopes = fingerprintScopes.filter((scope) => (only === undefined || scope === only) && (driver !== undefined || !driverScopes.includes(scope)));
  return fingerprints(scopes, policy, driver);
}

function compare(scope: FingerprintScope, expected: string, actual: string | undefined): readonly Diagnostic[] {
  if (expected === actual) return [];
  return [{ code: 'MCP501', message: `the ${scope} fingerprint is not the expected ${expected}`, fix: `One of these changed: ${scopeInputs[scope].join('; ')}. Review it, then store the new fingerprint.` }];
}

function format(prints: ReadonlyMap<FingerprintScope, string>, options: FingerprintOptions): string {
  if (options.format === 'json') return `${JSON.stringify({ ...(options.driver === undefined ? {} : { driver: options.driver }), fingerprints: Object.fromEntries(prints) }, null, 2)}\n`;
  if (options.scope !== undefined) return `${[...prints.values()].join('\n')}\n`;
  return [...prints].map(([scope, print]) => `${scope.padEnd(8)} ${print}\n`).join('');
}
