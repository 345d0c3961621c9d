import { compile } from '../compile.js';
import type { Host } from '../host.js';
import type { RenderedPart } from '../render/render.js';
import { didYouMean } from '../suggest.js';
import { product, refused, usage, type CommandResult } from './command.js';
import { driverByName } from './drivers-by-name.js';
import { readSources, type SpecOptions } from './sources.js';

export interface RenderCommandOptions extends SpecOptions {
  readonly part?: string;
  readonly policyOnly?: boolean;
}

/** Prints a client's config for the spec, or refuses and prints nothing. */
export async function runRender(driverId: string, options: RenderCommandOptions, host: Host): Promise<CommandResult> {
  const driver = await driverByName(driverId);
  if (!driver.ok) return refused(driver.faults);
  const sources = await readSources(options, host);
  if (!sources.ok) return refused(sources.faults);
  const compiled = await compile(sources.value, driver.value, { policyOnly: options.policyOnly ?? false });
  if (!compiled.ok) return refused(compiled.faults, sources.value);
  const ids = compiled.value.map(({ part }) => part.id);
  if (options.part !== undefined && !ids.includes(options.part)) {
    return usage(`${driver.value.title} has no part ${JSON.stringify(options.part)}`, `Parts: ${ids.join(', ')}.${didYouMean(options.part, ids)}`);
  }
  return product(print(compiled.value, options.part), compiled.notes, sources.value);
}

/** One part as it is; several with a line in front of each that names it. */
function print(parts: readonly RenderedPart[], only: string | undefined): readonly string[] {
  const chosen = only === undefined ? parts : parts.filter(({ part }) => part.id === only);
  if (chosen.length === 1) return chosen[0]?.pieces ?? [];
  return chosen.flatMap(({ part, pieces }, index) => [`${index === 0 ? '' : '\n'}--- ${part.id} (${part.title})\n`, ...pieces]);
}
