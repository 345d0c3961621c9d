import { nodeFileSystem, type FileSystem, type OpenFile } from '../../src/native/file/file-system.js';

/** What is done at one call: throw, kill, change something. */
export type Hook = (call: { readonly number: number; readonly name: string; readonly path: string }) => void | Promise<void>;

/** The real file system with a hook before every call. `now` and `sleep` are not hooked: they cannot fail. */
export function hooked(hook: Hook, base: FileSystem = nodeFileSystem): FileSystem {
  let number = 0;
  const before = async (name: string, path = '') => {
    number += 1;
    await hook({ number, name, path });
  };
  const withHook = <A extends [path: string, ...rest: string[]], R>(name: string, call: (...args: A) => Promise<R>) => async (...args: A) => {
    await before(name, args[0]);
    return call(...args);
  };
  return {
    ...base,
    lstat: withHook('lstat', base.lstat),
    realpath: withHook('realpath', base.realpath),
    readFile: withHook('readFile', base.readFile),
    readdir: withHook('readdir', base.readdir),
    mkdir: withHook('mkdir', base.mkdir),
    rename: withHook('rename', base.rename),
    unlink: withHook('unlink', base.unlink),
    syncFolder: withHook('syncFolder', base.syncFolder),
    create: async (path) => {
      await before('create', path);
      return hookedFile(await base.create(path), path, before);
    },
  };
}

function hookedFile(file: OpenFile, path: string, before: (name: string, path?: string) => Promise<void>): OpenFile {
  return {
    stat: async () => (await before('stat', path), file.stat()),
    chown: async (uid, gid) => (await before('chown', path), file.chown(uid, gid)),
    chmod: async (mode) => (await before('chmod', path), file.chmod(mode)),
    sync: async () => (await before('sync', path), file.sync()),
    close: async () => {
      await file.close();
      await before('close', path);
    },
    writeFile: async (data) => {
      await file.writeFile(half(data));
      await before('writeFile', path);
      await file.writeFile(restOf(data));
    },
  } as OpenFile;
}

/** Writes come in two parts, so that a fault can stand between them. */
function half(data: unknown): Buffer {
  const bytes = bytesOf(data);
  return bytes.subarray(0, bytes.length >> 1);
}

function restOf(data: unknown): Buffer {
  const bytes = bytesOf(data);
  return bytes.subarray(bytes.length >> 1);
}

function bytesOf(data: unknown): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array);
}

export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
