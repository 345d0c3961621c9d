import type { SpecFormat } from '../model.js';

/** The text of a spec in one of its formats. */
export async function printSpec(value: Readonly<Record<string, unknown>>, format: Exclude<SpecFormat, 'jsonc'>): Promise<string> {
  if (format === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  if (format === 'yaml') return (await import('yaml')).stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
  return (await import('smol-toml')).stringify(value);
}
