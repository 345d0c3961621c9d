import type { Diagnostic, Place } from '../diagnostics.js';
import { keyOfTool, type ServerPolicy, type ServerSpec } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';

/**
 * Modes that can never act: on a server that is switched off, on a tool that is disabled, or that is missing from the
 * only tools enabled. Reported when the spec is read, instead of surfacing as a tool that asks and asks and never runs.
 */
export function deadCombinations(server: ServerPolicy, declarations: readonly ServerSpec[]): readonly Diagnostic[] {
  if (server.enabled && server.enabledTools === undefined && server.disabledTools.length === 0) return noDiagnostics;
  const disabled = new Set(server.disabledTools);
  const enabled = server.enabledTools === undefined ? undefined : new Set(server.enabledTools);
  const dead = server.tools.flatMap((tool): readonly Diagnostic[] => {
    const why = !server.enabled ? 'the server is switched off (enabled = false)' : disabled.has(tool.name) ? 'the tool is in disabledTools' : enabled && !enabled.has(tool.name) ? 'the tool is missing from enabledTools' : undefined;
    return why === undefined ? [] : [deadTool(server, tool.name, why, declarations)];
  });
  const both = [...disabled].filter((name) => enabled?.has(name));
  return [...dead, ...both.map((name) => contradiction(server, name, declarations))];
}

function deadTool(server: ServerPolicy, tool: string, why: string, declarations: readonly ServerSpec[]): Diagnostic {
  return {
    code: 'MCP211',
    message: `tool ${quote(tool)} of server ${quote(server.name)} has an approval mode, and ${why}`,
    subject: { server: server.name, tool },
    at: placeOfTool(tool, declarations),
  };
}

function contradiction(server: ServerPolicy, tool: string, declarations: readonly ServerSpec[]): Diagnostic {
  return {
    code: 'MCP211',
    message: `tool ${quote(tool)} of server ${quote(server.name)} is both in enabledTools and in disabledTools`,
    fix: 'Remove it from one of the two.',
    subject: { server: server.name, tool },
    at: placeOf(declarations.find((declaration) => declaration.disabledTools?.includes(tool)) ?? declarations[0], 'disabledTools'),
  };
}

function placeOfTool(name: string, declarations: readonly ServerSpec[]): Place {
  const declaration = declarations.find((server) => server.tools.some((tool) => tool.name === name)) ?? declarations[0];
  const tool = declaration?.tools.find((candidate) => candidate.name === name);
  return placeOf(declaration, 'tools', ...(tool === undefined ? [] : [keyOfTool(tool)]));
}

function placeOf(declaration: ServerSpec | undefined, ...path: readonly (string | number)[]): Place {
  return { file: declaration?.file ?? '', path: ['mcpServers', declaration?.key ?? '', ...path], part: 'key' };
}
