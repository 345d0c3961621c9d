import { jsonSchema } from '../schema/spec-schema.js';
import { product, type CommandResult } from './command.js';

/** Prints the JSON Schema of the spec, for editors and their validators. */
export function runSchema(): CommandResult {
  return product([`${JSON.stringify(jsonSchema(), null, 2)}\n`]);
}
