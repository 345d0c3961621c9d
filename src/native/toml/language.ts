import { ParseError } from 'toml-eslint-parser';
import { lineStart } from '../layout.js';
import type { Language, Plan } from '../language.js';
import { findMarkers } from '../markers.js';
import { problemAt } from '../problem.js';
import { readToml } from '../read.js';
import { planToml } from './plan.js';
import { unprintable } from './print.js';
import { readTree, type TomlTree } from './tree.js';

/** Values are read and verified by `smol-toml`; `toml-eslint-parser` only says where things stand. */
export const toml: Language = {
  read: readToml,
  unprintable,
  plan: (text, change, hollow) => {
    const tree = readTreeOrFault(text);
    if (tree instanceof ParseError || tree instanceof RangeError) return Promise.resolve(unreadable(text, tree));
    const markers = findMarkers(text, tree.comments);
    return Promise.resolve({ steps: planToml({ text, tree, markers, hollow }, change), markers });
  },
  isStillSound: () => true,
};

/** The parser with positions refuses a few texts that the reader takes; a very long string exceeds its stack. */
function readTreeOrFault(text: string): TomlTree | ParseError | RangeError {
  try {
    return readTree(text);
  } catch (error) {
    if (error instanceof ParseError || error instanceof RangeError) return error;
    throw error;
  }
}

function unreadable(text: string, fault: ParseError | RangeError): Plan {
  const offset = fault instanceof ParseError ? fault.index : 0;
  const problem = problemAt(text, [lineStart(text, offset), offset], {
    kind: 'unsupported-shape',
    message: fault instanceof ParseError ? 'the two TOML parsers disagree about this line, so the file cannot be edited safely' : 'the file holds a text that is too long to be edited safely',
    fix: 'Edit this file by hand.',
  });
  return { steps: [{ kind: 'refuse', problem }], markers: { blocks: [], lonely: [] } };
}
