/**
 * Recognises credentials by their key, their prefix or their randomness. It errs on the side of asking for a reference:
 * a false alarm costs a variable, a miss costs a leak.
 */

/** Beginnings of tokens that services issue. */
const issuedToken = new RegExp(
  [
    'sk-[A-Za-z0-9_-]{8,}',
    '(?:pk|rk|sk)_(?:live|test)_[A-Za-z0-9]{8,}',
    'gh[pousr]_[A-Za-z0-9]{16,}',
    'github_pat_[A-Za-z0-9_]{16,}',
    'glpat-[A-Za-z0-9_-]{12,}',
    'xox[abeoprs]-[A-Za-z0-9-]{8,}',
    'AKIA[0-9A-Z]{12,}',
    'ASIA[0-9A-Z]{12,}',
    'AIza[0-9A-Za-z_-]{20,}',
    'ya29\\.[0-9A-Za-z_-]{10,}',
    'eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{6,}',
    'npm_[A-Za-z0-9]{20,}',
    'pypi-[A-Za-z0-9_-]{16,}',
    'hf_[A-Za-z0-9]{16,}',
    'dop_v1_[a-f0-9]{16,}',
    'SG\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}',
    'lin_api_[A-Za-z0-9]{16,}',
    'ntn_[A-Za-z0-9]{16,}',
    'secret_[A-Za-z0-9]{16,}',
    'AGE-SECRET-KEY-',
    '-----BEGIN [A-Z ]*PRIVATE KEY',
  ].join('|'),
);

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
  return issuedToken.test(text) || (blank.test(text) && authorizationText.test(text)) || isSecretAddress(text) || (mayHoldRandom(text) && words(text).some(isRandom));
}

const blank = /\s/;

/** A user and password before the host of an address, wherever in a text it stands. */
const userinfo = /[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:]*:[^\s/?#@]+@/i;
const parameter = /[?&#;]([\w.-]+)=([^\s&#;"'`]+)/g;

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
  const runs = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g) ?? [];
  return runs.join('').length >= 3.4 * runs.length;
}

/** Shannon entropy in bits a character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0);
}
