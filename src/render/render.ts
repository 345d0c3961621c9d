import type { Diagnostic } from '../diagnostics.js';
import type { Entry, ExactDriver, Part } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { printJson } from './json.js';
import { Pieces } from './pieces.js';
import { saysExactly, TomlPrinter } from './toml.js';

export interface RenderOptions {
  /** Only the entries of tools: for a file that declares the servers already. */
  readonly policyOnly: boolean;
}

/** The text of one part of a client's config, in pieces, so that a large one is never copied as a whole. */
export interface RenderedPart {
  readonly part: Part;
  readonly pieces: readonly string[];
}

/** Below this many characters the whole text is read back once more, on top of the check of each table. */
const wholeLimit = 1_000_000;

/** Prints every part of the projection and reads it back. Runs behind the gate only. */
export function render(driver: ExactDriver, policy: NormalizedPolicy, options: RenderOptions): Outcome<readonly RenderedPart[]> {
  const rendered = driver.parts.map((part) => renderers[part.format](driver, part, policy, options));
  const faults = rendered.flatMap((part) => (part.ok ? [] : part.faults));
  return faults.length > 0 ? failure(faults) : success(rendered.flatMap((part) => (part.ok ? [part.value] : [])));
}

function renderToml(driver: ExactDriver, part: Part, policy: NormalizedPolicy, options: RenderOptions): Outcome<RenderedPart> {
  const printer = new TomlPrinter();
  const text = new Pieces();
  let length = 0;
  for (const server of policy.servers) {
    const entries = select(driver.project(server), part, options);
    if (entries.length === 0) continue;
    const printed = printer.print(entries);
    if (!printed.ok) return failure([misprint(driver, printed.problem)]);
    if (length > 0) text.add('\n');
    text.add(printed.text);
    length += printed.text.length;
  }
  const pieces = text.all();
  const isWhole = length > wholeLimit || saysExactly(pieces.join(''), policy.servers.flatMap((server) => select(driver.project(server), part, options)));
  return isWhole ? success({ part, pieces }) : failure([misprint(driver, 'the document reads back differently')]);
}

function renderJson(driver: ExactDriver, part: Part, policy: NormalizedPolicy, options: RenderOptions): Outcome<RenderedPart> {
  const entries = policy.servers.flatMap((server) => select(driver.project(server), part, options));
  const printed = printJson(entries);
  return printed.ok ? success({ part, pieces: [printed.text] }) : failure([misprint(driver, printed.problem)]);
}

function renderArgs(driver: ExactDriver, part: Part, policy: NormalizedPolicy, options: RenderOptions): Outcome<RenderedPart> {
  const words = policy.servers.flatMap((server) => select(driver.project(server), part, options)).map((entry) => String(entry.value));
  const isSafe = words.every((word) => /^[A-Za-z0-9_()=.,:@/-]+$/.test(word));
  return isSafe ? success({ part, pieces: words.map((word) => `${word}\n`) }) : failure([misprint(driver, 'an argument would need quoting')]);
}

const renderers = { toml: renderToml, json: renderJson, args: renderArgs } as const;

function select(entries: readonly Entry[], part: Part, { policyOnly }: RenderOptions): readonly Entry[] {
  return entries.filter((entry) => entry.part === part.id && (!policyOnly || entry.tool !== undefined));
}

function misprint(driver: ExactDriver, problem: string): Diagnostic {
  return { code: 'MCP902', message: `${driver.title}: ${problem}`, subject: { driver: driver.id } };
}
