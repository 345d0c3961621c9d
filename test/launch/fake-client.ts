import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One start of the fake client. */
export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Texts of the files that its environment and arguments name below the user's cache. */
  readonly files: Readonly<Record<string, string>>;
}

/** A client that writes down how it was started. `--version` is no start: mcpolicy asks for it before it decides. */
export interface FakeClient {
  /** Executable by itself on POSIX systems, a script for Node everywhere. */
  readonly script: string;
  starts(): readonly Start[];
  /** How often it was asked for its version. */
  asked(): number;
  printVersion(text: string): void;
}

const source = `#!/usr/bin/env node
const fs = require('node:fs');
const path = require('node:path');
const home = __dirname;
const args = process.argv.slice(2);
if (args.includes('--version')) {
  fs.appendFileSync(path.join(home, 'asked'), '.');
  process.stdout.write(fs.readFileSync(path.join(home, 'version'), 'utf8'));
  process.exit(0);
}
const files = {};
for (const text of [...args, ...Object.values(process.env)]) {
  if (!/[\\\\/](?:mcpolicy-)?run-[^\\\\/]+[\\\\/]/.test(text) || !fs.existsSync(text)) continue;
  files[path.basename(text)] = fs.statSync(text).isDirectory() ? '<folder>' : fs.readFileSync(text, 'utf8');
}
fs.appendFileSync(path.join(home, 'starts'), JSON.stringify({ args, env: process.env, cwd: process.cwd(), files }) + '\\n');
const code = Number(process.env.FAKE_EXIT ?? '0');
if (process.env.FAKE_WAIT !== undefined) {
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(name, () => { process.stdout.write('got ' + name + '\\n'); });
  process.stdout.write('ready\\n');
  process.stdin.on('data', (text) => { process.stdout.write('read ' + text); if (String(text).includes('end')) process.exit(code); });
} else if (process.env.FAKE_KILL !== undefined) {
  process.kill(process.pid, process.env.FAKE_KILL);
} else {
  process.exitCode = code;
}
`;

/** Puts a fake client of this name into a folder of its own. */
export function fakeClient(folder: string, name: string, version: string): FakeClient {
  mkdirSync(folder, { recursive: true });
  const script = join(folder, name);
  writeFileSync(script, source);
  chmodSync(script, 0o755);
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  writeFileSync(join(folder, 'version'), version);
  const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '');
  return {
    script,
    starts: () => read('starts').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Start),
    asked: () => read('asked').length,
    printVersion: (text) => { writeFileSync(join(folder, 'version'), text); },
  };
}
