import { dirname, relative } from 'node:path';
import { repositoryRoot } from '../layers/context.js';
import { editJsonc, editToml, type NativeEdit } from '../native/edit.js';
import { isTemplatePath, isTemplateText } from '../native/template.js';
import { encodeText } from '../native/text.js';
import type { ExactDriver } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { render } from '../render/render.js';
import { nativeFault, type NativeFile } from '../targets.js';
import { unchangedFile, type FileChange } from './file-change.js';
import type { EditPlan } from './plan.js';

/** Carries a plan out on the texts. Nothing is written; one file that cannot be edited safely stops all. */
export async function changeFiles(driver: ExactDriver, policy: NormalizedPolicy, files: readonly NativeFile[], plan: EditPlan): Promise<Outcome<readonly FileChange[]>> {
  const changes = await Promise.all(files.map((file) => changeFile(driver, policy, file, plan.get(file.part.id) ?? [])));
  const faults = changes.flatMap((change) => (change.ok ? [] : change.faults));
  return faults.length > 0 ? failure(faults) : success(changes.flatMap((change) => (change.ok ? [change.value] : [])));
}

async function changeFile(driver: ExactDriver, policy: NormalizedPolicy, file: NativeFile, edits: readonly NativeEdit[]): Promise<Outcome<FileChange>> {
  const unchanged = unchangedFile(file);
  if (edits.length === 0) return success(unchanged);
  if (isTemplatePath(await pathInRepository(file.path))) return failure([templateFault(file, 'the source of a dotfile manager')]);
  if (isTemplateText(unchanged.before)) return failure([templateFault(file, 'a template')]);
  if (file.content === undefined) return newFile(driver, policy, file);
  const edited = file.part.format === 'toml' ? await editToml(unchanged.before, edits) : await editJsonc(unchanged.before, edits);
  if (!edited.ok) return failure([nativeFault('MCP420', edited.problem, file.shownAs)]);
  return success({ ...unchanged, after: edited.text, bytes: encodeText(edited.text, file.content.bom) });
}

/** From the root of the repository on, wherever the command runs: the source of a dotfile manager is one, as a rule. */
async function pathInRepository(path: string): Promise<string> {
  const root = await repositoryRoot(dirname(path));
  return root === undefined ? path : relative(root, path);
}

/** A file that does not exist yet is what `render` prints. */
function newFile(driver: ExactDriver, policy: NormalizedPolicy, file: NativeFile): Outcome<FileChange> {
  const rendered = render(driver, policy, { policyOnly: false });
  if (!rendered.ok) return rendered;
  const after = rendered.value.filter(({ part }) => part.id === file.part.id).flatMap(({ pieces }) => pieces).join('');
  return success({ file, before: '', after, bytes: encodeText(after, false) });
}

function templateFault(file: NativeFile, what: string) {
  return { code: 'MCP420' as const, message: `this is ${what}, not the file that the client reads`, fix: 'Print the config with `mcpolicy render` and put it into the template.', at: { file: file.shownAs } };
}
