import type { NativeFile } from '../targets.js';

/** One file as it is and as it should be. Equal texts: nothing to do. */
export interface FileChange {
  readonly file: NativeFile;
  readonly before: string;
  readonly after: string;
  readonly bytes: Uint8Array;
}

export function unchangedFile(file: NativeFile): FileChange {
  const before = file.content?.text ?? '';
  return { file, before, after: before, bytes: file.content?.bytes ?? new Uint8Array() };
}
