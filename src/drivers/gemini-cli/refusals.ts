import type { Refusal } from '../../driver.js';
import type { RemoteTransport, ServerPolicy, StdioTransport, Template } from '../../model.js';

/** Everything about one server, names and cells aside, that Gemini CLI cannot say exactly. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { transport } = server;
  const ofTransport = transport === undefined ? [] : transport.type === 'stdio' ? stdioRefusals(server.name, transport) : remoteRefusals(server.name, transport);
  return [...enabledToolRefusals(server), ...ofTransport];
}

/** `includeTools` stands in the server's entry, and takes "x(...)" as "x" (isEnabled in 0.61.0). */
function enabledToolRefusals({ name: server, transport, enabledTools }: ServerPolicy): readonly Refusal[] {
  if (enabledTools === undefined) return [];
  if (transport === undefined) {
    return [{ code: 'MCP304', server, why: 'Gemini CLI keeps the enabled tools in the entry of the server, which this spec does not declare', fix: 'Declare command or url, or list the other tools in disabledTools.' }];
  }
  return enabledTools.filter((tool) => tool.includes('(')).map((tool) => ({
    code: 'MCP302', server, tool, why: `Gemini CLI also enables tool ${JSON.stringify(tool.slice(0, tool.indexOf('(')))} for this entry, because it cuts entries at "("`, fix: 'Have the server rename the tool.',
  }));
}

/** Variables that the client does not set for a server, whatever its entry says (isDangerousExecutionEnvironmentVariable in 0.61.0). */
const blockedVariables: ReadonlySet<string> = new Set(
  `NODE_OPTIONS NODE_CLI_FLAGS _FORCE_NODE_OPTIONS NODE_PATH ELECTRON_RUN_AS_NODE PYTHONPATH PYTHONSTARTUP RUBYOPT RUBYLIB PERL5OPT PERL5LIB LD_PRELOAD LD_AUDIT LD_DEBUG
  LD_PROFILE LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES DYLD_FORCE_FLAT_NAMESPACE DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH DYLD_FALLBACK_FRAMEWORK_PATH
  BASH_ENV ENV PERL5DB JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH CORECLR_ENABLE_PROFILING`.split(/\s+/),
);

function stdioRefusals(server: string, transport: StdioTransport): readonly Refusal[] {
  const blocked = transport.env.filter(({ name }) => blockedVariables.has(name.toUpperCase())).map(({ name }): Refusal => ({
    code: 'MCP304', server, why: `Gemini CLI does not pass the variable "${name}" on to servers`, fix: 'Set it inside the command, for example with a wrapper script.',
  }));
  return [
    ...blocked,
    ...textRefusals(server, 'command', transport.command, expandedOnce),
    ...transport.args.flatMap((argument, index) => textRefusals(server, `argument ${String(index + 1)}`, argument, expandedOnce)),
    ...(transport.cwd === undefined ? [] : textRefusals(server, 'cwd', transport.cwd, expandedOnce)),
    ...transport.env.flatMap(({ name, value }) => textRefusals(server, `env "${name}"`, value, expandedTwice)),
  ];
}

function remoteRefusals(server: string, transport: RemoteTransport): readonly Refusal[] {
  return [
    ...textRefusals(server, 'url', transport.url, expandedOnce),
    ...transport.headers.flatMap(({ name, value }) => textRefusals(server, `header "${name}"`, value, expandedTwice)),
  ];
}

/** What the client expands when it reads settings (resolveEnvVarsInString): `$NAME`, `${NAME}`. */
const expandedOnce = /\$[\w{]/;
/** Values of env and headers go through a second expansion (expandEnvVars), which also knows `\$`, and `%NAME%` on Windows. */
const expandedTwice = /\$|%\w+%/;

function textRefusals(server: string, label: string, text: Template, expanded: RegExp): readonly Refusal[] {
  const isExpanded = text.some((part) => typeof part === 'string' && expanded.test(part));
  return isExpanded ? [{ code: 'MCP303', server, why: `Gemini CLI expands "$" and "%" forms in ${label}, so this text would not stay literal`, fix: 'Put the whole value into an environment variable and refer to it as ${env:NAME}.' }] : [];
}
