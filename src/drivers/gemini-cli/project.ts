import type { Entry, NativeValue } from '../../driver.js';
import { approvalRequired, type ApprovalMode, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';

/** One server: its rules in a policy file, and its entry in the settings. */
export function project(server: ServerPolicy): readonly Entry[] {
  return [...rules(server), ...settings(server)];
}

/**
 * Priorities inside the tier of the policy file. Above 950 nothing but the admin tier wins, "always allow" answers included;
 * rules that the client makes from settings (trust, mcp.allowed, tools.allowed) end at 490 (0.61.0, seen in runs).
 */
const decisions: Readonly<Record<ApprovalMode | 'disabled' | 'default', readonly [decision: string, priority: number]>> = {
  approve: ['allow', 900],
  prompt: ['ask_user', 999],
  disabled: ['deny', 999],
  default: ['ask_user', 800],
};

function rules(server: ServerPolicy): readonly Entry[] {
  return [
    ...(asksForAll(server) ? [{ part: 'policy', op: 'include', path: ['rule'], value: rule('default', server.name, everyTool) } as const] : []),
    ...server.tools.map(({ name, approvalMode }) => toolRule(approvalMode, server.name, name)),
    ...server.disabledTools.map((name) => toolRule('disabled', server.name, name)),
  ];
}

/** A rule without toolName makes the client drop the whole file (0.61.0, seen in runs). */
const everyTool = '*';

/** A rule always names its server, which keeps it there whatever the tool is called. */
function rule(kind: keyof typeof decisions, server: string, tool: string): Readonly<Record<string, string | number>> {
  const [decision, priority] = decisions[kind];
  return { mcpName: server, toolName: tool, decision, priority };
}

function toolRule(kind: keyof typeof decisions, server: string, tool: string): Entry {
  return { part: 'policy', op: 'include', path: ['rule'], value: rule(kind, server, tool), tool };
}

function settings(server: ServerPolicy): readonly Entry[] {
  const { name, transport, enabledTools } = server;
  if (transport === undefined) return [];
  const keys: Keys = [
    ...(transport.type === 'stdio' ? stdioKeys(transport) : remoteKeys(transport)),
    ...(enabledTools === undefined ? [] : [[['includeTools'], enabledTools] as const]),
    ...(mustAsk(server) ? [[['trust'], false] as const] : []),
  ];
  return keys.map(([path, value]): Entry => ({ part: 'settings', op: 'set', path: ['mcpServers', name, ...path], value, ...(path.length > 1 ? { withheld: true } : {}), ...(path[0] === 'includeTools' ? { isUnordered: true } : {}) }));
}

/** Trust runs a tool without a question although its rule says ask (0.61.0, interactive), so it is ruled out where something must ask. */
function mustAsk(server: ServerPolicy): boolean {
  return asksForAll(server) || server.tools.some(({ approvalMode }) => approvalMode === 'prompt');
}

function asksForAll({ requiresApproval }: ServerPolicy): boolean {
  return requiresApproval !== undefined && approvalRequired(requiresApproval);
}

type Keys = readonly (readonly [path: readonly string[], value: NativeValue])[];

function stdioKeys({ command, args, env, cwd }: StdioTransport): Keys {
  return [
    [['command'], text(command)],
    ...(args.length === 0 ? [] : [[['args'], args.map(text)] as const]),
    ...env.map(({ name, value }) => [['env', name], text(value)] as const),
    ...(cwd === undefined ? [] : [[['cwd'], text(cwd)] as const]),
  ];
}

function remoteKeys({ type, url, headers, bearerTokenEnv }: RemoteTransport): Keys {
  const bearer = bearerTokenEnv === undefined ? [] : [{ name: 'Authorization', value: ['Bearer ', { env: bearerTokenEnv }] }];
  return [[[type === 'sse' ? 'url' : 'httpUrl'], text(url)], ...[...bearer, ...headers].map(({ name, value }) => [['headers', name], text(value)] as const)];
}

/** The text with references in the client's own syntax. */
function text(template: Template): string {
  return template.map((part) => (typeof part === 'string' ? part : `\${${part.env}}`)).join('');
}
