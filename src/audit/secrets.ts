import type { Literal, ObservedServer } from '../driver.js';
import { holdsSecret, isCredentialPair } from '../secrets.js';
import { hasCredentialParameter, isCredentialArgument } from '../spec/secret-faults.js';

/** The literals of a server that are credentials, by their name or by what they look like. */
export function secretLiterals(server: ObservedServer): readonly Literal[] {
  return server.literals.filter((literal, index) => isSecret(literal, server.literals[index - 1]));
}

/** One word of capitals and digits that says of itself what it is, as placeholders and some issued tokens do. */
const callsItselfSecret = /^(?=.{12,}$)(?=.*[0-9])[A-Z0-9]+(?:[-_][A-Z0-9]+)*[-_](?:SECRET|TOKEN|PASSWORD|KEY)(?:[-_][A-Z0-9]+)*$/;

function isSecret(literal: Literal, previous: Literal | undefined): boolean {
  if (holdsSecret(literal.text) || isSecretAddress(literal.text)) return true;
  if (literal.kind === 'named') return isCredentialPair(literal.name ?? '', literal.text) || callsItselfSecret.test(literal.text);
  return literal.kind === 'argument' && holdsCredential(literal.text, previous?.kind === 'argument' ? previous.text : '');
}

/** An option and its value, or an assignment: as elements of a list, or as words of one command line. */
export function holdsCredential(text: string, previous: string): boolean {
  const words = text.split(/\s+/);
  return isCredentialArgument(text, previous) || words.some((word, index) => isCredentialArgument(word, words[index - 1] ?? ''));
}

/** A user and password before a host, wherever in a text the address stands. */
const userinfo = /:\/\/[^\s/@:]*:[^\s/@]+@/;

/** One of these stands before or behind every credential in an address. */
const mayHoldCredential = /[@?#]/;

/** Whether a text is, or holds, an address with a credential in it. */
export function isSecretAddress(text: string): boolean {
  if (!mayHoldCredential.test(text)) return false;
  if (userinfo.test(text)) return true;
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username !== '' || url.password !== '' || hasCredentialParameter(url);
}
