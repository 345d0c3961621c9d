import type { Refusal } from '../../driver.js';
import { approvalRequired, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';
import { isWithheld } from './withheld-variables.js';

/** Everything about one server, names and cells aside, that Claude Code cannot say exactly. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { transport } = server;
  const ofTransport = transport === undefined ? [] : transport.type === 'stdio' ? stdioRefusals(server.name, transport) : remoteRefusals(server.name, transport);
  return [...defaultRefusals(server), ...ofTransport];
}

/**
 * A server-wide ask rule also stops approved tools: Claude Code tries deny, then ask, then allow, whatever is more specific.
 * Without the rule, unnamed tools ask in the default mode only, which is no statement of the file.
 */
function defaultRefusals(server: ServerPolicy): readonly Refusal[] {
  const approved = server.tools.find(({ approvalMode }) => approvalMode === 'approve');
  if (server.requiresApproval === undefined || !approvalRequired(server.requiresApproval) || approved === undefined) return [];
  const why = `requiresApproval would become the rule "mcp__${server.name}" in permissions.ask, which Claude Code tries before allow, so it would also hold up the approved tool "${approved.name}"`;
  const fix = 'Leave requiresApproval out for this server: tools without a rule ask in the default permission mode. Or give each tool that must ask in every mode "prompt".';
  return [{ code: 'MCP304', server: server.name, why, fix }];
}

function stdioRefusals(server: string, transport: StdioTransport): readonly Refusal[] {
  const cwd: readonly Refusal[] = transport.cwd === undefined ? [] : [{ code: 'MCP304', server, why: 'Claude Code starts servers in its own working folder and has no cwd', fix: 'Remove cwd, or let the command change the folder itself.' }];
  return [
    ...textRefusals(server, 'command', transport.command, 'local'),
    ...transport.args.flatMap((argument, index) => textRefusals(server, `argument ${String(index + 1)}`, argument, 'local')),
    ...transport.env.flatMap(({ name, value }) => textRefusals(server, `env "${name}"`, value, 'local')),
    ...cwd,
  ];
}

function remoteRefusals(server: string, transport: RemoteTransport): readonly Refusal[] {
  const bearer = transport.bearerTokenEnv === undefined ? [] : textRefusals(server, 'bearerTokenEnv', [{ env: transport.bearerTokenEnv }], 'remote');
  return [
    ...textRefusals(server, 'url', transport.url, 'remote'),
    ...transport.headers.flatMap(({ name, value }) => textRefusals(server, `header "${name}"`, value, 'remote')),
    ...bearer,
  ];
}

function textRefusals(server: string, label: string, text: Template, sink: 'local' | 'remote'): readonly Refusal[] {
  return text.flatMap((part): readonly Refusal[] => {
    if (typeof part === 'string') {
      return part.includes('${') ? [{ code: 'MCP303', server, why: `Claude Code expands "\${" in ${label}, so this text would not stay literal` }] : [];
    }
    if (!isWithheld(part.env, sink)) return [];
    return [{ code: 'MCP303', server, why: `Claude Code keeps the variable ${part.env} from servers, so the reference in ${label} can read as empty`, fix: 'Give the value another variable name.' }];
  });
}
