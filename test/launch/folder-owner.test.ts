import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distrustOf } from '../../src/launch/folder-owner.js';

const isRoot = process.getuid?.() === 0 && distrustOf(homedir(), 0, 0) === undefined;

describe('a folder whose files a client of root takes', () => {
  it('is no folder of somebody else, and none on a system without such owners', () => {
    expect(distrustOf('/', 0, 1000)).toContain('user 1000');
    expect(distrustOf('/', 0, undefined)).toContain('nobody can tell');
  });

  it.skipIf(process.platform === 'win32')('is not below one that everybody writes to', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-owner-')));
    chmodSync(folder, 0o777);
    expect(distrustOf(join(folder, 'not', 'there'), 0, 0)).toBeDefined();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!isRoot)('has only folders above it that root alone writes to, links followed', () => {
    const folder = mkdtempSync(join(homedir(), '.mcpolicy-owner-'));
    try {
      for (const name of ['open', 'shut']) mkdirSync(join(folder, name));
      expect(distrustOf(join(folder, 'shut', 'new'), 0, 0)).toBeUndefined();
      chmodSync(join(folder, 'open'), 0o775);
      expect(distrustOf(join(folder, 'open', 'new'), 0, 0)).toContain('others can write');
      symlinkSync(join(folder, 'open'), join(folder, 'shut', 'link'));
      expect(distrustOf(join(folder, 'shut', 'link', 'new'), 0, 0)).toContain('others can write');
      symlinkSync(join(folder, 'shut', 'loop'), join(folder, 'shut', 'loop'));
      expect(distrustOf(join(folder, 'shut', 'loop', 'new'), 0, 0)).toContain('nobody can tell');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
