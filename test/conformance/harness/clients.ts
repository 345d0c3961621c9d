import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One client at one exact version: evidence is only worth something for a version that can be named. */
export interface ClientPin {
  /** Name of the npm package. */
  readonly package: string;
  readonly version: string;
  /** Name of the command inside the package. */
  readonly bin: string;
}

/** A pinned client on this disk. Start it as `process.execPath [script, ...args]`, which needs no shell on any platform. */
export interface InstalledClient extends ClientPin {
  readonly script: string;
}

/** The clients that the conformance tests know, by the name used in evidence. */
export const pins = {
  codex: [
    { package: '@openai/codex', version: '0.171.0', bin: 'codex' },
    { package: '@openai/codex', version: '0.146.0', bin: 'codex' },
  ],
  'claude-code': [{ package: '@anthropic-ai/claude-code', version: '2.1.332', bin: 'claude' }],
  'copilot-cli': [{ package: '@github/copilot', version: '1.0.102', bin: 'copilot' }],
  'gemini-cli': [{ package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' }],
  opencode: [{ package: 'opencode-ai', version: '1.18.33', bin: 'opencode' }],
} as const satisfies Record<string, readonly ClientPin[]>;

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Folder that holds installed clients and the scratch folders of runs.
 *
 * It stays outside the checkout, because clients look upwards for project files, and outside the system's temporary
 * folder, because Codex changes its behaviour when its home lies there. Throws when the chosen folder is in either.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const folder = path.resolve(env['MCPOLICY_CLIENT_CACHE'] ?? path.join(platformCache(env), 'mcpolicy-clients'));
  mkdirSync(folder, { recursive: true });
  for (const [parent, what] of [[checkout, 'the checkout'], [tmpdir(), 'the temporary folder of the system']] as const) {
    if (isInside(realpathSync(folder), realpathSync(parent))) {
      throw new Error(`The client cache ${folder} lies inside ${what}. Set MCPOLICY_CLIENT_CACHE to a folder elsewhere.`);
    }
  }
  return folder;
}

function platformCache(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
}

function isInside(folder: string, parent: string): boolean {
  const relative = path.relative(parent, folder);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

/**
 * Returns the pinned client, installing it first when the cache does not hold it.
 *
 * An install happens in a folder of its own that is renamed when complete, so an interrupted one is never used. Throws
 * when the client cannot be installed or is not the pinned version: a test without its client fails, it does not skip.
 */
export function installClient(pin: ClientPin): InstalledClient {
  const cache = cacheFolder();
  const home = path.join(cache, `${pin.package.replace('@', '').replace('/', '-')}-${pin.version}`);
  if (!existsSync(home)) install(pin, cache, home);
  return { ...pin, script: commandScript(pin, home) };
}

function install(pin: ClientPin, cache: string, home: string): void {
  const folder = mkdtempSync(path.join(cache, '.install-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
    const done = npm(['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${pin.package}@${pin.version}`], folder);
    if (done.status !== 0) {
      throw new Error(`npm could not install ${pin.package}@${pin.version}:\n${done.error?.message ?? done.stderr}`);
    }
    commandScript(pin, folder);
    if (!existsSync(home)) renameSync(folder, home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string) {
  const script = process.env['npm_execpath'];
  const options = { cwd, encoding: 'utf8', timeout: 540_000 } as const;
  if (script !== undefined && path.basename(script) === 'npm-cli.js') return spawnSync(process.execPath, [script, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Path of the client's command, read from its own package; throws when package or version is another one. */
function commandScript(pin: ClientPin, home: string): string {
  const folder = path.join(home, 'node_modules', ...pin.package.split('/'));
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version?: string; bin?: Record<string, string> };
  const script = manifest.bin?.[pin.bin];
  if (manifest.version !== pin.version || script === undefined) {
    throw new Error(`${home} does not hold ${pin.package}@${pin.version}. Remove the folder and run again.`);
  }
  return path.join(folder, script);
}
