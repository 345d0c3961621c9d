import { compilePolicy } from '../compile.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Host } from '../host.js';
import { runApply, type ApplyOptions } from './apply.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { readSources } from './sources.js';

export interface ApplyTargetsOptions extends ApplyOptions {
  /** A written file is a finding: a hook stops until somebody has looked. */
  readonly failOnChange?: boolean;
}

/** Applies the policy to one client, or to each that the spec has a target for, one after the other. */
export async function runApplyTargets(driver: string | undefined, options: ApplyTargetsOptions, host: Host): Promise<CommandResult> {
  const drivers = driver === undefined ? await targetedDrivers(options, host) : [driver];
  if ('diagnostics' in drivers) return drivers;
  const results: CommandResult[] = [];
  for (const one of drivers) results.push(await applyOne(one, options, host));
  return product(results.flatMap(({ pieces }) => pieces), results.flatMap(({ diagnostics }) => diagnostics), results.flatMap(({ sources }) => sources));
}

async function targetedDrivers(options: ApplyTargetsOptions, host: Host): Promise<readonly string[] | CommandResult> {
  if (options.file !== undefined || options.serversFile !== undefined) return usage('a file is named, and no client', 'Say whose file it is: mcpolicy apply DRIVER --file FILE.');
  if (options.spec.includes('-')) return usage('standard input can be read once only', 'Name the client: mcpolicy apply DRIVER --spec -.');
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const policy = await compilePolicy(sources.value);
  if (!policy.ok) return refused(policy.faults, sources.value);
  if (policy.value.targets.length === 0) return refused([...policy.notes, { code: 'MCP422', message: 'the spec declares no targets, so there is no file to apply to' }], sources.value);
  return policy.value.targets.map((target) => target.driver);
}

/** What a dry run would change is what the run changes: the second one compares the bytes before it writes. */
async function applyOne(driver: string, options: ApplyTargetsOptions, host: Host): Promise<CommandResult> {
  const planned = options.failOnChange === true && options.dryRun !== true ? await runApply(driver, { ...options, dryRun: true }, host) : undefined;
  const result = await runApply(driver, options, host);
  const changed = planned?.diagnostics.filter(({ code }) => code === 'MCP424') ?? [];
  return { ...result, diagnostics: [...result.diagnostics, ...changed.map(wasChanged)] };
}

function wasChanged({ at }: Diagnostic): Diagnostic {
  return { code: 'MCP425', message: 'the file was changed', ...(at === undefined ? {} : { at }) };
}
