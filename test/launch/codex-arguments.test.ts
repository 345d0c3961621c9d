import { describe, expect, it } from 'vitest';
import { launch } from '../../src/drivers/codex/launch.js';
import { readClientWords } from '../../src/launch/client-words.js';

function meaning(...args: readonly string[]) {
  const line = readClientWords(args, launch);
  const interpreted = launch.interpret(line.words);
  return { ...interpreted, findings: [...line.findings, ...interpreted.findings].map(({ kind, name }) => `${kind} ${name}`) };
}

describe('arguments of Codex that void the policy', () => {
  it.each([
    [['--yolo'], 'void --yolo'],
    [['exec', '--dangerously-bypass-approvals-and-sandbox', 'go'], 'void --dangerously-bypass-approvals-and-sandbox'],
    [['--approve-for-me'], 'void --approve-for-me'],
    [['--dangerously-bypass-hook-trust', 'exec'], 'void --dangerously-bypass-hook-trust'],
    [['exec', '--trust', 'go'], 'void --trust'],
    [['--remote', 'ws://127.0.0.1:1'], 'void --remote'],
    [['-c', 'mcp_servers.docs.tools.search.approval_mode="approve"'], 'void -c mcp_servers'],
    [['-cmcp_servers={}'], 'void -c mcp_servers'],
    [['--config', ' mcp_servers . docs = {}'], 'void --config mcp_servers'],
    [['--config=mcp_servers={}', 'exec'], 'void --config mcp_servers'],
    [['exec', 'go', '-c', 'mcp_servers.other.command="x"'], 'void -c mcp_servers'],
    [['mcp', 'add', 'x'], 'void mcp'],
    [['mcp-server'], 'void mcp-server'],
    [['cloud'], 'void cloud'],
    [['app-server', 'daemon', 'start'], 'void app-server'],
  ])('%j: %s', (args, finding) => {
    expect(meaning(...args).findings).toContain(finding);
  });

  it.each([
    [['--enable', 'code_mode'], 'unexamined --enable'],
    [['-c', 'features.code_mode=true'], 'unexamined -c features'],
    [['-c', 'nonsense.key=1'], 'unexamined -c nonsense'],
    [['-c', 'plugins.x.enabled=true'], 'unexamined -c plugins'],
    [['-c', '"model"="m"'], 'unexamined -c "model"'],
    [['-c', 'default_permissions=":all"'], 'unexamined -c default_permissions'],
    [['--worktree'], 'unexamined --worktree'],
    [['--brand-new'], 'unexamined --brand-new'],
  ])('%j: %s', (args, finding) => {
    expect(meaning(...args).findings).toEqual([finding]);
  });

  it.each([
    [['exec', '--json', '--skip-git-repo-check', '-C', '/x', '-s', 'workspace-write', 'go']],
    [['-m', 'model', '-c', 'model_reasoning_effort="high"', 'go']],
    [['app-server', '--listen', 'stdio://']],
    [['resume', '--last']],
    [['exec', 'resume', '--last', '--', '--yolo']],
    [['"mcp_servers" is a word of the prompt']],
  ])('%j hold nothing of the kind', (args) => {
    expect(meaning(...args).findings).toEqual([]);
  });
});

describe('what arguments of Codex say about the run', () => {
  it('exec and review ask nobody, the others can', () => {
    expect(meaning('exec', 'go').unattended).toContain('codex exec');
    expect(meaning('e', 'go').unattended).toContain('codex e');
    expect(meaning('review').unattended).toContain('codex review');
    expect([meaning(), meaning('go'), meaning('resume'), meaning('app-server')].map(({ unattended }) => unattended)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('only the terminal interface needs a terminal, and only exec never comes to trust the folder', () => {
    expect([meaning(), meaning('exec', 'go'), meaning('app-server')].map(({ needsTerminal, mayTrust }) => [needsTerminal, mayTrust])).toEqual([[true, true], [undefined, undefined], [undefined, true]]);
  });

  it('folder and profile are the last ones named', () => {
    expect(meaning('-C', 'a', 'exec', '--cd=b', '-pwork')).toMatchObject({ folder: 'b', profile: 'work' });
  });

  it('settings are split at every dot, quotes are part of the key, flags come last', () => {
    expect(meaning('-c', 'a."b.c"=1', '-c', 'sandbox_mode="read-only"', '-s', 'danger-full-access', '-a', 'never').session).toEqual([
      { path: ['a', '"b', 'c"'], text: '1' },
      { path: ['sandbox_mode'], text: '"read-only"' },
      { path: ['approval_policy'], text: '"never"' },
      { path: ['sandbox_mode'], text: '"danger-full-access"' },
    ]);
  });

  it('an image takes every word up to the next option, as Codex does', () => {
    expect(meaning('-i', 'a.png', 'exec').unattended).toBeUndefined();
  });
});

describe('the version of Codex', () => {
  it.each([['codex-cli 0.171.0\n', '0.171.0'], ['codex 0.117.0', '0.117.0'], ['codex-cli 0.144.0-alpha.3\n', '0.144.0-alpha.3'], ['2.1.332 (Claude Code)\n', undefined], ['', undefined], ['codex-cli\n', undefined]])('%j is %s', (printed, version) => {
    expect(launch.versionOf(printed)).toBe(version);
  });
});
