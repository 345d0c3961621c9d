import { visit } from 'jsonc-parser';
import type { Range } from '../native/problem.js';
import { looksSecret } from '../secrets.js';
import { isSecretText } from './secret-text.js';

/** What of a document must not be shown as it is. */
export interface Texts {
  readonly secrets: readonly Range[];
  readonly comments: readonly Range[];
}

/** The texts of a JSON document that must not be shown, and its comments. `undefined`: it cannot be told. */
export function textsOfJsonc(text: string): Texts | undefined {
  const secrets: Range[] = [];
  const comments: Range[] = [];
  let isSound = true;
  let previous = '';
  visit(
    text,
    {
      onLiteralValue: (value, offset, length, _line, _column, pathOf) => {
        const path = pathOf();
        const keys = path.filter((step) => typeof step === 'string');
        const inList = typeof path.at(-1) === 'number' && path.at(-1) !== 0;
        if (typeof value === 'string' && isSecretText({ keys, text: value, previous: inList ? previous : '' })) secrets.push([offset, offset + length]);
        previous = typeof value === 'string' ? value : '';
      },
      onObjectProperty: (name, offset, length) => { if (looksSecret(name)) secrets.push([offset, offset + length]); },
      onObjectEnd: () => { previous = ''; },
      onArrayEnd: () => { previous = ''; },
      onComment: (offset, length) => comments.push([offset, offset + length]),
      onError: () => { isSound = false; },
    },
    { allowTrailingComma: true, allowEmptyContent: true },
  );
  return isSound ? { secrets, comments } : undefined;
}
