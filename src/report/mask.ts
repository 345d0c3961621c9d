import { isCredentialKey, isHarmlessUnderKey, looksSecret } from '../secrets.js';

const hidden = '[hidden]';

/** `key = value`, `"key": value` and `--key=value`, with or without quotes around either half. */
const assignment = /(["']?)([A-Za-z_$][\w.$-]*)\1(\s*[=:]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]#]+)/g;
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

/**
 * A line of somebody's file, fit to be shown: values under credential-like keys and everything that looks like a
 * credential are hidden. Used for the context of a diff, where any line of the file may appear.
 */
export function maskLine(line: string): string {
  const masked = line.replace(assignment, (all, quote: string, key: string, sign: string, value: string) =>
    isCredentialKey(lastPart(key)) && !isHarmlessUnderKey(key, bare(value)) && !isNameOfVariable(key) ? `${quote}${key}${quote}${sign}${hidden}` : all,
  );
  const words = masked.replace(quoted, (text) => (looksSecret(bare(text)) ? hidden : text));
  return looksSecret(words) ? words.replace(/[^\s=:"',[\]{}]{8,}/g, (word) => (looksSecret(word) ? hidden : word)) : words;
}

/** Keys that hold the name of a variable instead of its value. */
function isNameOfVariable(key: string): boolean {
  return /(?:_env_var|_env|Env|env_key|env_vars)$/.test(key);
}

function lastPart(key: string): string {
  return key.split('.').at(-1) ?? key;
}

function bare(value: string): string {
  return value.replace(/^["']|["']$/g, '');
}
