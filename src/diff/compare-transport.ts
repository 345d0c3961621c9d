import type { NamedTemplate, ServerPolicy, StdioTransport, Transport } from '../model.js';
import { quote } from '../quote.js';
import { templateText } from '../spec/templates.js';
import { endpointText } from '../spec/validate-transport.js';
import type { Change } from './change.js';
import { defaultStanding } from './standing.js';

/**
 * What stands behind the name of a server: the program with its arguments, folder and environment (which can name other
 * code), or the address. A change of it under approvals hands them to something that nobody reviewed. Headers, tokens and
 * logins change who asks, not who answers, and are told apart.
 */
export function compareTransport(before: ServerPolicy, after: ServerPolicy): readonly Change[] {
  const differing = endpointDifferences(before.transport, after.transport);
  const contact = contactDifferences(before.transport, after.transport);
  return [
    ...(differing.length === 0 ? [] : [{ verdict: approvesAnything(after) ? ('swapped' as const) : ('changed' as const), thing: 'transport' as const, server: after.name, ...endpointTexts(before.transport, after.transport, differing) }]),
    ...(contact.length === 0 ? [] : [{ verdict: 'changed' as const, thing: 'contact' as const, server: after.name, before: 'as it was', after: `${contact.join(', ')} changed` }]),
  ];
}

/** Whether anything of this server may run unasked, by a mode or because nobody said that it must ask. */
function approvesAnything(server: ServerPolicy): boolean {
  return server.enabled && (defaultStanding(server).rank > 1 || server.tools.some((tool) => tool.approvalMode === 'approve'));
}

function endpointTexts(before: Transport | undefined, after: Transport | undefined, differing: readonly string[]): { readonly before: string; readonly after: string } {
  const texts = [before, after].map((transport) => (transport === undefined ? 'declared elsewhere' : endpointText(transport)));
  const [was = '', is = ''] = texts;
  return { before: was, after: was === is ? `${is}, with other ${differing.join(', ')}` : is };
}

/** The names of what differs. */
function endpointDifferences(before: Transport | undefined, after: Transport | undefined): readonly string[] {
  if (before === undefined || after === undefined) return before === after ? [] : ['transport'];
  if (before.type === 'stdio' && after.type === 'stdio') return programDifferences(before, after);
  if (before.type === 'stdio' || after.type === 'stdio') return ['type'];
  return [...(before.type === after.type ? [] : ['type']), ...(templateText(before.url) === templateText(after.url) ? [] : ['url'])];
}

function programDifferences(before: StdioTransport, after: StdioTransport): readonly string[] {
  return [
    ...(templateText(before.command) === templateText(after.command) ? [] : ['command']),
    ...(JSON.stringify(before.args) === JSON.stringify(after.args) ? [] : ['args']),
    ...(templateText(before.cwd ?? []) === templateText(after.cwd ?? []) ? [] : ['cwd']),
    ...namesThatDiffer(before.env, after.env).map((name) => `env ${quote(name)}`),
  ];
}

function contactDifferences(before: Transport | undefined, after: Transport | undefined): readonly string[] {
  if (before === undefined || after === undefined || before.type === 'stdio' || after.type === 'stdio') return [];
  return [
    ...namesThatDiffer(before.headers, after.headers).map((name) => `header ${quote(name)}`),
    ...(before.bearerTokenEnv === after.bearerTokenEnv ? [] : ['bearerTokenEnv']),
    ...(JSON.stringify(before.oauth) === JSON.stringify(after.oauth) ? [] : ['oauth']),
  ];
}

/** Names in one map only, or with another value. */
function namesThatDiffer(before: readonly NamedTemplate[], after: readonly NamedTemplate[]): readonly string[] {
  const texts = (items: readonly NamedTemplate[]) => new Map(items.map(({ name, value }) => [name, templateText(value)]));
  const [was, is] = [texts(before), texts(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}
