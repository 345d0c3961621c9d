import { looksSecret } from '../secrets.js';
import { nameFault, trimName } from '../spec/names.js';

/** Whether a spec can hold this very name. A credential where a name belongs is none, and is never printed. */
export function isSayable(name: string): boolean {
  return trimName(name) === name && nameFault(name) === undefined && !looksSecret(name);
}
