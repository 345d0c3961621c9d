import { describe, expect, it } from 'vitest';
import { runMain } from '../run-main.js';

const spec = 'version = 1\n[mcpServers.docs]\ncommand = "docs"\n[mcpServers.docs.tools]\nsearch = "allow"\n';

async function isColoured(env: Readonly<Record<string, string>>, stderrIsTerminal: boolean): Promise<boolean> {
  const { stdout, stderr } = await runMain(['render', 'codex', '--spec', '-', '--spec-format', 'toml'], { cwd: '/', env, stdin: spec, stderrIsTerminal });
  expect(stdout).toBe('');
  return stderr.includes('\u001b[');
}

describe('diagnostics are coloured', () => {
  it.each<[Readonly<Record<string, string>>, boolean, boolean]>([
    [{}, false, false],
    [{}, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ TERM: 'xterm' }, true, true],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ NO_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: 'true' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '' }, false, false],
    [{ FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  ])('with %j on a terminal (%s): %s', async (env, isTerminal, expected) => {
    expect(await isColoured(env, isTerminal)).toBe(expected);
  });
});
