/**
 * Recognises credentials by their key, their prefix or their randomness. It errs on the side of asking for a reference:
 * a false alarm costs a variable, a miss costs a leak.
 */

/** Beginnings of tokens that services issue, which no word has. */
const unmistakable: readonly RegExp[] = [
  /(?:pk|rk|sk)_(?:live|test)_[A-Za-z0-9]{8,}/,
  /gh[pousr]_[A-Za-z0-9]{16,}/,
  /github_pat_[A-Za-z0-9_]{16,}/,
  /glpat-[A-Za-z0-9_-]{12,}/,
  /xox[abeoprs]-[A-Za-z0-9-]{8,}/,
  /A[KS]IA[0-9A-Z]{12,}/,
  /AIza[0-9A-Za-z_-]{20,}/,
  /ya29\.[0-9A-Za-z_-]{10,}/,
  /npm_[A-Za-z0-9]{20,}/,
  /dop_v1_[a-f0-9]{16,}/,
  /lin_api_[A-Za-z0-9]{16,}/,
  /AGE-SECRET-KEY-/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
];

/** Beginnings that words have as well: "task-manager" holds no "sk-manager". It takes a digit, or a length that no word has. */
const wordLike: readonly RegExp[] = [
  /sk-(?:[A-Za-z0-9_-]{24,}|(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{8,})/,
  /pypi-(?:[A-Za-z0-9_-]{40,}|(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{16,})/,
  /secret_(?:[A-Za-z0-9]{32,}|(?=[A-Za-z]*[0-9])[A-Za-z0-9]{16,})/,
  /eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}/,
  /hf_[A-Za-z0-9]{16,}/,
  /ntn_[A-Za-z0-9]{16,}/,
  /SG\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
];

const oneOf = (tokens: readonly RegExp[]) => tokens.map(({ source }) => source).join('|');
const issuedToken = new RegExp(`${oneOf(unmistakable)}|(?<![A-Za-z0-9])(?:${oneOf(wordLike)})`);

/** "Authorization: Bearer abc" and "Basic abc" written inside a longer text. */
const authorizationText = /\b(?:bearer|basic|token)\s+[A-Za-z0-9._~+/=-]{6,}/i;

const credentialKey =
  /(?:^|[^a-z])(?:authorization|auth|token|secret|password|passwd|passphrase|pwd|credentials?|cookie|session[-_]?id|signature|sig|bearer|pat|(?:api|access|private|secret|signing|encryption|auth|account|client)[-_]?key|apikey|accesskey|key)(?:$|[^a-z])/i;
const quantity = /^(?:\d{1,7}|true|false|yes|no|on|off)$/i;
const quantityKey = /max|min|limit|count|size|budget|length|ttl|timeout|expir|type|mode|enabled|url|uri|file|path|endpoint|name$/i;

/** Whether values under this key (environment variable, header, query parameter, option) are credentials. */
export function isCredentialKey(key: string): boolean {
  return credentialKey.test(key.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

/** Whether a literal under a credential-like key is harmless all the same: a limit, a switch, a place. */
export function isHarmlessUnderKey(key: string, value: string): boolean {
  if (value === '') return true;
  return quantityKey.test(key) && (quantity.test(value) || !looksSecret(value));
}

/** Whether a text holds something that looks like a credential, whatever it is called. */
export function looksSecret(text: string): boolean {
  if (text.length < 8) return false;
  return isPlainlySecret(text) || (escape.test(text) && isPlainlySecret(unescaped(text)));
}

function isPlainlySecret(text: string): boolean {
  return issuedToken.test(text) || (blank.test(text) && authorizationText.test(text)) || isSecretAddress(text) || (mayHoldRandom(text) && words(text).some(isRandom));
}

/** What addresses write in place of a character. */
const escape = /%[0-9a-f]{2}/i;

/** The text behind the escapes of an address; those that stand for no text stay. */
function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** Whether a text that somebody wrote holds a credential: by what it looks like, or named inside it, as in `host=db;password=x`. */
export function holdsSecret(text: string): boolean {
  return looksSecret(text) || holdsNamedSecret(text);
}

/** Whether a literal under this name is a credential. */
export function isCredentialPair(key: string, value: string): boolean {
  return isCredentialKey(key) && !value.includes('${env:') && !isHarmlessUnderKey(key, value);
}

/** `key=value`, `key: value` and `key="some value"` inside a longer text, such as a connection string or a command line. */
const named = /(?<![\w.-])([A-Za-z][\w.-]{0,60})\s?[=:]\s?(?:"([^"]{6,})"|'([^']{6,})'|([^\s;,&"']{6,}))/g;
/** What a shell or a template fills in is no literal, and an address is looked at as one. */
const filledIn = /^(?:[$%{<(]|\w+:\/\/)/;

function holdsNamedSecret(text: string): boolean {
  if (!/[=:]/.test(text)) return false;
  return [...text.matchAll(named)].some(([, key = '', double, single, bare]) => {
    const value = double ?? single ?? bare ?? '';
    return (/[0-9]/.test(value) || value.length >= 10) && !filledIn.test(value) && isCredentialPair(key, value);
  });
}

const blank = /\s/;

/** A user and password before the host of an address, wherever in a text it stands. */
const userinfo = /:\/\/[^\s/?#@:]*:[^\s/?#@]+@/;
const parameter = /[?&#;]([\w.-]+)=([^\s?&#;"'`]+)/g;

/** Whether a text holds an address, or the end of one, with a credential in it. */
function isSecretAddress(text: string): boolean {
  if (!text.includes('://') && !text.includes('?')) return false;
  if (text.includes('@') && userinfo.test(text)) return true;
  return text.includes('=') && [...text.matchAll(parameter)].some(([, key = '', value = '']) => isCredentialKey(key) && !isHarmlessUnderKey(key, value));
}

/** What a random word is made of at least: few texts have it, and only those are taken apart. */
function mayHoldRandom(text: string): boolean {
  if (text.length < 24 || !/[0-9]/.test(text)) return false;
  return (/[A-Z]/.test(text) && /[a-z]/.test(text)) || /[0-9a-f]{32}/i.test(text);
}

/** The parts of a text that could be a token of their own. A pinned commit after `#` or `@` is not one. */
function words(text: string): readonly string[] {
  return text.replace(/[#@][0-9a-f]{40}\b/g, '').split(/[\s"'`,;:=&?#@(){}[\]<>|\\/]+/);
}

function isRandom(word: string): boolean {
  if (word.length < 24) return false;
  if (/^[0-9a-f]+$/i.test(word)) return word.length >= 32 && /[0-9]/.test(word) && /[a-f]/i.test(word) && entropy(word) > 3;
  return /^[A-Za-z0-9+_~.=-]+$/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && /[0-9]/.test(word) && entropy(word) > 3.8 && !isWordy(word);
}

/**
 * Names in camel case are made of longer runs than random text: of random base64 of 24 characters, one in a thousand has
 * runs of 3.4 letters or digits on average, of longer ones fewer.
 */
function isWordy(word: string): boolean {
  // eslint-disable-next-line regexp/no-super-linear-move -- capitals that are not followed by a small letter always match, at the latest without the last one
  const runs = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g) ?? [];
  return runs.join('').length >= 3.4 * runs.length;
}

/** Shannon entropy in bits a character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0);
}
