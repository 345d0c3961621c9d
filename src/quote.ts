import { holdsSecret } from './secrets.js';
import { invisible } from './spec/names.js';

const escaped = new RegExp(`[^\\x20-\\x7e\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]|${invisible.source}`, 'gu');

/** A name for a message: quoted, invisible characters escaped, cut when long, and hidden when it looks like a credential. */
export function quote(name: string): string {
  if (holdsSecret(name)) return '"[hidden: looks like a secret]"';
  return visible(JSON.stringify(name.length > 120 ? `${name.slice(0, 117)}...` : name));
}

/** A text for a terminal: what would move its cursor, change its colour or hide in it is escaped. */
export function visible(text: string): string {
  return text.replace(escaped, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
