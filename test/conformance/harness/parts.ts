import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HeadlessStage } from './headless.js';
import { renderedConfig } from './render.js';

/** The text of each part of a client's config, by the id of the part. */
export type Parts = Readonly<Record<string, string>>;

/** Makes the parts of one run, once its servers are known. */
export type PartsOf = (stage: HeadlessStage) => Parts;

/** A server of a spec, in the words of a spec. `{{...}}` are the placeholders of the fleet. */
export type SpecServers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How a spec starts a stdio server of the run. */
export function started(name: string): Record<string, unknown> {
  return { command: '{{node}}', args: ['{{mcp-server}}', `{{config:${name}}}`] };
}

/** What `mcpolicy render DRIVER` prints for a spec with these servers; it sees the environment that the client will see. */
export function rendered(driver: string, servers: SpecServers, env: Readonly<Record<string, string>> = {}): PartsOf {
  return ({ scratch, fleet }) => {
    const spec = path.join(scratch.root, 'spec.json');
    writeFileSync(spec, fleet.fill(JSON.stringify({ version: 1, mcpServers: servers })));
    const text = renderedConfig(driver, spec, env);
    const leaked = Object.entries(env).find(([, value]) => value.length > 6 && text.includes(value));
    if (leaked !== undefined) throw new Error(`The rendered config holds the value of ${leaked[0]}.`);
    return split(text);
  };
}

/** Texts given outright: only for controls that show what a config that `mcpolicy` refuses would do. */
export function forced(parts: Parts): PartsOf {
  return ({ fleet }) => Object.fromEntries(Object.entries(parts).map(([id, text]) => [id, fleet.fill(text)]));
}

/** `mcpolicy render` puts `--- ID (TITLE)` in front of each of several parts. */
function split(text: string): Parts {
  const heads = [...text.matchAll(/^--- (\S+) \([^\n]*\)\n/gm)];
  return Object.fromEntries(heads.map((head, index) => [head[1] ?? '', text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length)]));
}

/** The reason with which `mcpolicy render DRIVER` refuses these servers; throws when it does not refuse. */
export function refusal(driver: string, servers: SpecServers, folder: string): string {
  const spec = path.join(folder, 'refused.json');
  writeFileSync(spec, JSON.stringify({ version: 1, mcpServers: servers }));
  let text: string;
  try {
    text = renderedConfig(driver, spec);
  } catch (error) {
    const message = String(error);
    if (message.includes('ended with 4')) return message;
    throw error;
  }
  throw new Error(`mcpolicy render ${driver} printed a config that it must refuse:\n${text}`);
}
