import { z, type ZodType } from 'zod';
import { serverFields, specFields, type Field } from '../spec/fields.js';
import { serverName, target } from './kinds.js';
import { tableOf } from './table.js';
import { beyondSchema } from './beyond.js';

/**
 * The spec as a zod schema, made of the table of fields that the validator reads. It accepts every spec that the
 * validator accepts; what it cannot say is listed in `beyondSchema`.
 */
export function specSchema(): ZodType {
  return tableOf(specFields, { mcpServers: () => z.record(serverName(), serverSchema()), targets: () => z.record(z.string(), target()) });
}

/** The spec as JSON Schema 2020-12, for editors. */
export function jsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(specSchema(), { target: 'draft-2020-12' });
  return { $schema, $id: 'urn:mcpolicy:spec:1', title: 'mcpolicy spec', $comment: `mcpolicy also refuses: ${Object.values(beyondSchema).join('; ')}.`, ...schema };
}

const stdioKeys = keysOf('stdio');
const remoteKeys = keysOf('remote');

/** One transport for each server: its keys come with `command` or with `url`, and `type` fits. */
function serverSchema(): ZodType {
  const isWhole = (server: Readonly<Record<string, unknown>>) => {
    const has = (key: string) => server[key] !== undefined;
    const fits = has('command') ? !has('url') && (!has('type') || server['type'] === 'stdio') : has('url') ? server['type'] !== 'stdio' : !has('type');
    return fits && stdioKeys.every((key) => !has(key) || has('command')) && remoteKeys.every((key) => !has(key) || has('url'));
  };
  return tableOf(serverFields).refine(isWhole, 'one transport for each server').meta({
    not: { required: ['command', 'url'] },
    dependentRequired: Object.fromEntries([...stdioKeys.map((key) => [key, ['command']]), ...remoteKeys.map((key) => [key, ['url']])]),
    dependentSchemas: {
      command: { properties: { type: { const: 'stdio' } } },
      url: { properties: { type: { not: { const: 'stdio' } } } },
      type: { anyOf: [{ required: ['command'] }, { required: ['url'] }] },
    },
  });
}

function keysOf(transport: 'stdio' | 'remote'): readonly string[] {
  const own: readonly (readonly [string, Field])[] = Object.entries(serverFields);
  return own.filter(([key, field]) => field.transport === transport && key !== 'command' && key !== 'url').map(([key]) => key);
}
