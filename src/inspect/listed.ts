import type { DiagnosticCode } from '../diagnostics.js';

/** What a server may say of a tool. It is shown as the server's claim, and decides nothing. */
export const claimNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
export type Claims = Readonly<Partial<Record<(typeof claimNames)[number], boolean>>>;

/** A tool as its server lists it. The name is anybody's text. */
export interface ListedTool {
  readonly name: string;
  readonly claims: Claims;
}

/** Why a server was not inspected, in our words: no text of the server, of its program, or of the environment is in it. */
export interface Failure {
  readonly code: Extract<DiagnosticCode, 'MCP610' | 'MCP611' | 'MCP612' | 'MCP615' | 'MCP618'>;
  readonly why: string;
  readonly fix?: string;
}

/** What one server may send before it is given up. Real servers stay far below. */
export const limits = {
  tools: 10_000,
  pages: 1_000,
  /** UTF-16 code units of one name. */
  name: 1_024,
  /** Everything that a server sends, in bytes. */
  bytes: 16 * 1024 * 1024,
  /** Lines on standard output that are no messages: a few come from start-up banners. */
  strayLines: 1_000,
} as const;

export const tooLarge: Failure = { code: 'MCP612', why: `it sent more than ${String(limits.bytes / 1024 / 1024)} MiB` };

/** One page of `tools/list`. */
export interface Page {
  readonly tools: readonly ListedTool[];
  readonly next?: string;
}

/** Reads one result of `tools/list` as far as it matters here, or says why it is none. Schemas and descriptions are not read. */
export function readPage({ tools, nextCursor }: Readonly<Record<string, unknown>>): Page | Failure {
  if (!Array.isArray(tools)) return unusable('its list of tools is no list');
  if (tools.length > limits.tools) return tooMany;
  const read = (tools as readonly unknown[]).map(readTool);
  const listed = read.filter((tool) => typeof tool === 'object');
  if (listed.length < read.length) return unusable(read.find((tool) => typeof tool === 'string') ?? '');
  if (nextCursor === undefined || nextCursor === null || nextCursor === '') return { tools: listed };
  return typeof nextCursor === 'string' ? { tools: listed, next: nextCursor } : unusable('the cursor of its list is no text');
}

export const tooMany: Failure = { code: 'MCP612', why: `it lists more than ${String(limits.tools)} tools` };
export const leaking: Failure = { code: 'MCP612', why: 'it lists a tool whose name holds a secret of the spec', fix: 'The server shows a secret to everybody who asks: stop it, and replace the secret.' };
export const endless: Failure = { code: 'MCP612', why: 'its list of tools has no end: a cursor came back, or there are too many pages' };

function unusable(why: string): Failure {
  return { code: 'MCP612', why };
}

/** The tool, or what is wrong with it. */
function readTool(tool: unknown): ListedTool | string {
  if (typeof tool !== 'object' || tool === null || !('name' in tool) || typeof tool.name !== 'string') return 'it lists a tool without a name';
  if (tool.name.length > limits.name) return `it lists a tool whose name has more than ${String(limits.name)} characters`;
  const annotations = 'annotations' in tool && typeof tool.annotations === 'object' && tool.annotations !== null ? tool.annotations : {};
  const claims = claimNames.flatMap((name) => {
    const value: unknown = (annotations as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'boolean' ? [[name, value] as const] : [];
  });
  return { name: tool.name, claims: Object.fromEntries(claims) };
}
