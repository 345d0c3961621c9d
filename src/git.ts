import { spawn } from 'node:child_process';
import { maximumSpecBytes } from './files.js';

/** Where and with what git runs. Relative paths, also those of `rev:./path`, start at `cwd`. */
export interface GitHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The bytes of a file in a revision, or why there are none. `no-path`: the revision is there, the file is not. */
export type Blob = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly why: 'no-git' | 'no-revision' | 'no-path' | 'unreadable' };

/**
 * Reads one file of a revision; an empty revision is the index. `path` as git spells it: from the root, or `./` from here.
 * A revision that begins with a dash does not exist, so that it is never read as an option.
 */
export async function readBlob(revision: string, path: string, host: GitHost): Promise<Blob> {
  if (!(await git(['rev-parse', '--git-dir'], host)).ok) return { ok: false, why: 'no-git' };
  const isKnown = !revision.startsWith('-') && (revision === '' || (await git(['rev-parse', '--verify', '--quiet', `${revision}^{tree}`], host)).ok);
  if (!isKnown) return { ok: false, why: 'no-revision' };
  const name = `${revision}:${path}`;
  if (!(await git(['rev-parse', '--verify', '--quiet', name], host)).ok) return { ok: false, why: 'no-path' };
  const blob = await git(['cat-file', 'blob', name], host);
  return blob.ok ? { ok: true, bytes: blob.output } : { ok: false, why: 'unreadable' };
}

/** Every path below `cwd` that git tracks, relative to it and in its order; `undefined` where git cannot tell. */
export async function trackedFiles(host: GitHost): Promise<readonly string[] | undefined> {
  const answer = await git(['ls-files', '-z'], host);
  return answer.ok ? answer.output.toString('utf8').split('\0').filter((path) => path !== '') : undefined;
}

type Answer = { readonly ok: true; readonly output: Buffer } | { readonly ok: false };

/** Runs git to its end. Longer output than any spec is no answer. */
async function git(words: readonly string[], { cwd, env }: GitHost): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn('git', [...words], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maximumSpecBytes) chunks.push(chunk);
      else child.kill();
    });
    child.on('error', () => { resolve({ ok: false }); });
    child.on('close', (code) => { resolve(code === 0 && length <= maximumSpecBytes ? { ok: true, output: Buffer.concat(chunks) } : { ok: false }); });
  });
}
