import { spanAt } from '../formats/position.js';
import type { IntentFault } from './intent.js';
import { problemAt, type NativeProblem, type Range } from './problem.js';
import type { NativeDocument } from './read.js';

/** An entry stands in a block of another tool, so the change would be lost the next time that tool runs. */
export function managedBlock(text: string, range: Range, block: Range): NativeProblem {
  return problemAt(text, range, {
    kind: 'managed-block',
    message: 'this entry stands in a block that another tool maintains',
    fix: 'Change it where that tool takes it from, or move it out of the block.',
    related: { message: 'the block begins here', span: spanAt(text, block[0], block[0]) },
  });
}

/** A begin marker without an end, or the other way round: nobody can tell what is inside. */
export function lonelyMarker(text: string, marker: Range): NativeProblem {
  return problemAt(text, marker, {
    kind: 'managed-block',
    message: 'this marker of a maintained block has no partner, so it is unknown what the block holds',
    fix: 'Restore the missing marker, or remove this one.',
  });
}

/** The path of an edit leads through something that is no table or list. */
export async function wrongShape(document: NativeDocument, { path, message }: IntentFault): Promise<NativeProblem> {
  const locate = await document.spans();
  const span = locate?.(path, 'key');
  return { kind: 'unsupported-shape', message, fix: 'Mend this entry by hand.', ...(span === undefined ? {} : { span }) };
}

export function rootIsNoTable(text: string): NativeProblem {
  return problemAt(text, [0, 0], { kind: 'unsupported-shape', message: 'the file holds a value that has no keys', fix: 'Name the file that the client reads its settings from.' });
}

export function unprintable(reason: string): NativeProblem {
  return { kind: 'unsupported-shape', message: `the file format cannot hold ${reason}`, fix: 'Use another value.' };
}

export function tooLong(): NativeProblem {
  return { kind: 'limit', message: 'the file is too long to be edited safely (more than 4 MiB)', fix: 'Edit this file by hand.' };
}

export function verificationFailed(): NativeProblem {
  return { kind: 'verification-failed', message: 'the edited text does not read back as intended, so it was thrown away', fix: 'Edit this file by hand, and please report it with the file, secrets removed.' };
}
