import { isNote, type Diagnostic } from './diagnostics.js';
import type { Driver, DriverNote, ExactDriver } from './driver.js';
import { gate, subjectText } from './gate.js';
import type { NeutralSpec, NormalizedPolicy, SourceText } from './model.js';
import { failure, success, type Outcome } from './outcome.js';
import { render, type RenderedPart, type RenderOptions } from './render/render.js';
import { locate } from './spec/locate.js';
import { normalize } from './spec/normalize.js';
import { parse } from './spec/parse.js';
import { validate } from './spec/validate.js';

/**
 * Spec texts -> one normalized policy: parse, validate, normalize. Faults of all files are reported at once, with spans.
 */
export async function compilePolicy(sources: readonly SourceText[]): Promise<Outcome<NormalizedPolicy>> {
  const specs = await Promise.all(sources.map(readSpec));
  const reported = specs.flatMap((spec) => (spec.ok ? spec.notes : spec.faults));
  if (reported.some((diagnostic) => !isNote(diagnostic))) return failure(await locate(reported, sources));
  const policy = normalize(specs.flatMap((spec) => (spec.ok ? [spec.value] : [])));
  if (!policy.ok) return failure(await locate([...reported, ...policy.faults], sources));
  return success(policy.value, await locate([...reported, ...policy.notes], sources));
}

/** No document outlives its validation: a large one is as large as the policy. */
async function readSpec(source: SourceText): Promise<Outcome<NeutralSpec>> {
  const document = await parse(source);
  return document.ok ? validate(document.value) : document;
}

/** A policy that a driver can say exactly, or the refusals. */
export function admit(driver: Driver, policy: NormalizedPolicy, options: RenderOptions): Outcome<ExactDriver> {
  const refusals = gate(driver, policy, options);
  if (refusals.length > 0 || driver.verdict === 'refused') return failure(refusals);
  return success(driver, policy.servers.flatMap((server) => driver.notes(server, policy)).map((note) => diagnoseNote(driver, note)));
}

/** Spec texts -> the client's own config, exact, or refused. */
export async function compile(sources: readonly SourceText[], driver: Driver, options: RenderOptions): Promise<Outcome<readonly RenderedPart[]>> {
  const policy = await compilePolicy(sources);
  if (!policy.ok) return policy;
  const rendered = renderPolicy(driver, policy.value, options);
  return rendered.ok ? success(rendered.value, [...policy.notes, ...rendered.notes]) : failure([...policy.notes, ...rendered.faults]);
}

/** A policy -> the client's own config, exact, or refused: nothing is printed that was not admitted. */
export function renderPolicy(driver: Driver, policy: NormalizedPolicy, options: RenderOptions): Outcome<readonly RenderedPart[]> {
  const admitted = admit(driver, policy, options);
  if (!admitted.ok) return admitted;
  const rendered = render(admitted.value, policy, options);
  return rendered.ok ? success(rendered.value, admitted.notes) : rendered;
}

function diagnoseNote(driver: ExactDriver, { code, server, tool, text, fix }: DriverNote): Diagnostic {
  const subject = { driver: driver.id, server, ...(tool === undefined ? {} : { tool }) };
  return { code, message: `${subjectText(driver, server, tool)}: ${text}`, ...(fix === undefined ? {} : { fix }), subject };
}
