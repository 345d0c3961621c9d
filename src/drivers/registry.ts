import type { Driver } from '../driver.js';

/**
 * Every client that mcpolicy knows, one line each, in alphabetical order. Loaded on demand: a run pays for one driver.
 * A client that is not listed here was not examined and is refused as unknown.
 */
const loaders = new Map<string, () => Promise<Driver>>([
  ['amp', async () => (await import('./amp/index.js')).amp],
  ['auggie', async () => (await import('./auggie/index.js')).auggie],
  ['claude-code', async () => (await import('./claude-code/index.js')).claudeCode],
  ['cline', async () => (await import('./cline/index.js')).cline],
  ['codebuddy', async () => (await import('./codebuddy/index.js')).codebuddy],
  ['codex', async () => (await import('./codex/index.js')).codex],
  ['continue', async () => (await import('./continue/index.js')).continueCli],
  ['copilot-cli', async () => (await import('./copilot-cli/index.js')).copilotCli],
  ['crush', async () => (await import('./crush/index.js')).crush],
  ['cursor', async () => (await import('./cursor/index.js')).cursor],
  ['cursor-cli', async () => (await import('./cursor-cli/index.js')).cursorCli],
  ['devin', async () => (await import('./devin/index.js')).devin],
  ['droid', async () => (await import('./droid/index.js')).droid],
  ['gemini-cli', async () => (await import('./gemini-cli/index.js')).geminiCli],
  ['goose', async () => (await import('./goose/index.js')).goose],
  ['hermes', async () => (await import('./hermes/index.js')).hermes],
  ['junie', async () => (await import('./junie/index.js')).junie],
  ['kilo', async () => (await import('./kilo/index.js')).kilo],
  ['kiro', async () => (await import('./kiro/index.js')).kiro],
  ['librechat', async () => (await import('./librechat/index.js')).librechat],
  ['openclaw', async () => (await import('./openclaw/index.js')).openclaw],
  ['opencode', async () => (await import('./opencode/index.js')).opencode],
  ['openhands', async () => (await import('./openhands/index.js')).openhands],
  ['qwen-code', async () => (await import('./qwen-code/index.js')).qwenCode],
  ['roo', async () => (await import('./roo/index.js')).roo],
  ['vscode', async () => (await import('./vscode/index.js')).vscode],
  ['windsurf', async () => (await import('./windsurf/index.js')).windsurf],
  ['zed', async () => (await import('./zed/index.js')).zed],
]);

/** The ids of all drivers, sorted. */
export const driverIds: readonly string[] = [...loaders.keys()].sort();

/** The driver of this id, or `undefined` where nobody examined such a client. */
export async function loadDriver(id: string): Promise<Driver | undefined> {
  return loaders.get(id)?.();
}

/** All drivers, in the order of their ids. */
export async function loadAllDrivers(): Promise<readonly Driver[]> {
  return Promise.all([...loaders.values()].map((load) => load()));
}
