/** What chezmoi may put before the name of a folder or file, in any combination. */
const attributes = '(?:after|before|create|empty|encrypted|exact|executable|external|literal|once|onchange|private|readonly|remove|run|symlink)_';
const templateFile = new RegExp(`\\.tmpl$|^(?:${attributes})*(?:modify|dot|private)_`);
const templateFolder = new RegExp(`^(?:${attributes})*dot_`);

/**
 * Whether a path names the source of a dotfile manager (chezmoi) and not the file that a client reads. Such a source may
 * be a template or a script, and what is written beside it is overwritten: render to stdout there instead.
 */
export function isTemplatePath(path: string): boolean {
  const parts = path.split(/[\\/]/);
  const file = parts.pop() ?? '';
  return templateFile.test(file) || parts.some((folder) => templateFolder.test(folder));
}

/** Words of templates, wherever they stand: chezmoi's and Go's, Jinja's, ERB's. */
const directive = /\{\{-?\s*(?:\.chezmoi|(?:if|else|end|range|with|include|template|define|block)\b)|\{%|<%/;
/** A value, or a comment, with a place to be filled in. Elements of lists may mean it: `docker ps --format {{.Names}}`. */
const placeholder = /^\s*(?:(?:#|\/\/).*|[^\s#=:][^=:]*[=:]\s*["'].*)\{\{/;

/** Whether a text that parses is all the same a template: what it says is not what the client will read. */
export function isTemplateText(text: string): boolean {
  return text.split(/\r?\n/).some((line) => directive.test(line) || (line.includes('{{') && placeholder.test(line)));
}
