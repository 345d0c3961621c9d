import { spawn } from 'node:child_process';
import { maximumSpecBytes } from './files.js';

/** Where and with what git runs. Relative paths, also those of `rev:./path`, start at `cwd`. */
export interface GitHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The bytes of a file in a revision, or why there are none. `no-path`: the revision is there, the file is not. */
export type Blob = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly why: GitTrouble | 'no-revision' | 'no-path' | 'unreadable' };

/**
 * Reads one file of a revision; an empty revision is the index. `path` as git spells it: from the root, or `./` from here.
 * A revision that begins with a dash does not exist, so that it is never read as an option.
 */
export async function readBlob(revision: string, path: string, host: GitHost): Promise<Blob> {
  const repository = await git(['rev-parse', '--git-dir'], host);
  if (!repository.ok) return { ok: false, why: whyNot(repository) };
  const isKnown = !revision.startsWith('-') && (revision === '' || (await git(['rev-parse', '--verify', '--quiet', `${revision}^{tree}`], host)).ok);
  if (!isKnown) return { ok: false, why: 'no-revision' };
  const name = `${revision}:${path}`;
  if (!(await git(['rev-parse', '--verify', '--quiet', name], host)).ok) return { ok: false, why: 'no-path' };
  const blob = await git(['cat-file', 'blob', name], host);
  return blob.ok ? { ok: true, bytes: blob.output } : { ok: false, why: 'unreadable' };
}

/** Every path below `cwd` that git tracks, relative to it and in its order; or why git cannot tell. */
export async function trackedFiles(host: GitHost): Promise<readonly string[] | GitTrouble> {
  const answer = await git(['ls-files', '-z'], host);
  return answer.ok ? answer.output.toString('utf8').split('\0').filter((path) => path !== '') : whyNot(answer);
}

/** Why git cannot tell anything about a folder. */
export type GitTrouble = 'no-git' | 'not-owner';

/** The same in words, and what helps. */
export const gitTroubles: Readonly<Record<GitTrouble, readonly [message: string, fix: string]>> = {
  'no-git': ['git is missing, or this is no repository', 'Install git, or name the files.'],
  'not-owner': ['git refuses a repository that belongs to another user', 'Tell git that the folder is safe: git config --global --add safe.directory FOLDER.'],
};

type Answer = { readonly ok: true; readonly output: Buffer } | { readonly ok: false; readonly complaint: string };

/** In containers the checkout often belongs to another user, and git names the setting that helps. */
function whyNot({ complaint }: Extract<Answer, { readonly ok: false }>): GitTrouble {
  return complaint.includes('safe.directory') ? 'not-owner' : 'no-git';
}

/** Runs git to its end. Longer output than any spec is no answer. */
async function git(words: readonly string[], { cwd, env }: GitHost): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn('git', [...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maximumSpecBytes) chunks.push(chunk);
      else child.kill();
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => { complaint = (complaint + text).slice(0, 4096); });
    child.on('error', () => { resolve({ ok: false, complaint }); });
    child.on('close', (code) => { resolve(code === 0 && length <= maximumSpecBytes ? { ok: true, output: Buffer.concat(chunks) } : { ok: false, complaint }); });
  });
}
