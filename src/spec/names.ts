/** Why a text cannot be the name of one server or tool. */
export interface NameFault {
  readonly message: string;
  readonly fix: string;
}

const onlyPlainAscii = /^[A-Za-z0-9_:@/.-]+$/;
/** Control (C0, DEL, C1), format (bidi, zero-width, soft hyphen, BOM, tags), line and paragraph separators. */
export const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const wildcard = /[*?]/;

/** The name without surrounding white space, which no byte order mark is: identity is what is left, byte for byte. */
export function trimName(text: string): string {
  if (onlyPlainAscii.test(text)) return text;
  const name = text.trim();
  const start = text.indexOf(name);
  return text.slice(0, start).includes('\ufeff') || text.slice(start + name.length).includes('\ufeff') ? text : name;
}

/** `undefined` for a trimmed name that names exactly one thing. */
export function nameFault(name: string): NameFault | undefined {
  if (onlyPlainAscii.test(name)) return undefined;
  if (name === '') return { message: 'is empty', fix: 'Write the exact name that the server lists.' };
  if (!name.isWellFormed()) return { message: 'holds half of a surrogate pair', fix: 'Write the name in valid Unicode.' };
  const hidden = invisible.exec(name)?.[0];
  if (hidden !== undefined) {
    return { message: `holds the invisible character ${codePoint(hidden)}`, fix: 'Remove the character, or have the server renamed.' };
  }
  if (wildcard.test(name)) {
    return { message: 'holds a wildcard', fix: 'Names are exact: write one entry for each tool or server.' };
  }
  return undefined;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The form under which two names look the same to a reader. */
export function lookalikeForm(name: string): string {
  return onlyPlainAscii.test(name) ? name : name.normalize('NFC');
}
