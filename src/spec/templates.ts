import type { Template } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { fault, labelOf, type Checked, type Node } from './checked.js';

const reference = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** Where a reference seems to begin that is not one of ours: `${NAME}`, `${env:...` unfinished, `${input:...}`. */
const foreign = /\$\{/;

/**
 * Splits a text at its `${env:NAME}` references. Every other `${` is a fault: it would mean something in one client only.
 * `what` and `which` name the value in faults, see `labelOf`.
 */
export function checkTemplate(text: string, node: Node, what: string, which?: string | number): Checked<Template> {
  const template = parseTemplate(text);
  if (literalParts(template).some((part) => foreign.test(part))) {
    return { value: template, faults: [fault('MCP212', node, `${labelOf(what, which)} holds "\${" that starts no \${env:NAME} reference`)] };
  }
  if (!text.isWellFormed()) return { value: template, faults: [fault('MCP213', node, `${labelOf(what, which)} holds half of a surrogate pair`, 'Write the value in valid Unicode.')] };
  return { value: template, faults: noDiagnostics };
}

function parseTemplate(text: string): Template {
  // Stryker disable next-line all: the answer is the same without it, later
  if (!text.includes('${')) return text === '' ? [] : [text];
  const parts: (string | { readonly env: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(reference)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ env: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The spelling of a template in a spec. */
export function templateText(template: Template): string {
  return template.map((part) => (typeof part === 'string' ? part : `\${env:${part.env}}`)).join('');
}

export function literalParts(template: Template): readonly string[] {
  return template.filter((part) => typeof part === 'string');
}
