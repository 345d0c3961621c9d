import type { Diagnostic } from '../diagnostics.js';
import type { Locate } from '../formats/format.js';
import type { SourceText, Span } from '../model.js';
import { locatorOf } from '../spec/parse.js';
import type { Change } from './change.js';
import { diagnoseChange, pathOf } from './diagnose.js';

interface Located {
  readonly file: string;
  readonly span?: Span;
  /** How many steps of the path the file has. */
  readonly depth: number;
}

/** Changes as diagnostics, each at the entry of the new specs that says it, or the nearest one above that is there. */
export async function placeChanges(changes: readonly Change[], sources: readonly SourceText[]): Promise<readonly Diagnostic[]> {
  if (changes.length === 0) return [];
  const located = await Promise.all(sources.map(async (source) => ({ file: source.file, locate: await locatorOf(source) })));
  return changes.map((change) => {
    const [best] = located.map(({ file, locate }) => deepest(pathOf(change), file, locate)).sort((a, b) => b.depth - a.depth);
    return diagnoseChange(change, best === undefined ? undefined : { file: best.file, part: 'key', ...(best.span === undefined ? {} : { span: best.span }) });
  });
}

function deepest(path: readonly string[], file: string, locate: Locate | undefined): Located {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const span = locate?.(path.slice(0, depth), 'key');
    if (span !== undefined) return { file, span, depth };
  }
  return { file, depth: 0 };
}
