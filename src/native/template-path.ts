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
