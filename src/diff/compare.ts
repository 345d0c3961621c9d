import { posix } from 'node:path';
import { compareNames, type NormalizedPolicy, type ServerPolicy, type TargetSpec } from '../model.js';
import { quote } from '../quote.js';
import { endpointText } from '../spec/validate-transport.js';
import { verdicts, type Change } from './change.js';
import { compareTools, compareUnnamed, type ServerPair } from './compare-tools.js';
import { compareTransport } from './compare-transport.js';

/**
 * Old policy x new policy -> what a reviewer must know. Looser is:
 *
 * | change | verdict |
 * |---|---|
 * | a tool: approve is added, or prompt becomes approve | loosened |
 * | a tool: its prompt goes, and the server does not require approval of unnamed tools | loosened |
 * | a tool: leaves disabledTools, or enters enabledTools | loosened |
 * | enabledTools goes, so that every other tool is offered | loosened |
 * | requiresApproval: true becomes undeclared or false, or undeclared becomes false | loosened |
 * | a server is switched on again | loosened |
 * | a server is added that may run something unasked (approve, requiresApproval not true) | loosened |
 * | a policy-only server goes, and with it what its tools had to ask | loosened |
 * | command, args, cwd, env or url change while something may run unasked | swapped |
 * | a target goes or moves, so that a file is no longer compared | loosened |
 *
 * Everything else is tightened, added, removed or changed: shown, and no reason to stop. A server that is switched off,
 * or added or removed with its transport, takes its tools along.
 */
export function compare(before: NormalizedPolicy, after: NormalizedPolicy): readonly Change[] {
  const changes = [...pairs(before.servers, after.servers).flatMap(compareServer), ...compareTargets(before.targets, after.targets)];
  return changes.sort((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict));
}

function pairs(before: readonly ServerPolicy[], after: readonly ServerPolicy[]): readonly ServerPair[] {
  const [was, is] = [before, after].map((servers) => new Map(servers.map((server) => [server.name, server])));
  const names = [...new Set([...before, ...after].map((server) => server.name))].sort(compareNames);
  return names.flatMap((name): readonly ServerPair[] => {
    const [old, now] = [was?.get(name), is?.get(name)];
    if (old !== undefined) return [{ before: old, ...(now === undefined ? {} : { after: now }) }];
    return now === undefined ? [] : [{ after: now }];
  });
}

function compareServer(pair: ServerPair): readonly Change[] {
  const { before, after } = pair;
  const own = before === undefined || after === undefined ? comparePresence(pair) : [...compareEnabled(before, after), ...compareTransport(before, after), ...compareOthers(before, after)];
  return [...own, ...compareUnnamed(pair), ...compareTools(pair)];
}

/** A server comes or goes. Whether that loosens anything is said by its tools. */
function comparePresence(pair: ServerPair): readonly Change[] {
  if (pair.before === undefined) return [{ verdict: 'added', thing: 'server', server: pair.after.name, before: 'not in the policy', after: presence(pair.after) }];
  return [{ verdict: 'removed', thing: 'server', server: pair.before.name, before: presence(pair.before), after: 'not in the policy' }];
}

function presence(server: ServerPolicy): string {
  const endpoint = server.transport === undefined ? 'declared elsewhere' : endpointText(server.transport);
  return server.enabled ? endpoint : `${endpoint}, switched off`;
}

function compareEnabled(before: ServerPolicy, after: ServerPolicy): readonly Change[] {
  if (before.enabled === after.enabled) return [];
  const [was, is] = [before, after].map((server) => (server.enabled ? 'switched on' : 'switched off'));
  return [{ verdict: after.enabled ? 'loosened' : 'tightened', thing: 'enabled', server: after.name, before: was ?? '', after: is ?? '' }];
}

function compareOthers(before: ServerPolicy, after: ServerPolicy): readonly Change[] {
  const required: readonly Change[] = before.required === after.required ? [] : [{ verdict: 'changed', thing: 'required', server: after.name, before: String(before.required), after: String(after.required) }];
  const reuse: readonly Change[] = before.reuseKey === after.reuseKey ? [] : [{ verdict: 'changed', thing: 'reuseKey', server: after.name, before: quoted(before.reuseKey), after: quoted(after.reuseKey) }];
  return [...required, ...reuse];
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'none' : quote(text);
}

/** A file that is no longer compared is a policy that is no longer enforced there. */
function compareTargets(before: readonly TargetSpec[], after: readonly TargetSpec[]): readonly Change[] {
  const [was, is] = [before, after].map((targets) => new Map(targets.map((target) => [target.driver, filesOf(target)])));
  const drivers = [...new Set([...before, ...after].map((target) => target.driver))].sort(compareNames);
  return drivers.flatMap((driver): readonly Change[] => {
    const [old, now] = [was?.get(driver), is?.get(driver)];
    if (old === now) return [];
    return [{ verdict: old === undefined ? 'added' : 'loosened', thing: 'target', driver, before: old ?? 'not compared', after: now ?? 'not compared' }];
  });
}

function filesOf({ file, serversFile }: TargetSpec): string {
  return [file, serversFile].filter((path) => path !== undefined).map((path) => quote(posix.normalize(path))).join(' and ');
}
