import type { NormalizedPolicy, ServerPolicy } from '../model.js';
import { toolStanding } from '../diff/standing.js';

/** A tool of a server, as a command line names it: `server/tool`. */
export interface Pair {
  readonly server: string;
  readonly tool: string;
}

/** Both halves may hold slashes: the server is the longest beginning that the policy knows, else what is before the first slash. */
export function parsePair(text: string, policy: NormalizedPolicy): Pair | undefined {
  const splits = [...text.matchAll(/\//g)].map(({ index }) => ({ server: text.slice(0, index), tool: text.slice(index + 1) })).filter(({ server, tool }) => server !== '' && tool !== '');
  const known = new Set(policy.servers.map(({ name }) => name));
  return splits.findLast(({ server }) => known.has(server)) ?? splits[0];
}

/** What the policy says about the pair, in the words of `diff`. */
export function policyText({ server, tool }: Pair, policy: NormalizedPolicy): string {
  const declared: ServerPolicy | undefined = policy.servers.find(({ name }) => name === server);
  if (declared === undefined) return 'the server is not in the policy';
  if (!declared.enabled) return 'the server is switched off';
  return toolStanding(declared, tool, declared.tools.find(({ name }) => name === tool)).text;
}
