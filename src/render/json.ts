import type { Entry } from '../driver.js';
import type { Printed } from './toml.js';
import { sameValue, valueOf } from './value-of.js';

/** The text of JSON entries as one document, read back and compared before it is returned. */
export function printJson(entries: readonly Entry[]): Printed {
  const value = valueOf(entries);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return sameValue(JSON.parse(text), value) ? { ok: true, text } : { ok: false, problem: 'the document reads back differently' };
}
