import type { Refusal } from '../../driver.js';
import { literalOf, type NamedTemplate, type RemoteTransport, type ServerPolicy, type StdioTransport, type Template } from '../../model.js';

/** Everything about one server, names and cells aside, that Copilot CLI cannot say exactly. */
export function refusals(server: ServerPolicy): readonly Refusal[] {
  const { transport } = server;
  const ofTransport = transport === undefined ? [] : transport.type === 'stdio' ? stdioRefusals(server.name, transport) : remoteRefusals(server.name, transport);
  return [...enabledToolRefusals(server), ...ofTransport];
}

function enabledToolRefusals({ name: server, transport, enabledTools }: ServerPolicy): readonly Refusal[] {
  if (enabledTools === undefined) return [];
  if (transport === undefined) {
    return [{ code: 'MCP304', server, why: 'Copilot CLI keeps the enabled tools in the entry of the server, which this spec does not declare', fix: 'Declare command or url, or list the other tools in disabledTools.' }];
  }
  return enabledTools.includes('*') ? [{ code: 'MCP302', server, tool: '*', why: 'Copilot CLI reads "*" in the list of enabled tools as every tool' }] : [];
}

function stdioRefusals(server: string, transport: StdioTransport): readonly Refusal[] {
  const cwd = transport.cwd?.some((part) => typeof part === 'object') ?? false;
  const untried: Refusal = { code: 'MCP303', server, why: 'references in cwd were not verified on the real Copilot CLI', fix: 'Write the folder out.' };
  return [
    ...textRefusals(server, 'command', transport.command),
    ...transport.args.flatMap((argument, index) => textRefusals(server, `argument ${String(index + 1)}`, argument)),
    ...(cwd ? [untried] : textRefusals(server, 'cwd', transport.cwd ?? [])),
    ...transport.env.flatMap((variable) => [...textRefusals(server, `env "${variable.name}"`, variable.value), ...bareNameRefusals(server, variable)]),
  ];
}

function remoteRefusals(server: string, transport: RemoteTransport): readonly Refusal[] {
  const bearer: Template = transport.bearerTokenEnv === undefined ? [] : [{ env: transport.bearerTokenEnv }];
  return [
    ...textRefusals(server, 'url', transport.url),
    ...transport.headers.flatMap(({ name, value }) => textRefusals(server, `header "${name}"`, value)),
    ...textRefusals(server, 'bearerTokenEnv', bearer),
  ];
}

/** What the client expands in every text of an entry: `$NAME`, `${NAME}`. */
const expanded = /\$[A-Za-z_{]/;

/** Its own credentials and those of model providers: the reference stays text (probed on 1.0.102; the list is not public). */
const withheld = /^(?:COPILOT_\w+|GITHUB_COPILOT_\w+|GITHUB_MCP_\w+|GITHUB_TOKEN|GH_TOKEN|GITHUB_PERSONAL_ACCESS_TOKEN|OPENAI_API_KEY|AZURE_OPENAI_API_KEY|ANTHROPIC_API_KEY)$/i;

function textRefusals(server: string, label: string, text: Template): readonly Refusal[] {
  return text.flatMap((part): readonly Refusal[] => {
    if (typeof part === 'object') {
      if (!withheld.test(part.env)) return [];
      return [{ code: 'MCP303', server, why: `Copilot CLI keeps the variable ${part.env} from servers, so the reference in ${label} can stay plain text`, fix: 'Give the value another variable name.' }];
    }
    if (!expanded.test(part)) return [];
    return [{ code: 'MCP303', server, why: `Copilot CLI expands "$" forms in ${label}, so this text would not stay literal`, fix: 'Put the whole value into an environment variable and refer to it as ${env:NAME}.' }];
  });
}

/** Texts that can be the name of a variable. Numbers were seen to stay. */
const variableName = /^(?!\d+$)[\w().-]+$/;

/** A value of env that is the name of a variable is replaced by that variable's value, without any `$` (1.0.102, seen in runs). */
function bareNameRefusals(server: string, { name, value }: NamedTemplate): readonly Refusal[] {
  const literal = literalOf(value);
  if (literal === undefined || !variableName.test(literal)) return [];
  const why = `Copilot CLI takes the value of env "${name}" for the name of a variable where one is called so, and this text could be one`;
  return [{ code: 'MCP303', server, why, fix: 'Put the value into an environment variable and refer to it as ${env:NAME}.' }];
}
