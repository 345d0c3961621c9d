/**
 * A page of documentation as the parts that are made, and the text between them:
 *
 *   <!-- generated:NAME -->      what a generator of `generators.ts` prints
 *   ```LANGUAGE FILE             a file of the page's scratch folder
 *   ```console                   commands that are run there, with their output
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'generated'; readonly name: string; readonly body: string }
  | { readonly kind: 'file'; readonly language: string; readonly file: string; readonly body: string }
  | { readonly kind: 'console'; readonly body: string };

const made = /^<!-- generated:(?<name>\S+) -->\n(?<generated>[^]*?)^<!-- \/generated -->$|^```(?<language>\w+)(?: (?<file>\S+))?\n(?<fenced>[^]*?)^```$/gm;

export function partsOf(page: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of page.matchAll(made)) {
    parts.push({ kind: 'text', text: page.slice(end, match.index) }, partOf(match[0], match.groups ?? {}));
    end = match.index + match[0].length;
  }
  return [...parts, { kind: 'text', text: page.slice(end) }];
}

function partOf(text: string, { name, generated, language, file, fenced }: Readonly<Record<string, string | undefined>>): Part {
  if (name !== undefined) return { kind: 'generated', name, body: generated ?? '' };
  if (language === 'console') return { kind: 'console', body: fenced ?? '' };
  if (language !== undefined && file !== undefined) return { kind: 'file', language, file, body: fenced ?? '' };
  return { kind: 'text', text };
}

/** The inverse of `partsOf`. */
export function printPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'generated':
      return `<!-- generated:${part.name} -->\n${part.body}<!-- /generated -->`;
    case 'file':
      return `\`\`\`${part.language} ${part.file}\n${part.body}\`\`\``;
    case 'console':
      return `\`\`\`console\n${part.body}\`\`\``;
  }
}
