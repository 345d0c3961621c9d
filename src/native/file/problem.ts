/** Why a file was not written. The file is as it was. */
export interface WriteProblem {
  readonly kind:
    /** Somebody else wrote the file after it was read. */
    | 'changed'
    | 'dangling-link'
    | 'hard-link'
    | 'not-a-file'
    | 'read-only'
    | 'owner'
    /** Another run holds the lock, and holds it for too long. */
    | 'locked'
    | 'io';
  readonly message: string;
  readonly fix: string;
}

export const changedWhileWriting: WriteProblem = {
  kind: 'changed',
  message: 'the file changed while writing: somebody else wrote it after it was read, so nothing was written',
  fix: 'Run the command again.',
};

const reasons = new Map<string, string>([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than allowed'],
  ['ELOOP', 'too many symbolic links'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['EMFILE', 'too many open files'],
]);

/** An error of the operating system as a problem. Anything else is a bug and goes on being thrown. */
export function writeProblem(error: unknown): WriteProblem {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return { kind: 'io', message: `cannot write the file: ${reasons.get(code) ?? code}; it is as it was`, fix: 'Check the path, its permissions and the free space.' };
}

/** `ENOENT` and its like. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
