import type { Remark } from '../../driver.js';

/** A tool of a server. */
export interface Who {
  readonly server: string;
  readonly tool: string;
}

/** A remark about something below `mcp_servers`. */
export function remark(path: readonly string[], about: Omit<Remark, 'part' | 'path'>): Remark {
  return { part: 'config', path: ['mcp_servers', ...path], ...about };
}
