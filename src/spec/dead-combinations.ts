import type { Diagnostic, Place } from '../diagnostics.js';
import { keyOfTool, type ServerPolicy, type ServerSpec } from '../model.js';
import { noDiagnostics } from '../outcome.js';
import { quote } from '../quote.js';

type Declarations = readonly [ServerSpec, ...ServerSpec[]];

/**
 * Modes that can never act: on a server that is switched off, on a tool that is disabled, or that is missing from the
 * only tools enabled. Reported when the spec is read, instead of surfacing as a tool that asks and asks and never runs.
 */
export function deadCombinations(server: ServerPolicy, declarations: Declarations): readonly Diagnostic[] {
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

function deadTool(server: ServerPolicy, tool: string, why: string, declarations: Declarations): Diagnostic {
  return {
    code: 'MCP211',
    message: `tool ${quote(tool)} of server ${quote(server.name)} has an approval mode, and ${why}`,
    subject: { server: server.name, tool },
    at: placeOfTool(tool, declarations),
  };
}

function contradiction(server: ServerPolicy, tool: string, declarations: Declarations): Diagnostic {
  return {
    code: 'MCP211',
    message: `tool ${quote(tool)} of server ${quote(server.name)} is both in enabledTools and in disabledTools`,
    fix: 'Remove it from one of the two.',
    subject: { server: server.name, tool },
    at: placeOf(declarations.find((declaration) => declaration.disabledTools?.includes(tool)) ?? declarations[0], 'disabledTools'),
  };
}

function placeOfTool(name: string, declarations: Declarations): Place {
  const places = declarations.flatMap((declaration) => declaration.tools.filter((tool) => tool.name === name).map((tool) => placeOf(declaration, 'tools', keyOfTool(tool))));
  return places[0] ?? placeOf(declarations[0], 'tools');
}

function placeOf({ file, key }: ServerSpec, ...path: readonly (string | number)[]): Place {
  return { file, path: ['mcpServers', key, ...path], part: 'key' };
}
