import { isSecretAddress } from '../audit/secrets.js';
import type { Part } from '../driver.js';
import { isCredentialKey, isHarmlessUnderKey, looksSecret } from '../secrets.js';

const hidden = '[hidden]';

/**
 * The lines of somebody's file, fit to be shown: texts that are or may be credentials are hidden, and so is everything in
 * comments that looks like one. As many lines as the text has, so that line numbers stay. A text that does not parse is
 * shown by its keys only.
 */
export async function maskedLines(text: string, format: Part['format']): Promise<readonly string[]> {
  const found = format === 'toml' ? await (await import('./texts-toml.js')).textsOfToml(text) : (await import('./texts-jsonc.js')).textsOfJsonc(text);
  if (found === undefined) return text.split('\n').map((line) => line.replace(/[=:].*/, (rest) => `${rest[0] ?? ''} ${hidden}`));
  const { secrets, comments } = found;
  const masked = [...secrets.map(([start, end]) => [start, end, hide(text.slice(start, end))] as const), ...comments.map(([start, end]) => [start, end, maskComment(text.slice(start, end))] as const)];
  return replaced(text, masked).split('\n').map(printable);
}

/** Every line of a text of several lines is hidden for itself. */
function hide(text: string): string {
  return text.replace(/[^\r\n]+/g, hidden);
}

function replaced(text: string, pieces: readonly (readonly [start: number, end: number, content: string])[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [from, to, content] of [...pieces].sort(([a], [b]) => a - b)) {
    parts.push(text.slice(end, from), content);
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}

/** `key = value`, `"key": value` and `--key=value`, with or without quotes around either half. */
const assignment = /(["']?)(?<![\w.$-])([A-Za-z_$][\w.$-]*)\1(\s*[=:]\s*|\s+(?=["']))("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]#]+)/g;

/** A comment has no structure to go by: often it is a line of config that was switched off. */
function maskComment(comment: string): string {
  const lines = comment.replace(assignment, (all, quote: string, key: string, sign: string, value: string) => (isCredential(key, value) ? `${quote}${key}${quote}${sign}${hidden}` : all));
  return lines.replace(/[^\s"',[\]{}]{8,}/g, (word) => (looksSecret(word) || isSecretAddress(word) ? hidden : word)).replace(/[^\r\n]+/g, (line) => (looksSecret(line) ? `${/^\W*/.exec(line)?.[0] ?? ''}${hidden}` : line));
}

function isCredential(key: string, value: string): boolean {
  const last = key.split('.').at(-1) ?? key;
  return isCredentialKey(last) && !isHarmlessUnderKey(last, value.replace(/^["']|["']$/g, '')) && !/(?:_env_vars?|_env|Env|env_key)$/.test(key);
}

/** Nothing that moves the cursor or turns the direction of the text reaches a terminal. */
function printable(line: string): string {
  return line.replace(/(?!\t|\r$)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}
