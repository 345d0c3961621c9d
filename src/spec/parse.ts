import type { Diagnostic, DiagnosticCode } from '../diagnostics.js';
import type { FormatProblem, Locate, Read } from '../formats/format.js';
import { readJson, readJsonWithComments } from '../formats/json.js';
import { readToml } from '../formats/toml.js';
import type { ParsedDocument, SourceText, SpecFormat } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';

/** Large readers are loaded on demand: a TOML or JSON spec does not pay for YAML. */
const readers: Readonly<Record<SpecFormat, (text: string) => Promise<Read>>> = {
  toml: readToml,
  yaml: async (text) => (await import('../formats/yaml.js')).readYaml(text),
  json: readJson,
  jsonc: readJsonWithComments,
};

const locators: Readonly<Record<SpecFormat, (text: string) => Promise<Locate | undefined>>> = {
  toml: async (text) => (await import('../formats/toml-ranges.js')).locateToml(text),
  yaml: async (text) => (await import('../formats/yaml-ranges.js')).locateYaml(text),
  json: async (text) => (await import('../formats/jsonc.js')).locateJson(text),
  jsonc: async (text) => (await import('../formats/jsonc.js')).locateJson(text),
};

const codes: Readonly<Record<FormatProblem['kind'], DiagnosticCode>> = { syntax: 'MCP105', 'duplicate-key': 'MCP206', unsupported: 'MCP109', limit: 'MCP107' };

/** Reads one text by the grammar of its format. Sound documents come without spans; see `locate`. */
export async function parse(source: SourceText): Promise<Outcome<ParsedDocument>> {
  const read = await readers[source.format](source.text);
  return read.ok ? success({ source, value: read.value }) : failure(read.problems.map((problem) => diagnose(source, problem)));
}

/** Finds nodes of a document that `parse` accepted; `undefined` where nobody can say where anything stands. */
export async function locatorOf(source: SourceText): Promise<Locate | undefined> {
  return locators[source.format](source.text);
}

function diagnose(source: SourceText, problem: FormatProblem): Diagnostic {
  const message = problem.kind === 'syntax' ? `not valid ${source.format.toUpperCase()}: ${problem.message}` : problem.kind === 'duplicate-key' ? 'this key is defined twice' : problem.message;
  return {
    code: codes[problem.kind],
    message,
    at: { file: source.file, span: problem.span, part: problem.kind === 'duplicate-key' ? 'key' : 'value' },
    ...(problem.first === undefined ? {} : { related: [{ message: 'first defined here', at: { file: source.file, span: problem.first, part: 'key' } }] }),
  };
}
