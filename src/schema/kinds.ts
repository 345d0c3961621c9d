import { z, type ZodType } from 'zod';
import { approvalModes } from '../model.js';
import { oauthFields, targetFields, toolFields, type FieldKind } from '../spec/fields.js';
import { tableOf } from './table.js';

/** Anything but white space. */
const notBlank = /\S/;
/** Every `${` starts a `${env:NAME}`. */
const onlyReferences = /^(?:[^$]|\$(?!\{)|\$\{env:[A-Za-z_][A-Za-z0-9_]*\})*$/;
/** A name is exact: not blank, no wildcards. Invisible characters are for the validator, which names them. */
const exactName = /^(?=\s*\S)[^*?]+$/;
const environmentName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const environmentKey = /^[^=\u0000]+$/;
/** Field names of RFC 9110 section 5.1. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A scope-token of RFC 6749 section 3.3. */
const oauthScope = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const webAddress = /^(?:[Hh][Tt][Tt][Pp][Ss]?:|\$\{env:)/;

/** A path that is taken as it is written: no home folder, no variables. */
const path = /^(?!~(?:[/\\]|$))(?![\s\S]*(?:\$\{|\$[A-Za-z_]|%[A-Za-z_][A-Za-z0-9_]*%))/;

const text = z.string().regex(notBlank);
const template = z.string().regex(onlyReferences);
const name = z.string().regex(exactName);
const mode = z.enum(approvalModes);

/** What a value of each kind looks like; keys that need more than their kind are in `named`. */
export const kinds: Readonly<Record<Exclude<FieldKind, 'servers' | 'targets'>, () => ZodType>> = {
  text: () => text,
  template: () => template.regex(notBlank),
  boolean: () => z.boolean(),
  required: () => z.union([z.boolean(), text]),
  templates: () => z.array(template),
  name: () => name,
  names: () => z.array(name),
  templateMap: () => z.record(z.string(), template),
  transportType: () => z.enum(['stdio', 'streamable-http', 'http', 'sse']),
  environmentName: () => z.string().regex(environmentName),
  oauth: () => tableOf(oauthFields).refine((table) => Object.keys(table).length > 0).meta({ minProperties: 1 }),
  tools: () => z.union([z.record(name, z.union([mode, tableOf({ approvalMode: toolFields.approvalMode })])), z.array(tableOf(toolFields))]),
  mode: () => mode,
  version: () => z.literal(1),
};

/** Keys whose values are narrower than their kind. */
export const named: Readonly<Partial<Record<string, () => ZodType>>> = {
  file: () => text.regex(path),
  serversFile: () => text.regex(path),
  url: () => template.regex(webAddress),
  env: () => z.record(z.string().regex(environmentKey), template),
  scopes: () => z.array(z.string().regex(oauthScope)),
  headers: () => z.record(z.string().regex(headerName), template),
};

/** A target names at least one file. */
export const target = () =>
  tableOf(targetFields)
    .refine((table) => table['file'] !== undefined || table['serversFile'] !== undefined)
    .meta({ anyOf: [{ required: ['file'] }, { required: ['serversFile'] }] });

export const serverName = () => name;
