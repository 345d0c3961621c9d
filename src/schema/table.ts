import { z, type ZodObject, type ZodType } from 'zod';
import type { Field } from '../spec/fields.js';
import { kinds, named } from './kinds.js';

type Fields = Readonly<Record<string, Field>>;

/** A table with these keys and no others; each carries what the reference page says about it. */
export function tableOf(fields: Fields, special: Readonly<Record<string, () => ZodType>> = {}): ZodObject {
  const entries = Object.entries(fields).map(([key, field]) => [key, entryOf(key, field, special)] as const);
  return z.strictObject(Object.fromEntries(entries));
}

function entryOf(key: string, { kind, about, isRequired }: Field, special: Readonly<Record<string, () => ZodType>>): ZodType {
  const make = special[key] ?? named[key] ?? (kind === 'servers' || kind === 'targets' ? undefined : kinds[kind]);
  if (make === undefined) throw new TypeError(`no schema for ${kind}`);
  const value = make().meta({ description: about });
  return isRequired === true ? value : value.optional();
}
