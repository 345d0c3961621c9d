import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isolatedEnvironment, type Scratch } from '../harness/scratch.js';

/** Variable in which Codex finds the key of the scripted model; the value is nobody's. */
const modelKey = { FAKE_API_KEY: 'none' };

/**
 * Config that ties Codex to a scripted model and keeps it off the network: no update check, no plugin sync, no search.
 *
 * Codex waits for slow servers, so that a tool is never absent by accident (0.146 always does, and ignores the key).
 * A rendered config follows it in the same file, byte for byte, so it must end inside a table of its own.
 */
export function baseConfig(modelOrigin: string): string {
  return `model = "fake-model"
model_provider = "fake"
check_for_update_on_startup = false
web_search = "disabled"
analytics.enabled = false
mcp_optional_startup_grace_ms = 20000
features = { plugins = false, apps = false, request_permissions_tool = true }

[model_providers.fake]
name = "fake"
base_url = "${modelOrigin}/v1"
wire_api = "responses"
env_key = "FAKE_API_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

`;
}

/** Writes the user's config file, and returns the environment in which Codex reads it. */
export function writeCodexHome(scratch: Scratch, config: string, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const home = path.join(scratch.root, 'codex-home');
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'config.toml'), config);
  return isolatedEnvironment(scratch, { CODEX_HOME: home, ...modelKey, ...extra });
}
