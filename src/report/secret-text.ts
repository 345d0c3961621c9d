import { holdsCredential, isSecretAddress } from '../audit/secrets.js';
import { holdsSecret, isCredentialPair } from '../secrets.js';

/** One text of a client's file: the keys that lead to it (elements of lists have none) and the element before it in its list. */
export interface TextAt {
  readonly keys: readonly string[];
  readonly text: string;
  readonly previous: string;
}

/** Whether a text must not be shown: by where it stands, by its key, by what it follows, or by what it looks like. */
export function isSecretText({ keys, text, previous }: TextAt): boolean {
  if (text === '' || modes.has(text)) return false;
  if (holdsSecret(text) || isSecretAddress(text) || valueOptions.test(previous) || holdsCredential(text, previous)) return true;
  if (keys.some((key) => holdsNames.test(key))) return !variableName.test(text);
  return isCredentialPair(keys.at(-1) ?? '', text) || keys.some((key) => withheldTables.test(key));
}

/** The words that approvals are made of: a tool may be called like a credential. */
const modes: ReadonlySet<string> = new Set(['approve', 'prompt', 'auto', 'writes', 'allow', 'ask', 'ask_user', 'deny']);

/** Tables whose values are the user's own affair: the environment, headers, and stores of credentials. */
const withheldTables = /^(?:env|environment|set|(?:[a-z]+[-_])?headers|query_?params|secrets?|credentials?|tokens?|passwords?)$/i;

/** Options that are followed by a variable or a header with its value. */
const valueOptions = /^(?:-e|--env|-H|--headers?)$/;

/** Keys under which the name of a variable stands in place of its value. */
const holdsNames = /(?:_env_vars?|^env_vars|_env|Env|env_key|env_http_headers)$/;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
