import type { ReportOptions } from './command-line.js';
import type { CommandResult } from './commands/command.js';
import { exitCode, type Diagnostic } from './diagnostics.js';
import { pathFromRoot } from './files.js';
import { writeAll, type Host } from './host.js';
import { noDiagnostics } from './outcome.js';
import { hideInResult } from './report/hide.js';
import { machineFormats, reportProduct } from './report/product.js';
import type { Report } from './report/report.js';

/** Prints the product of a command and what there is to say about it, and returns the exit code of the run. */
export async function tell(found: CommandResult, options: ReportOptions, host: Host): Promise<number> {
  const result = hideInResult(found);
  const format = options.product === 'report' ? machineFormats.find((known) => known === options.format) : undefined;
  const failed = await writeAll(host.stdout, format === undefined ? result.pieces : [await reportProduct(format, await reportFor(result, options, host))]);
  const cutShort = failed === undefined ? noDiagnostics : [outputFault(failed)];
  const diagnostics = [...result.diagnostics, ...cutShort];
  const unsaid = format === undefined ? diagnostics : cutShort;
  if (unsaid.length > 0) await writeAll(host.stderr, [await reportOf(unsaid, result, options, host)]);
  return cutShort.length === 0 && result.exitCode !== undefined ? result.exitCode : exitCode(diagnostics, options.strict ?? false);
}

/** Tells that standard output did not take the whole product. */
export async function tellCutShort(failed: Error, options: ReportOptions, host: Host): Promise<number> {
  return tell({ pieces: [], diagnostics: [outputFault(failed)], sources: [] }, options, host);
}

function outputFault(failed: Error): Diagnostic {
  return { code: 'MCP904', message: `standard output: ${'code' in failed ? String(failed.code) : failed.message}` };
}

async function reportFor(result: CommandResult, options: ReportOptions, host: Host): Promise<Report> {
  const strict = options.strict ?? false;
  const { diagnostics, holding = [], data = {} } = result;
  return { diagnostics, holding, data, strict, exitCode: exitCode(diagnostics, strict), fromRoot: await pathFromRoot(host.cwd) };
}

/** Reporters are loaded when there is something to report. */
async function reportOf(diagnostics: readonly Diagnostic[], result: CommandResult, options: ReportOptions, host: Host): Promise<string> {
  if (options.format === 'json') return (await import('./report/json.js')).reportJson(diagnostics);
  const [{ reportText }, { colourFor }] = await Promise.all([import('./report/text.js'), import('./report/colour.js')]);
  const texts = new Map(result.sources.map((source) => [source.file, source.text]));
  return reportText(diagnostics, texts, await colourFor({ env: host.env, isTerminal: host.stderr.isTerminal }));
}
