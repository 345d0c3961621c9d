/**
 * Text of somebody else, as it is, in Markdown: every character that could start markup, a mention, a link or a tag is
 * written as a reference, so that a server name cannot change the page that a reviewer reads.
 */
export function markdownText(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} .,-]/gu, (character) => `&#${String(character.codePointAt(0) ?? 0)};`);
}

/** The same, set as code. GitHub links nothing inside of it. */
export function markdownCode(text: string): string {
  return text === '' ? '' : `<code>${markdownText(text)}</code>`;
}

/** A table; cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('');
}
