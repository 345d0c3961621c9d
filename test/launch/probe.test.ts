import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codex } from '../../src/drivers/codex/index.js';
import type { System } from '../../src/host.js';
import { clientVersion } from '../../src/launch/probe.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpolicy-probe-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const system: System = { node: process.execPath, signals: process, kill: (pid, signal) => process.kill(pid, signal) };

function ask(script: string, patience?: number) {
  const file = join(folder, 'codex');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return clientVersion(codex.launch!, { file, words: [], identity: file, cwd: folder, env: { PATH: process.env['PATH'] }, system, platform: process.platform, ...(patience === undefined ? {} : { patience }) });
}

const pidIn = (name: string) => Number(readFileSync(join(folder, name), 'utf8'));

/** A process that was ended and that nobody has waited for yet is gone as well. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a client that is asked for its version', () => {
  it('has answered when it ends, whatever still holds its output', async () => {
    const answer = await ask('sleep 600 & echo $! > child; echo codex-cli 0.171.0; exit 0');
    process.kill(pidIn('child'), 'SIGKILL');
    expect(answer).toEqual({ version: '0.171.0', how: 'asked' });
  });

  it('gave none where it fails, also after it printed one', async () => {
    expect(await ask('sleep 600 & echo $! > child; echo codex-cli 0.171.0; exit 3')).toBeUndefined();
    process.kill(pidIn('child'), 'SIGKILL');
  });

  it('is ended when it is late, with all that it started', async () => {
    expect(await ask('sleep 600 & echo $! > child; wait', 2_000)).toBeUndefined();
    const child = pidIn('child');
    await vi.waitFor(() => { expect(isRunning(child)).toBe(false); }, { timeout: 20_000 });
  });

  it('is ended when it talks without end', async () => {
    expect(await ask('echo $$ > self; while :; do echo codex-cli 0.171.0; done')).toBeUndefined();
    await vi.waitFor(() => { expect(isRunning(pidIn('self'))).toBe(false); }, { timeout: 20_000 });
  });
});
