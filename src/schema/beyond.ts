import type { DiagnosticCode } from '../diagnostics.js';

/** Rules of a spec that no schema can say, by the code under which the validator reports them. */
export const beyondSchema = {
  MCP205: 'names that hold invisible or control characters',
  MCP206: 'headers that differ in case only',
  MCP207: 'one tool or server declared twice with different values',
  MCP208: 'names that look the same',
  MCP209: 'a bearer token beside an Authorization header',
  MCP210: 'literal secrets',
  MCP211: 'a mode on a tool or server that is switched off',
  MCP213: 'addresses that do not parse, line breaks in headers, and half characters',
} as const satisfies Partial<Record<DiagnosticCode, string>>;
