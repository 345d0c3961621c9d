import type { Diagnostic } from '../diagnostics.js';
import { literalOf, type NamedTemplate, type Template } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';
import { holdsSecret, isCredentialKey, isCredentialPair, looksSecret } from '../secrets.js';
import { child, fault, type Node } from './checked.js';
import { literalParts } from './templates.js';

/** Literal credentials in a map of environment variables or headers: by their key, or by what they look like. */
export function secretsInMap(values: readonly NamedTemplate[], node: Node, what: string): readonly Diagnostic[] {
  return values.flatMap(({ name, value }) => {
    if (looksSecret(name)) return [fault('MCP210', child(node, name), `the name of ${what} ${quote(name)} looks like a credential`, undefined, 'key')];
    return isCredentialLiteral(name, value) || hasSecretPart(value) ? [secret(child(node, name), `${what} ${quote(name)} is a literal that looks like a credential`)] : [];
  });
}

/** What may stand beside a reference: the scheme of a header, the name of a cookie. */
const besideReference = /^[;,\s]*(?:[A-Za-z]+ +|[\w.-]+=)?$/;

function isCredentialLiteral(name: string, value: Template): boolean {
  const literal = literalOf(value);
  if (literal !== undefined) return isCredentialPair(name, literal);
  return isCredentialKey(name) && !literalParts(value).every((part) => besideReference.test(part));
}

/** Literal credentials in one text, names of variables included: a token pasted there would be taken for a name. */
export function secretsInText(value: Template, node: Node, label: string): readonly Diagnostic[] {
  return hasSecretPart(value) ? [secret(node, `${label} holds a literal that looks like a credential`)] : noDiagnostics;
}

/** Literal credentials among arguments: `--token=x`, `--token x`, `Authorization: x`, or by what they look like. */
export function secretsInArguments(args: readonly Template[], node: Node): readonly Diagnostic[] {
  return args.flatMap((argument, index) => {
    const previous = literalOf(args[index - 1] ?? []) ?? '';
    return hasSecretPart(argument) || isCredentialArgument(literalOf(argument) ?? '', previous)
      ? [secret(child(node, index), `argument ${String(index + 1)} looks like a credential`)]
      : [];
  });
}

/** Options that take a user and a password; two numbers, or two words, are a user and a group. */
const loginOption = /^(?:-u|--user|--proxy-user)$/;
const login = /^[^\s:/]+:(?=[^:]*[0-9])(?=[^:]*[A-Za-z])[^\s:/]{8,}$/;

/** Whether an argument is a credential: `--token=x`, or `x` behind `--token`. */
export function isCredentialArgument(argument: string, previous: string): boolean {
  if (loginOption.test(previous) && login.test(argument)) return true;
  const assigned = /^-{0,2}([A-Za-z][\w-]*)\s*[=:](.+)$/s.exec(argument);
  if (assigned) return isCredentialPair(assigned[1] ?? '', (assigned[2] ?? '').trim());
  const option = /^--?([A-Za-z][\w-]*)$/.exec(previous)?.[1];
  return option !== undefined && !argument.startsWith('-') && isCredentialPair(option, argument);
}

/** Whether a parameter of an address is called like a credential. */
export function hasCredentialParameter(url: URL): boolean {
  // Stryker disable next-line all: the answer is the same without it, later
  if (url.search === '' && url.hash === '') return false;
  return [...url.searchParams, ...new URLSearchParams(url.hash.slice(1))].some(([key, text]) => isCredentialPair(key, text) || (key === 'code' && functionKey.test(text)));
}

/** The key of a function, which its host calls a code; one that people type is shorter. */
const functionKey = /^(?=.*[0-9])(?=.*[A-Za-z]).{16,}$/;

/** Credentials in the address: user and password, or a query parameter that is called like one. */
export function secretsInUrl(url: URL, value: Template, node: Node): readonly Diagnostic[] {
  if (url.username !== '' || url.password !== '') return [secret(node, 'url holds a user name or password')];
  return hasCredentialParameter(url) || hasSecretPart(value) ? [secret(node, 'url holds a literal that looks like a credential')] : noDiagnostics;
}

function hasSecretPart(value: Template): boolean {
  return value.some((part) => (typeof part === 'string' ? holdsSecret(part) : looksSecret(part.env)));
}

function secret(node: Node, message: string): Diagnostic {
  return fault('MCP210', node, message);
}
